package journal

import (
	"errors"
	"os"
)

// ErrInUse is the error of a journal that another process writes.
var ErrInUse = errors.New("in use by another run")

// Lock keeps other processes from writing a journal until file is closed or this
// process ends, however it ends. Others may still read it. A file that can't be
// locked, such as a pipe or a file on a network without locks, is left as it is.
func Lock(file *os.File) error {
	if err := lock(file); errors.Is(err, errLocked) {
		return ErrInUse
	}
	return nil
}
