package child

import (
	"os"

	"golang.org/x/sys/windows"
)

// hold opens a file while nobody has it open for writing. It can't be written to, replaced or removed then. Source:
// the parameter dwShareMode of CreateFile.
func hold(path string) (*os.File, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	handle, err := windows.CreateFile(name, windows.GENERIC_READ, windows.FILE_SHARE_READ, nil, windows.OPEN_EXISTING,
		windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(handle), path), nil
}

// Seal holds the program at path: a copy elsewhere would not find the DLLs beside it. The caller closes it.
func Seal(path string) (*Program, error) { return Hold(path) }

// Executable returns the path by which the program is started. There is nothing to release.
func (p *Program) Executable() (path string, release func(), err error) {
	return p.Name(), func() {}, nil
}
