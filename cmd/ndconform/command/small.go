package command

import (
	"fmt"
	"io"
	"os"
)

// smallMost is more than any configuration or key has, in bytes.
const smallMost = 1 << 20

// readSmall reads a file that people write, or that is a key: one that is far larger, or never
// ends, is something else.
func readSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, smallMost+1))
	if err == nil && len(text) > smallMost {
		err = fmt.Errorf("%s has more than %d MiB", path, smallMost>>20)
	}
	return text, err
}
