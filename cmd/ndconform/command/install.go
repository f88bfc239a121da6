package command

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/internal/winsock"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
)

// An installed DLL is one of a release's that Windows can offer to applications.
type installed struct {
	winsock.DLL
	// command follows install- and uninstall-. file is the DLL's name in a release, and what says what it is.
	command, file, what string
}

var installs = []installed{
	{winsock.Engine, "ref", "ndref.dll", "the reference engine"},
	{winsock.Layer, "watch", "ndwatch.dll", "the validation layer"},
}

// installCommands put DLLs into the system's catalogue, and take them out.
func (a *app) installCommands() (list []*cobra.Command) {
	for _, d := range installs {
		list = append(list, a.installCommand(d), a.uninstallCommand(d))
	}
	return list
}

func (a *app) installCommand(d installed) *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "install-" + d.command, Short: "Make Windows offer " + d.what + ", " + d.file +
			", to NetworkDirect applications", Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error { return a.install(d, path) },
	}
	c.Flags().StringVar(&path, "dll", "", "the `file`; "+d.file+" beside this program if none is named")
	return c
}

func (a *app) install(d installed, path string) error {
	if path == "" {
		program, err := os.Executable()
		if err != nil {
			return exit.HarnessError("%v", err)
		}
		path = filepath.Join(filepath.Dir(program), d.file)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return exit.UsageError("--dll: %v", err)
	}
	if err := d.Install(full); err != nil {
		return exit.UsageError("%v", err)
	}
	_, err = fmt.Fprintf(a.out, "NetworkDirect applications now find %s\n", full)
	return err
}

func (a *app) uninstallCommand(d installed) *cobra.Command {
	return &cobra.Command{
		Use: "uninstall-" + d.command, Short: "Undo install-" + d.command, Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := d.Uninstall(); err != nil {
				return exit.UsageError("%v", err)
			}
			_, err := fmt.Fprintf(a.out, "NetworkDirect applications no longer find %s\n", d.what)
			return err
		},
	}
}
