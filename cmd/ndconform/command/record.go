package command

import (
	"os"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// A record is the file that holds the journal: named by a flag, or temporary.
type record struct {
	*output.File
	temporary bool
	written   bool
}

// openRecord finds the journal's file among the outputs, or makes one.
func openRecord(f *runFlags, files output.Files, t *task) (*record, error) {
	if t.resume != nil {
		return &record{File: &output.File{Path: f.resume, Handle: t.resumed}}, nil
	}
	for _, o := range files {
		if o.Flag == "journal" {
			if err := ownJournal(o.Path); err != nil {
				return nil, err
			}
			if err := journal.Lock(o.Handle); err != nil {
				return nil, exit.UsageError("--journal: %s is %v", o.Path, err)
			}
			return &record{File: o}, nil
		}
	}
	file, err := os.CreateTemp("", "ndconform-*.journal")
	if err != nil {
		return nil, exit.UsageError("the journal can't be written: %v; --journal=FILE names another place", err)
	}
	if err := journal.Lock(file); err != nil {
		return nil, exit.UsageError("%s is %v", file.Name(), err)
	}
	return &record{File: &output.File{Path: file.Name(), Handle: file}, temporary: true}, nil
}

// ownJournal refuses to overwrite a file that holds something, and no journal.
func ownJournal(path string) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 && !journal.Is(path) {
		return exit.UsageError("--journal: %s is not a journal, and is not overwritten: name another file, or remove it",
			path)
	}
	return nil
}

// fresh returns the file to write a new journal to. It keeps what it held until
// then.
func (r *record) fresh() *record {
	r.written = false
	return r
}

func (r *record) Write(line []byte) (int, error) {
	if !r.written {
		r.written = true
		if err := r.Restart(); err != nil {
			return 0, err
		}
		worker.RemoveDumps(r.Path)
	}
	return r.File.Write(line)
}

// remove closes the file, and removes it if it is a temporary one.
func (r *record) remove() {
	r.Handle.Close()
	if r.temporary {
		os.Remove(r.Path)
	}
}

// done closes the file. It returns its path if the journal is of use although the
// user has not asked to keep it.
func (r *record) done(ofUse bool) (kept string) {
	if !r.temporary || !ofUse {
		r.remove()
		return ""
	}
	r.Handle.Close()
	return r.Path
}
