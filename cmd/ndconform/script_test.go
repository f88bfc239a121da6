package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndconform": main, "exits": exits})
}

// TestScripts runs each script in testdata/script: sessions with the binary as it
// ships, whose providers are the engine and its mutants.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
	})
}

// exits is the program "exits CODE COMMAND ARGUMENT…": it runs the command and fails
// if it exits with another code.
func exits() {
	want, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	c := exec.Command(os.Args[2], os.Args[3:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = c.Run()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		panic(err)
	}
	if got := c.ProcessState.ExitCode(); got != want {
		fmt.Fprintf(os.Stderr, "exit code %d, want %d\n", got, want)
		os.Exit(1)
	}
}
