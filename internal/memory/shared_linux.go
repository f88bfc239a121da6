package memory

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// sealed keeps others with the file from resizing it: shortening would remove the memory.
const sealed = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

var errOtherSize = errors.New("shared memory of another size")

// Share returns zeroed memory that another process can map by the file. Its first bytes can be used, and
// whatever is committed.
func Share(size, _ int) (b []byte, file *os.File, err error) {
	fd, err := unix.MemfdCreate("ndconform", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, nil, err
	}
	file = os.NewFile(uintptr(fd), "shared memory")
	err = file.Truncate(int64(size))
	if err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, sealed)
	}
	if err == nil {
		b, err = mapped(file, size)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return b, file, nil
}

// Map returns the memory that another process shares by a file.
func Map(file *os.File, size int) (b []byte, err error) {
	info, err := file.Stat()
	if err == nil && info.Size() != int64(size) {
		err = errOtherSize
	}
	if err != nil {
		return nil, err
	}
	return mapped(file, size)
}

func mapped(file *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

// Discard frees the pages of shared memory, which is then zero. Its addresses stay: a goroutine left behind may
// still look.
func Discard(b []byte) { _ = syscall.Madvise(b, unix.MADV_REMOVE) }

// Commit does nothing: memory exists as soon as it is touched.
func Commit([]byte) error { return nil }
