package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestFindingsThatAreCutShort shows that an exploration which is interrupted while it shrinks what it has
// found reports that, in a worker or from outside of workers that crash.
func TestFindingsThatAreCutShort(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for limits of time")
	}
	if runtime.GOOS == "windows" {
		t.Skip("no process can send another one an interrupt")
	}
	t.Parallel()
	for id, found := range map[string]string{
		"broken/stuck-queue":   "found after ",
		"broken/release-crash": "the process ended after ",
	} {
		t.Run(filepath.Base(id), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			kept, first := filepath.Join(folder, "cut.journal"), filepath.Join(folder, "first.json")
			interrupted(t, found, "ndconform", "explore", "--provider=mutant,id="+id, "--for=1m", "--seed=1", "--journal="+kept,
				"--json-report="+first)
			second := filepath.Join(folder, "second.json")
			ends(t, 0, "ndconform", "report", "--from="+kept, "--format=json", "--output="+second)
			for _, name := range []string{first, second} {
				shortened(t, name)
			}
		})
	}
}

// interrupted runs a command, interrupts it when it has said something, and has it exit with 1.
func interrupted(t *testing.T, said, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	words, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	seen := false
	for lines := bufio.NewScanner(words); lines.Scan(); {
		if !seen && strings.HasPrefix(lines.Text(), said) {
			seen = true
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}
	}
	err = c.Wait()
	if end := (*exec.ExitError)(nil); !seen || !errors.As(err, &end) || end.ExitCode() != 1 {
		t.Errorf("it said %q: %v, and ended with %v", said, seen, err)
	}
}

// shortened has a JSON report have one finding, whose shrinking was cut short.
func shortened(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var run reports.Run
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	if run.Explored == nil || len(run.Explored.Findings) != 1 || !strings.Contains(run.Incomplete, "SIGINT") {
		t.Fatalf("%s: incomplete %q: %+v", name, run.Incomplete, run.Explored)
	}
	if f := run.Explored.Findings[0]; !f.CutShort || f.Replay == "" {
		t.Errorf("%s: cut short %v, program %q", name, f.CutShort, f.Replay)
	}
}
