package command

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndconform/ndconform/reports"
)

// An output is a file that a flag names: a report, or the journal, which has no
// format. It is opened before the run, so that a path that can't be written is
// noticed early.
type output struct {
	flag, path string
	format     writer
	file       *os.File
	created    bool
	// written is the digest of what this process has written to the file.
	written digest
	// broken says that the file could not be written; report, or the journal, has told
	// so.
	broken bool
}

type outputs []*output

// open opens all the files or none. They keep what they hold.
func (list outputs) open() error {
	for i, o := range list {
		if err := o.open(); err != nil {
			list[:i].discard()
			return err
		}
		for _, other := range list[:i] {
			if sameFile(o.file, other.file) {
				list[:i+1].discard()
				return usageError("--%s and --%s name the same file: %s", other.flag, o.flag, o.path)
			}
		}
	}
	return nil
}

func (o *output) open() error {
	if o.printed() {
		if o.format == nil {
			return notPrinted(o.flag)
		}
		o.file = os.Stdout
		return nil
	}
	_, err := os.Lstat(o.path)
	o.created = errors.Is(err, os.ErrNotExist)
	o.file, err = os.OpenFile(o.path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return usageError("--%s can't be written: %v", o.flag, err)
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

// discard closes all files and removes those that open created.
func (list outputs) discard() {
	for _, o := range list {
		o.close()
		if o.created {
			os.Remove(o.path)
		}
	}
}

// report replaces what the files hold. Before the final time, only regular files are
// written: what has gone into a pipe can't be replaced. It returns an error for each file
// that could not be written.
func (list outputs) report(run *reports.Run, final bool) (all []error) {
	for _, o := range list {
		if err := o.report(run, final); err != nil {
			all = append(all, fmt.Errorf("--%s: %w", o.flag, err))
		}
	}
	return all
}

func (o *output) report(run *reports.Run, final bool) error {
	if o.format == nil {
		return nil
	}
	text, err := o.format(run)
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
		return err
	}
	if final {
		_, err = o.file.Write(text)
	}
	return err
}

// replace makes a regular file hold text and nothing else.
func (o *output) replace(text []byte) error {
	o.written.restart()
	_, _ = o.written.Write(text)
	if _, err := o.file.WriteAt(text, 0); err != nil {
		return err
	}
	return o.file.Truncate(int64(len(text)))
}

// restart empties the file, if that kind of file can be emptied.
func (o *output) restart() error {
	if regular, err := o.regular(); err != nil || !regular {
		return err
	}
	o.written.restart()
	if err := o.file.Truncate(0); err != nil {
		return err
	}
	_, err := o.file.Seek(0, io.SeekStart)
	return err
}

// regular reports whether what is in the file can be replaced.
func (o *output) regular() (bool, error) {
	if o.printed() { // there may be more in that file
		return false, nil
	}
	info, err := o.file.Stat()
	return err == nil && info.Mode().IsRegular(), err
}

func (list outputs) close() error {
	var all error
	for _, o := range list {
		all = errors.Join(all, o.close())
	}
	return all
}

func (o *output) close() error {
	if o.printed() {
		return nil
	}
	return o.file.Close()
}
