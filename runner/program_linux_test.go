package runner_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/runner"
)

// replaced is a supervisor whose program is replaced by another one while it runs.
const replaced = "replaced"

func init() {
	programs[replaced] = func([]string) {
		program, err := os.Executable()
		if err == nil {
			err = os.Remove(program)
		}
		if err == nil {
			err = os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700) // with the mode of a program
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		c := config("fake")
		c.Worker[0] = program
		r, err := runner.Run(context.Background(), plan("fake.pass"), c)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(r.Specs[0].Verdict, " ", r.Incomplete)
	}
}

// TestReplacedProgram shows that workers are of the program that runs, and not of what a
// provider has put in its place.
func TestReplacedProgram(t *testing.T) {
	t.Parallel()
	this, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "program")
	// Another process copies it: this one's would be open for writing in those that other tests
	// start meanwhile, and can't be run then.
	if out, err := exec.Command("cp", this, program).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said, err := exec.Command(program, replaced).Output()
	if err != nil || string(said) != "pass " {
		t.Errorf("%q, %v", said, err)
	}
}
