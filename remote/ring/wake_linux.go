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

// A bell is empty here: a futex wakes a sleeper at a word.
type bell struct{}

func newBell(files []*os.File) (bell, []*os.File, error)  { return bell{}, files, nil }
func takeBell(files []*os.File) (bell, []*os.File, error) { return bell{}, files, nil }

// sleep returns when the word is woken, at once if it is not value.
func (bell) sleep(word *atomic.Uint32, value uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWait, uintptr(value), 0, 0, 0)
}

// wake wakes the sleepers.
func (bell) wake(word *atomic.Uint32) {
	_, _, _ = syscall.Syscall6(syscall.SYS_FUTEX, uintptr(unsafe.Pointer(word)), futexWake, 1, 0, 0, 0)
}

// doNotWait does nothing: [knock] never waits.
func doNotWait(*os.File) {}

// knock puts a byte into a pipe. It does not wait for room.
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
