package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// An outfile is the file that the layer writes.
type outfile struct {
	path string
	// folder, if not empty, is removed with the file when the session ends.
	folder string
	// before is an older recording's place until the program has started; empty without one.
	before string
	// made says that the file is new, and that the program has not started.
	made bool
}

// A RecordError says why a recording can't be made.
type RecordError struct{ Err error }

// Error implements error.
func (e *RecordError) Error() string { return fmt.Sprintf("--record can't be written: %v", e.Err) }

// Unwrap returns the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// outfile makes the file. The caller closes it.
func (s *Session) outfile() (*outfile, error) {
	if s.Record == "" {
		folder, err := os.MkdirTemp("", "ndconform-watch")
		if err != nil {
			return nil, err
		}
		return &outfile{path: filepath.Join(folder, "findings.jsonl"), folder: folder}, nil
	}
	path, err := filepath.Abs(s.Record) // the program may change its directory
	if err != nil {
		return nil, &RecordError{err}
	}
	f := &outfile{path: path}
	if err := f.makeWay(); err != nil {
		return nil, &RecordError{errors.Join(err, f.close())}
	}
	return f, nil
}

// makeWay moves an older recording aside.
func (f *outfile) makeWay() error {
	there, err := os.Stat(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return f.create()
	}
	if err != nil {
		return err
	}
	probe, err := os.OpenFile(f.path, os.O_WRONLY, 0) // a write-protected file stays
	if err != nil {
		return err
	}
	probe.Close()
	if !there.Mode().IsRegular() || there.Size() == 0 {
		return nil
	}
	if f.path, err = filepath.EvalSymlinks(f.path); err != nil {
		return err
	}
	before := f.path + ".before"
	if _, err := os.Lstat(before); err == nil {
		return fmt.Errorf("%s is in the way: an older recording, left of a run that could not remove it; move it away",
			before)
	}
	if err := os.Rename(f.path, before); err != nil {
		return err
	}
	f.before = before
	return f.create()
}

func (f *outfile) create() error {
	err := os.WriteFile(f.path, nil, 0o666)
	f.made = err == nil
	return err
}

// started says that the program has started, and removes the older recording.
func (f *outfile) started() {
	if f.before != "" {
		os.Remove(f.before)
	}
	f.before, f.made = "", false
}

// close leaves the folder as it was, plus the recording of a started program.
func (f *outfile) close() error {
	switch {
	case f.folder != "":
		os.RemoveAll(f.folder) // an orphan of the program may have the file open
	case f.before != "":
		return os.Rename(f.before, f.path)
	case f.made:
		return os.Remove(f.path)
	}
	return nil
}
