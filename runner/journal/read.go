package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndconform/ndconform/reports"
)

// A DamageError says which line of a journal is impossible, and why.
type DamageError struct {
	Path string
	Line int // from 1
	Err  error
}

func (e *DamageError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err) }
func (e *DamageError) Unwrap() error { return e.Err }

// Read reads the journal at path. A last line that was cut off while it was being
// written is left out; for anything else that is wrong, the error is a
// *[DamageError].
func Read(path string) (*Record, error) {
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, _, err := read(file, path, func(Entry) {})
	return r, err
}

// ReadText reads the text of a journal; path is what errors call it.
func ReadText(text []byte, path string) (*Record, error) {
	r, _, err := read(bytes.NewReader(text), path, func(Entry) {})
	return r, err
}

// ReadPart reads the journal at path for merging.
func ReadPart(path string) (*Part, error) {
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p := &Part{Path: path}
	p.Record, _, err = read(file, path, func(e Entry) { p.entries = append(p.entries, e) })
	return p, err
}

// read also returns the size of the whole lines, and hands on each entry.
func read(from io.Reader, path string, each func(Entry)) (r *Record, size int64, err error) {
	in := lines(from)
	n := 0
	for in.Scan() {
		n++
		if r == nil {
			r, err = readHeader(bytes.TrimPrefix(in.Bytes(), byteOrderMark))
		} else {
			err = readEntry(r, in.Bytes(), each)
		}
		if err != nil {
			return nil, 0, &DamageError{path, n, err}
		}
		size += int64(len(in.Bytes()))
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, 0, &DamageError{
			path, n + 1,
			fmt.Errorf("not a journal: it has a line of more than %d MiB", lineLimit>>20),
		}
	case err != nil:
		return nil, 0, err
	case r == nil:
		return nil, 0, &DamageError{path, 1, errNoHeader}
	}
	return r, size, nil
}

// byteOrderMark is what some editors and shells on Windows put before a text.
var byteOrderMark = []byte("\ufeff")

// What to say of a file that is no run's journal, or can't be read here.
var (
	errNoHeader = errors.New("not a journal: its header is missing or cut off, so that there is no run to go on with; " +
		another)
	errOther = errors.New("not a journal: its first line is not a header; " + another)
	errUTF16 = errors.New("not a journal: it is in UTF-16; save it in UTF-8, or " + another)
)

const another = "name a file that a run has written with --journal=FILE"

func readHeader(line []byte) (*Record, error) {
	var known struct {
		Version int `json:"journal"`
	}
	if json.Unmarshal(line, &known) != nil || known.Version == 0 {
		if bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) {
			return nil, errUTF16
		}
		return nil, errOther
	}
	if known.Version != Version {
		return NewRecord(Header{Version: known.Version})
	}
	var h Header
	if err := strictly(line, &h); err != nil {
		return nil, err
	}
	return NewRecord(h)
}

func readEntry(r *Record, line []byte, each func(Entry)) error {
	var e Entry
	if err := strictly(line, &e); err != nil {
		return err
	}
	if err := r.Apply(e); err != nil {
		return err
	}
	each(e)
	return nil
}

// strictly reads a line that holds one JSON object of known fields, each of them once.
func strictly(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	return reports.UniqueKeys(line)
}
