package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/text"
)

// MakeFolder makes the folder of findings, so that a path that can't be written is noticed early. unmake
// removes it if it was made for nothing.
func MakeFolder(path string) (unmake func(), err error) {
	if path == "" {
		return func() {}, nil
	}
	_, err = os.Lstat(path)
	fresh := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	probe, err := os.CreateTemp(path, ".ndconform-*")
	if err != nil {
		return nil, err
	}
	probe.Close()
	os.Remove(probe.Name())
	return func() {
		if fresh {
			os.Remove(path) // which fails if there is something in it
		}
	}, nil
}

// fileOf returns the file that keep writes a finding's program to, or "" if it writes none.
func fileOf(folder string, s reports.Spec) string {
	if folder == "" || s.Program.Replay == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Join(folder, reports.FileName(s)+".jsonl"))
}

// keep writes a finding to the folder of findings, if there is one: as a program, in words, and as its calls for the
// command replay.
func keep(folder string, run *reports.Run, s reports.Spec) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("the folder of findings: %w", err)
	}
	for ending, text := range map[string][]byte{
		".jsonl": []byte(s.Program.Replay), ".txt": text.Evidence(run, s),
		".calls": []byte(s.Program.Calls),
	} {
		if len(text) == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, reports.FileName(s)+ending), text, 0o666); err != nil {
			return fmt.Errorf("the folder of findings: %w", err)
		}
	}
	return nil
}
