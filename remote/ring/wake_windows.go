package ring

import (
	"errors"
	"os"
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/windows"
)

// A bell is an event that wakes a waiter, and remembers a wake without one: Windows has no futex
// between processes. It is closed when nobody has it any more.
type bell struct{ event *os.File }

var errNoBell = errors.New("an event is missing")

// newBell returns a bell, and the files with the other process's handle added.
func newBell(files []*os.File) (bell, []*os.File, error) {
	event, err := windows.CreateEvent(nil, 0, 0, nil)
	if err != nil {
		return bell{}, files, err
	}
	theirs := os.NewFile(uintptr(event), "event")
	b, _, err := takeBell([]*os.File{theirs})
	return b, append(files, theirs), err
}

// takeBell returns the bell of the first file, which can then be closed, and the other files.
func takeBell(files []*os.File) (b bell, rest []*os.File, err error) {
	if len(files) == 0 {
		return b, nil, errNoBell
	}
	var event windows.Handle
	self := windows.CurrentProcess()
	theirs := windows.Handle(files[0].Fd())
	err = windows.DuplicateHandle(self, theirs, self, &event, 0, false, windows.DUPLICATE_SAME_ACCESS)
	if err != nil {
		return b, nil, err
	}
	return bell{os.NewFile(uintptr(event), "event")}, files[1:], nil
}

// sleep returns when the bell has rung, at once if the word is not value.
func (b bell) sleep(word *atomic.Uint32, value uint32) {
	if word.Load() == value {
		_, _ = windows.WaitForSingleObject(windows.Handle(b.event.Fd()), windows.INFINITE)
		runtime.KeepAlive(b.event)
	}
}

// wake wakes the sleeper.
func (b bell) wake(*atomic.Uint32) {
	_ = windows.SetEvent(windows.Handle(b.event.Fd()))
	runtime.KeepAlive(b.event)
}

// doNotWait makes writes to a full pipe fail.
func doNotWait(pipe *os.File) {
	mode := uint32(windows.PIPE_NOWAIT)
	_ = windows.SetNamedPipeHandleState(windows.Handle(pipe.Fd()), &mode, nil, nil)
}

// knock puts a byte into a pipe of [doNotWait].
func knock(pipe *os.File) { _, _ = pipe.Write([]byte{1}) }
