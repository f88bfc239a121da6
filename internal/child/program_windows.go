package child

import (
	"os"

	"golang.org/x/sys/windows"
)

// hold opens a file that nobody has open for writing. Nobody can then write, replace or remove it. Source: the
// parameter dwShareMode of CreateFile.
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
