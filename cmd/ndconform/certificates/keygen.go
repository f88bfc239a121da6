package certificates

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
)

func (a *App) keygenCommand() *cobra.Command {
	var prefix string
	c := &cobra.Command{
		Use:   "keygen --out=PREFIX",
		Short: "Make a key pair to sign certificates with: PREFIX.key, to be kept secret, and PREFIX.pub",
		Args:  usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if prefix == "" {
				return exit.UsageError("no files to write to are named: use --out=PREFIX")
			}
			if filepath.Base(prefix+"x") == "x" {
				return exit.UsageError("--out: %s is a folder; name a prefix of file names, as in %s", prefix,
					filepath.Join(prefix, "acme"))
			}
			return a.keygen(prefix+".key", prefix+".pub")
		},
	}
	c.Flags().StringVarP(&prefix, "out", "o", "", "the `prefix` of both files' names")
	return c
}

func (a *App) keygen(privatePath, publicPath string) error {
	private, public, err := certificate.GenerateKey()
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	key, err := certificate.ParsePublicKey(public)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := writeNew(privatePath, private, 0o600); err != nil {
		return exit.UsageError("--out: %v", err)
	}
	if err := writeNew(publicPath, public, 0o644); err != nil {
		os.Remove(privatePath)
		return exit.UsageError("--out: %v", err)
	}
	_, err = fmt.Fprintf(a.Out, "%s\nkeep %s secret; give %s to those who check certificates\n", certificate.KeyID(key),
		privatePath, publicPath)
	return err
}

// writeNew writes a file that does not exist yet, whole or not at all.
func writeNew(path string, text []byte, mode os.FileMode) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Close())
	if err != nil {
		os.Remove(path)
	}
	return err
}
