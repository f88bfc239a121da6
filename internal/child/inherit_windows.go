package child

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// Bequeath lets cmd's process inherit files beyond its standard ones, and returns their handles there.
func Bequeath(cmd *exec.Cmd, files ...*os.File) (descriptors []uintptr, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	for _, file := range files {
		handle := file.Fd()
		if err := windows.SetHandleInformation(windows.Handle(handle), windows.HANDLE_FLAG_INHERIT,
			windows.HANDLE_FLAG_INHERIT); err != nil {
			return nil, err
		}
		cmd.SysProcAttr.AdditionalInheritedHandles = append(cmd.SysProcAttr.AdditionalInheritedHandles,
			syscall.Handle(handle))
		descriptors = append(descriptors, handle)
	}
	return descriptors, nil
}

// Disinherit keeps an inherited handle from this process's children.
func Disinherit(descriptor uintptr) {
	_ = windows.SetHandleInformation(windows.Handle(descriptor), windows.HANDLE_FLAG_INHERIT, 0)
}

// Inherited returns the file of an inherited handle. This process's children don't inherit it.
func Inherited(descriptor uintptr) *os.File {
	Disinherit(descriptor)
	return os.NewFile(descriptor, "inherited")
}

// KillGroup kills a process, but not its children.
func KillGroup(process *os.Process) error { return process.Kill() }
