package journal

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// lineLimit is how long a line of a journal may be, in bytes. The longest that a run
// writes is the header of the whole suite, below 1 MiB.
const lineLimit = 16 << 20

// Open opens the journal at path for reading, which must be a file.
func Open(path string) (*os.File, error) { return open(path, os.O_RDONLY) }

// open opens the journal at path, which must be a file: anything else could be read
// only once, or would never end.
func open(path string, flags int) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && kindOf(info.Mode()) != "" {
		return nil, fmt.Errorf("%s is not a journal: it is %s; "+another, path, kindOf(info.Mode()))
	}
	return os.OpenFile(path, flags, 0)
}

// Is reports whether the file at path begins as a journal does, of whatever version.
func Is(path string) bool {
	const begins = `{"journal":`
	file, err := open(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(len(begins))))
	return err == nil && string(text) == begins
}

// kindOf names the kind of what is not a regular file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// lines scans whole lines, each with its line end. What follows the last line end is
// left out.
func lines(from io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(from)
	s.Buffer(make([]byte, 0, 64<<10), lineLimit)
	s.Split(func(data []byte, _ bool) (int, []byte, error) {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			return 0, nil, nil
		}
		return end, data[:end], nil
	})
	return s
}
