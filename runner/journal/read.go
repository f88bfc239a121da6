package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A DamageError says which line of a journal can't be.
type DamageError struct {
	Path string
	Line int // from 1
	Err  error
}

func (e *DamageError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Path, e.Line, e.Err) }
func (e *DamageError) Unwrap() error { return e.Err }

// Read reads the journal at path. A last line that was cut off while it was being
// written is left out; anything else that is wrong is a *[DamageError].
func Read(path string) (*Record, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, _, err := read(file, path, func(Entry) {})
	return r, err
}

// ReadPart reads the journal at path for merging.
func ReadPart(path string) (*Part, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p := &Part{Path: path}
	p.Record, _, err = read(file, path, func(e Entry) { p.entries = append(p.entries, e) })
	return p, err
}

// read also gives the size of what is whole, and hands on each entry.
func read(from io.Reader, path string, each func(Entry)) (r *Record, size int64, err error) {
	lines := bufio.NewReaderSize(from, 1<<16)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		cut := errors.Is(err, io.EOF) // what stands after the last line's end
		if err != nil && !cut {
			return nil, 0, err
		}
		if cut {
			if r == nil {
				return nil, 0, &DamageError{path, n, errors.New("no journal: its header is missing or cut off")}
			}
			return r, size, nil
		}
		if r == nil {
			r, err = readHeader(line)
		} else {
			err = readEntry(r, line, each)
		}
		if err != nil {
			return nil, 0, &DamageError{path, n, err}
		}
		size += int64(len(line))
	}
}

func readHeader(line []byte) (*Record, error) {
	var known struct {
		Version int `json:"journal"`
	}
	if json.Unmarshal(line, &known) != nil || known.Version == 0 {
		return nil, errors.New("no journal: its first line is no header")
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

// strictly reads a line that holds one JSON object of known fields.
func strictly(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}
