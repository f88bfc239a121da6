//go:build unix

package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
)

func hold(path string) (*os.File, error) { return os.Open(path) }

// privateCopy returns a copy of a program in a folder that only this user, and root, can write.
func privateCopy(path string) (*Program, error) {
	folder, err := os.MkdirTemp(temporary(), "program")
	if err != nil {
		return nil, err
	}
	p := &Program{folder: folder}
	p.File, err = copyInto(filepath.Join(folder, filepath.Base(path)), path)
	if err == nil {
		err = os.Chmod(folder, 0o711) // root's hosts are other users
	}
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return p, nil
}

// copyInto makes a copy, and opens it for reading. A file that is open for writing can't be executed, so no child
// may inherit it meanwhile.
func copyInto(to, path string) (*os.File, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return nil, err
	}
	err = errors.Join(copyTo(file, path), file.Chmod(0o555), file.Close())
	if err != nil {
		return nil, err
	}
	return os.Open(to)
}

// programMost is more bytes than any program has. A copy may be in memory.
const programMost = 1 << 30

// copyTo fills a file with the bytes of another, a program.
func copyTo(file *os.File, path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if info.Size() > programMost {
		return fmt.Errorf("%s is larger than %d MiB, which no program is", path, programMost>>20)
	}
	_, err = io.Copy(file, io.LimitReader(from, info.Size()))
	return err
}
