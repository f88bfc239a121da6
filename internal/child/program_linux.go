package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

const seals = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL

// Seal returns a copy of the program at path that nobody can change, not even the file's owner. The caller closes
// it. Source: memfd_create(2), F_ADD_SEALS(2const).
func Seal(path string) (*Program, error) {
	file, err := memoryFile(path)
	if err != nil {
		return privateCopy(path)
	}
	err = copyTo(file, path)
	if err == nil {
		err = addSeals(file)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Program{File: file}, nil
}

func addSeals(file *os.File) error {
	err := whileBusy(func() error {
		_, err := unix.FcntlInt(file.Fd(), unix.F_ADD_SEALS, seals)
		return err
	})
	if err != nil {
		return fmt.Errorf("seal the copy of %s: %w", file.Name(), err)
	}
	return nil
}

// whileBusy seals some three seconds long: the kernel may still hold pages of a file that was just written, waits up to
// 0.15 seconds for them, and then refuses with EBUSY. Source: memfd_wait_for_pins in Linux's mm/memfd.c.
func whileBusy(seal func() error) (err error) {
	for range 20 {
		if err = seal(); !errors.Is(err, unix.EBUSY) {
			break
		}
	}
	return err
}

// memoryFile returns an empty file in memory that this process can execute.
func memoryFile(name string) (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(filepath.Base(name), flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3, where all can be executed
		fd, err = unix.MemfdCreate(filepath.Base(name), flags)
	}
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), name)
	if _, err := os.Stat(descriptorPath(fd)); err != nil { // there is no /proc
		file.Close()
		return nil, err
	}
	return file, nil
}

func descriptorPath(fd int) string { return fmt.Sprintf("/proc/self/fd/%d", fd) }

// inherited is more than any number of an inherited file in a child. A child has these numbers before it executes
// its program.
const inherited = 256

// OwnProgram returns a path by which to start the program that this process runs, wherever its file lies by now, and
// whatever lies in its place. Source: proc_pid_exe(5).
func OwnProgram(string) string { return "/proc/self/exe" }

// Executable returns a path by which this process can start the program. The caller calls release after the start.
func (p *Program) Executable() (path string, release func(), err error) {
	if p.folder != "" {
		return p.Name(), func() {}, nil
	}
	fd, err := unix.FcntlInt(p.Fd(), unix.F_DUPFD_CLOEXEC, inherited)
	return descriptorPath(fd), func() { unix.Close(fd) }, err
}
