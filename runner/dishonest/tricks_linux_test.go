package dishonest

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

func init() {
	tricks["stops its parent"] = trick{inCall: stopParent}
}

// stop stops the process that it is given and, since nobody else would, has it go on. Others
// may do the same at the same time.
const stop = `while kill -STOP $1 && ! grep -q ') T' /proc/$1/stat; do :; done; kill -CONT $1`

// stopParent has the supervisor stopped, which sees no time pass then, and writes events
// meanwhile. A child does it, in a session of its own: the worker may be killed for the
// events before the supervisor goes on.
func stopParent() {
	c := exec.Command("sh", "-c", stop, "sh", fmt.Sprint(os.Getppid()))
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if c.Start() != nil {
		return
	}
	everywhere(func(fd int) { _, _ = syscall.Write(fd, []byte(forged)) })
	_ = c.Wait()
}
