// Package certification_test certifies whole runs of the suite on the reference
// engine, with the command as a user would have it.
package certification_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ndconform/ndconform/cmd/ndconform/command"

	_ "github.com/ndconform/ndconform/providers/mutant" // registers itself
	_ "github.com/ndconform/ndconform/providers/ref"    // registers itself
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndconform": func() { command.Main() }})
}

// TestScripts runs the sessions in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               func(env *testscript.Env) error { env.Setenv("GORACE", "atexit_sleep_ms=0"); return nil },
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "replace": replace, "flip": flip},
	})
}

// exits CODE COMMAND ARGUMENT… runs the command, which must exit with that code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
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

// flip FILE OFFSET changes a bit of a byte.
func flip(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	text[at] ^= 1
	ts.Check(os.WriteFile(path, text, 0o666))
}

// replace FILE OLD NEW writes another text for the first OLD.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	if !bytes.Contains(text, []byte(args[1])) {
		ts.Fatalf("%s does not hold %s", args[0], args[1])
	}
	ts.Check(os.WriteFile(path, bytes.Replace(text, []byte(args[1]), []byte(args[2]), 1), 0o666))
}
