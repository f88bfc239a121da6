package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A File is a file of entries. It is safe for concurrent use.
type File struct{ file *os.File }

// Append opens the file at path, and creates it if needed.
func Append(path string) (*File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return &File{file}, nil
}

// Write appends an entry of this process.
func (f *File) Write(e Entry) error {
	e.Process = os.Getpid()
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = f.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// longest limits a line, in bytes.
const longest = 16 << 20

// A Reader reads a file of entries that may still grow.
type Reader struct {
	from *bufio.Reader
	part []byte // of an incomplete line
	line int
}

// NewReader returns a reader of entries.
func NewReader(from io.Reader) *Reader { return &Reader{from: bufio.NewReader(from)} }

// Next returns the next entry, or [io.EOF] if there is none yet: an incomplete line does not count.
func (r *Reader) Next() (e Entry, err error) {
	for {
		text, err := r.from.ReadSlice('\n')
		r.part = append(r.part, text...)
		switch {
		case len(r.part) > longest:
			return e, fmt.Errorf("line %d has more than %d bytes", r.line+1, longest)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return e, err
		}
		break
	}
	r.line++
	err = json.Unmarshal(r.part, &e)
	r.part = r.part[:0]
	if err == nil {
		err = e.check()
	}
	if err != nil {
		return e, fmt.Errorf("line %d is no entry of a validation layer: %w", r.line, err)
	}
	return e, nil
}
