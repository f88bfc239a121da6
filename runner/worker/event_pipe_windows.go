package worker

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

// bequeath lets the process that cmd starts inherit a file beyond its standard ones, and returns its
// handle there.
func bequeath(cmd *exec.Cmd, file *os.File) (descriptor uintptr, err error) {
	handle := file.Fd()
	if err := windows.SetHandleInformation(windows.Handle(handle), windows.HANDLE_FLAG_INHERIT,
		windows.HANDLE_FLAG_INHERIT); err != nil {
		return 0, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{AdditionalInheritedHandles: []syscall.Handle{syscall.Handle(handle)}}
	return handle, nil
}

func disinherit(descriptor uintptr) {
	_ = windows.SetHandleInformation(windows.Handle(descriptor), windows.HANDLE_FLAG_INHERIT, 0)
}
