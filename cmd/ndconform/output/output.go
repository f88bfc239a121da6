package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
)

// A Format returns a run as a report.
type Format func(*reports.Run) ([]byte, error)

// A File is a file that a flag names: a report, or the journal, which has no
// format. It is opened before the run, so that a path that can't be written is
// noticed early.
type File struct {
	Flag, Path string
	Format     Format
	// Handle is the file when it is open.
	Handle  *os.File
	created bool
	// written is the digest of what this process has written to the file.
	written digest
	// broken says that the file could not be written; Report, or the journal, has told
	// so.
	broken bool
}

// Files are the files of one command.
type Files []*File

// Named returns the files that have a path.
func (list Files) Named() Files {
	return slices.DeleteFunc(list, func(o *File) bool { return o.Path == "" })
}

// Open opens all the files or none. They keep what they hold.
func (list Files) Open() error {
	for i, o := range list {
		if err := o.Open(); err != nil {
			list[:i].Discard()
			return err
		}
		for _, other := range list[:i] {
			if sameFile(o.Handle, other.Handle) {
				list[:i+1].Discard()
				return exit.UsageError("--%s and --%s name the same file: %s", other.Flag, o.Flag, o.Path)
			}
		}
	}
	return nil
}

// Open opens the file, unless that is standard output.
func (o *File) Open() error {
	if o.Printed() {
		if o.Format == nil {
			return usage.NotPrinted(o.Flag)
		}
		o.Handle = os.Stdout
		return nil
	}
	_, err := os.Lstat(o.Path)
	o.created = errors.Is(err, os.ErrNotExist)
	mode := os.FileMode(0o666)
	if o.Format == nil { // a journal tells which spec is running
		mode = 0o600
	}
	o.Handle, err = os.OpenFile(o.Path, os.O_WRONLY|os.O_CREATE, mode)
	if err != nil {
		return exit.UsageError("--%s can't be written: %v", o.Flag, err)
	}
	return nil
}

func sameFile(a, b *os.File) bool {
	one, err := a.Stat()
	if err != nil {
		return false
	}
	two, err := b.Stat()
	return err == nil && os.SameFile(one, two)
}

// Discard closes all files and removes those that Open created.
func (list Files) Discard() {
	for _, o := range list {
		o.Close()
		if o.created {
			os.Remove(o.Path)
		}
	}
}

// Report replaces what the files hold. Before the final time, only regular files are
// written: what has gone into a pipe can't be replaced. It returns an error for each file
// that could not be written.
func (list Files) Report(run *reports.Run, final bool) (all []error) {
	for _, o := range list {
		if err := o.Report(run, final); err != nil {
			all = append(all, fmt.Errorf("--%s: %w", o.Flag, err))
		}
	}
	return all
}

// Report replaces what the file holds, as a list's Report does.
func (o *File) Report(run *reports.Run, final bool) error {
	if o.Format == nil {
		return nil
	}
	text, err := o.Format(run)
	if err != nil {
		return err
	}
	regular, err := o.regular()
	if err != nil {
		return err
	}
	if regular {
		err := o.replace(text)
		o.broken = err != nil
		if err != nil { // half a report would pass for a whole one
			_ = o.Handle.Truncate(0)
		}
		return err
	}
	if final {
		_, err = o.Handle.Write(text)
	}
	return err
}

// replace makes a regular file hold text and nothing else.
func (o *File) replace(text []byte) error {
	o.written.restart()
	_, _ = o.written.Write(text)
	if _, err := o.Handle.WriteAt(text, 0); err != nil {
		return err
	}
	return o.Handle.Truncate(int64(len(text)))
}

// Restart empties the file, if that kind of file can be emptied.
func (o *File) Restart() error {
	if regular, err := o.regular(); err != nil || !regular {
		return err
	}
	o.written.restart()
	if err := o.Handle.Truncate(0); err != nil {
		return err
	}
	_, err := o.Handle.Seek(0, io.SeekStart)
	return err
}

// Write adds to what the file holds since it was restarted.
func (o *File) Write(text []byte) (int, error) {
	_, _ = o.written.Write(text)
	n, err := o.Handle.Write(text)
	o.broken = o.broken || err != nil
	return n, err
}

// regular reports whether what is in the file can be replaced.
func (o *File) regular() (bool, error) {
	if o.Printed() { // there may be more in that file
		return false, nil
	}
	info, err := o.Handle.Stat()
	return err == nil && info.Mode().IsRegular(), err
}

// Close closes all files.
func (list Files) Close() error {
	var all error
	for _, o := range list {
		all = errors.Join(all, o.Close())
	}
	return all
}

// Close closes the file, unless that is standard output. A report that could not be written is removed.
func (o *File) Close() error {
	if o.Printed() {
		return nil
	}
	remove := o.broken && o.Format != nil && o.leads()
	err := o.Handle.Close()
	if remove {
		err = errors.Join(err, os.Remove(o.Path))
	}
	return err
}

// leads reports whether the path still leads to the file.
func (o *File) leads() bool {
	now, err := os.Open(o.Path)
	if err != nil {
		return false
	}
	defer now.Close()
	return sameFile(o.Handle, now)
}

// Printed reports whether the output is standard output.
func (o *File) Printed() bool { return o.Path == usage.Stdout }

// Printed reports whether one of the outputs is standard output.
func (list Files) Printed() bool { return slices.ContainsFunc(list, (*File).Printed) }
