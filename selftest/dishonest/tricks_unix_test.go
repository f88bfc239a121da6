//go:build unix

package dishonest

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

func init() {
	for fd := range 3 {
		tricks[fmt.Sprintf("closes descriptor %d", fd)] = trick{inCall: func() { _ = syscall.Close(fd) }}
	}
	tricks["closes what it finds"] = trick{inCall: func() { everywhere(func(fd int) { _ = syscall.Close(fd) }) }}
	tricks["writes events everywhere"] = trick{inCall: func() {
		everywhere(func(fd int) { _, _ = syscall.Write(fd, []byte(forged)) })
	}}
	tricks["floods"] = trick{inCall: func() {
		for range 2000 {
			_, _ = syscall.Write(2, []byte(strings.Repeat("x", 1<<16)))
		}
	}}
	tricks["interrupts itself"] = trick{inCall: func() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGINT) }}
	tricks["terminates its group"] = trick{inCall: func() { _ = syscall.Kill(0, syscall.SIGTERM) }}
	tricks["kills its group"] = trick{inCall: func() { _ = syscall.Kill(0, syscall.SIGKILL) }}
	tricks["interrupts its parent"] = trick{inCall: func() { _ = syscall.Kill(os.Getppid(), syscall.SIGINT) }}
	tricks["replays events"] = trick{inCall: func() { pipes(replay) }}
	tricks["steals events"] = trick{inCall: func() { pipes(steal) }}
}

// everywhere does something with each descriptor that a worker may have beyond the standard
// ones.
func everywhere(do func(fd int)) {
	for fd := 3; fd < 64; fd++ {
		do(fd)
	}
}

// pipes opens each pipe that the process writes to for reading too, as Linux lets it, and calls do with each.
func pipes(do func(*os.File)) {
	everywhere(func(fd int) {
		var stat syscall.Stat_t
		if syscall.Fstat(fd, &stat) != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFIFO {
			return
		}
		file, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", fd), os.O_RDWR, 0)
		if err == nil {
			go do(file)
		}
	})
}

func replay(file *os.File) {
	text := make([]byte, 1<<16)
	for n, err := file.Read(text); err == nil; n, err = file.Read(text) {
		for range 2 {
			_, _ = file.Write(text[:n])
		}
	}
}

func steal(file *os.File) {
	text := make([]byte, 1<<16)
	for _, err := file.Read(text); err == nil; _, err = file.Read(text) {
	}
}
