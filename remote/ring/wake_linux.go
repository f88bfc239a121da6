package ring

import (
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

const (
	futexWait = 0
	futexWake = 1
)

// A bell is nothing here: who sleeps at a word is woken by a futex.
type bell struct{}

func newBell(files []*os.File) (bell, []*os.File, error)  { return bell{}, files, nil }
func takeBell(files []*os.File) (bell, []*os.File, error) { return bell{}, files, nil }

// sleep returns when the word is woken, and at once if it is not value.
func (bell) sleep(word *atomic.Uint32, value uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value), 0, 0, 0)
}

// wake wakes who sleeps.
func (bell) wake(word *atomic.Uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1, 0, 0, 0)
}

// doNotWait does nothing: [knock] does not wait.
func doNotWait(*os.File) {}

// knock puts a byte into a pipe. One that the other side does not empty is not waited for.
func knock(pipe *os.File) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Write(func(fd uintptr) bool {
		_, _ = syscall.Write(int(fd), []byte{1})
		return true
	})
}
