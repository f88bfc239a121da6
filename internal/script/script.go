// Package script holds what the tests of command sessions share.
package script

import (
	"errors"
	"fmt"
	"os/exec"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// Setup makes a session's programs, test binaries, exit without the race detector's pause.
func Setup(env *testscript.Env) error {
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	return nil
}

// Exits is the script command "exits CODE PROGRAM ARGUMENT…": the program must exit with
// that code.
func Exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENT…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// Condition is the script condition "race": the programs have the race detector.
func Condition(name string) (bool, error) {
	if name != "race" {
		return false, fmt.Errorf("there is no condition %q", name)
	}
	return underRace, nil
}
