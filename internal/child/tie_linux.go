package child

import (
	"math"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// StartTied starts cmd. The kernel kills its process when this one is gone. The process gets only the
// descriptors that it is given, whatever this process has inherited. The caller calls untie when the
// process has ended. For the kernel the parent is the thread that started the process, so that thread is
// kept until then. Source: PR_SET_PDEATHSIG(2const).
func StartTied(cmd *exec.Cmd) (untie func(), err error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) // since Linux 5.11
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		isOver, err := Start(cmd)
		started <- err
		if err == nil {
			<-ended
		}
		isOver()
	}()
	return func() { close(ended) }, <-started
}
