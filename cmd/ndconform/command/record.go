package command

import (
	"os"

	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/worker"
)

// A record is the file that holds the journal: one that a flag names, or a
// temporary one.
type record struct {
	*output
	temporary bool
	written   bool
}

// openRecord finds the journal's file among the outputs, or makes one.
func openRecord(f *runFlags, files outputs, t *task) (*record, error) {
	if t.resume != nil {
		return &record{output: &output{path: f.resume, file: t.resumed}}, nil
	}
	for _, o := range files {
		if o.flag == "journal" {
			if err := journal.Lock(o.file); err != nil {
				return nil, usageError("--journal: %s is %v", o.path, err)
			}
			return &record{output: o}, nil
		}
	}
	file, err := os.CreateTemp("", "ndconform-*.journal")
	if err != nil {
		return nil, usageError("the journal can't be written: %v; --journal=FILE names another place", err)
	}
	if err := journal.Lock(file); err != nil {
		return nil, usageError("%s is %v", file.Name(), err)
	}
	return &record{output: &output{path: file.Name(), file: file}, temporary: true}, nil
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
		if err := r.restart(); err != nil {
			return 0, err
		}
		worker.RemoveDumps(r.path)
	}
	_, _ = r.output.written.Write(line)
	n, err := r.file.Write(line)
	r.broken = r.broken || err != nil
	return n, err
}

// remove closes the file, and removes it if it is a temporary one.
func (r *record) remove() {
	r.file.Close()
	if r.temporary {
		os.Remove(r.path)
	}
}

// done closes the file. It returns its path if the journal is of use although the
// user has not asked to keep it.
func (r *record) done(ofUse bool) (kept string) {
	if !r.temporary || !ofUse {
		r.remove()
		return ""
	}
	r.file.Close()
	return r.path
}
