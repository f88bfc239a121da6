package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/session"
)

// recordTo runs a program that is recorded.
func recordTo(t *testing.T, file, program string) error {
	t.Helper()
	t.Setenv(variableProgram, "clean")
	h := journal.Header{Provider: "ref", Watch: []string{program}, Plan: []journal.Spec{session.Spec}}
	j, err := journal.New(new(bytes.Buffer), h)
	if err != nil {
		t.Fatal(err)
	}
	_, err = (&session.Session{Header: h, Journal: j, Record: file}).Run(t.Context())
	return err
}

// Only a started program's recording replaces an older one.
func TestAnOlderRecording(t *testing.T) {
	for _, c := range []struct{ name, older, program, begins string }{
		{"the program is not there", "older", "no-such-program", "older"},
		{"the program is there", "older", testBinary, `{"process":`},
		{"there was none", "", testBinary, `{"process":`},
	} {
		folder := t.TempDir()
		file := filepath.Join(folder, "calls")
		if c.older != "" {
			if err := os.WriteFile(file, []byte(c.older), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := recordTo(t, file, c.program); (err == nil) != (c.program == testBinary) {
			t.Errorf("%s: %v", c.name, err)
		}
		text, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(string(text), c.begins) || strings.Contains(string(text[1:]), c.older) && c.older != "" {
			t.Errorf("%s: %q, %v", c.name, text, err)
		}
		if there := namesIn(t, folder); !slices.Equal(there, []string{"calls"}) {
			t.Errorf("%s: %q is left", c.name, there)
		}
	}
}

// A missing program leaves nothing behind.
func TestNoRecordingOfNoProgram(t *testing.T) {
	folder := t.TempDir()
	if err := recordTo(t, filepath.Join(folder, "calls"), "no-such-program"); err == nil {
		t.Error("it is started")
	}
	if there := namesIn(t, folder); len(there) > 0 {
		t.Errorf("%q is left", there)
	}
}

func namesIn(t *testing.T, folder string) (names []string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
