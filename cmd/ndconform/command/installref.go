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

// engineDLL is the name of the engine's file in a release.
const engineDLL = "ndref.dll"

func (a *app) installRefCommand() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "install-ref", Short: "Make Windows offer the reference engine, " + engineDLL +
			", to NetworkDirect applications", Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error { return a.installRef(path) },
	}
	c.Flags().StringVar(&path, "dll", "", "the `file`; "+engineDLL+" beside this program if none is named")
	return c
}

func (a *app) installRef(path string) error {
	if path == "" {
		program, err := os.Executable()
		if err != nil {
			return exit.HarnessError("%v", err)
		}
		path = filepath.Join(filepath.Dir(program), engineDLL)
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return exit.UsageError("--dll: %v", err)
	}
	if err := winsock.Install(full); err != nil {
		return exit.UsageError("%v", err)
	}
	_, err = fmt.Fprintf(a.out, "NetworkDirect applications now find %s\n", full)
	return err
}

func (a *app) uninstallRefCommand() *cobra.Command {
	return &cobra.Command{
		Use: "uninstall-ref", Short: "Undo install-ref", Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := winsock.Uninstall(); err != nil {
				return exit.UsageError("%v", err)
			}
			_, err := fmt.Fprintln(a.out, "NetworkDirect applications no longer find the reference engine")
			return err
		},
	}
}
