//go:build linux

package ib

import (
	"os"
	"syscall"
)

// A Watch reads one event channel: its goroutine waits, without a thread, until
// the channel's descriptor is readable. Stop ends it.
type Watch struct {
	file *os.File
	done chan struct{}
}

// NewWatch calls drain whenever fd is readable; drain reads until nothing is left. The
// caller still owns fd.
func NewWatch(fd int, drain func()) (*Watch, error) {
	own, err := syscall.Dup(fd)
	if err != nil {
		return nil, os.NewSyscallError("dup", err)
	}
	// The flag belongs to the open file, which both descriptors share.
	if err := syscall.SetNonblock(own, true); err != nil {
		syscall.Close(own)
		return nil, os.NewSyscallError("fcntl", err)
	}
	w := &Watch{file: os.NewFile(uintptr(own), "event channel"), done: make(chan struct{})}
	connection, err := w.file.SyscallConn()
	if err != nil {
		w.file.Close()
		return nil, err
	}
	go func() {
		defer close(w.done)
		// Read returns when the file is closed.
		_ = connection.Read(func(uintptr) bool {
			drain()
			return false
		})
	}()
	return w, nil
}

// Stop ends the goroutine and waits for it. It must not be called from drain.
func (w *Watch) Stop() {
	w.file.Close()
	<-w.done
}
