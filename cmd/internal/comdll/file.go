//go:build windows && cgo

package comdll

// #include "bridge.h"
import "C"

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A file is an overlapped file: the provider's, together with the client's, which is a
// pipe.
type file struct {
	inner nd2.OverlappedFile
	// borrowed says that the client does not close the file.
	borrowed bool

	mu     sync.Mutex
	pipe   C.comdll_pipe
	users  int // objects that were created on it
	closed bool
}

// files are all open files.
var files struct {
	mu  sync.Mutex
	all []*file
}

// newFile wraps a file of the provider's for clients, who may close it unless they
// borrowed it.
func newFile(inner nd2.OverlappedFile, borrowed bool) (*file, nd2.Status) {
	sweep()
	f := &file{inner: inner, borrowed: borrowed}
	if e := C.comdll_pipe_open(&f.pipe); e != 0 {
		inner.Close()
		return nil, nd2.InsufficientResources
	}
	files.mu.Lock()
	defer files.mu.Unlock()
	files.all = append(files.all, f)
	return f, nd2.Success
}

// fileAt returns the file of a handle, or nil if the handle is no file's or is closed:
// the system uses the number of a closed handle again for something else.
func fileAt(handle uintptr) *file {
	files.mu.Lock()
	defer files.mu.Unlock()
	for _, likely := range []bool{true, false} {
		for _, f := range files.all {
			if (uintptr(f.pipe.client) == handle) == likely && f.owns(handle) {
				return f
			}
		}
	}
	return nil
}

func (f *file) owns(handle uintptr) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.closed && C.comdll_pipe_owns(&f.pipe, C.uintptr_t(handle)) != 0
}

// finish ends a request of the client's: the system sets an event and posts a packet.
func (f *file) finish(overlapped uintptr, event C.uintptr_t, s nd2.Status) {
	success := C.int(1)
	if s.Failed() {
		success = 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	if e := C.comdll_pipe_finish(&f.pipe, pointer(overlapped), event, success); e != 0 {
		fmt.Fprintf(os.Stderr, "%s: the end of the program's request with the OVERLAPPED at %#x can't be told: error %d\n",
			served.Name, overlapped, e)
	}
}

// hold and drop count the objects on a file.
func (f *file) hold() {
	if f != nil {
		f.mu.Lock()
		f.users++
		f.mu.Unlock()
	}
}

func (f *file) drop() {
	if f == nil {
		return
	}
	f.mu.Lock()
	f.users--
	unused := f.users == 0
	f.mu.Unlock()
	if unused {
		sweep()
	}
}

// CloseFiles closes the files that the client has closed. It is for the client's end: objects that it has not released
// may still use them.
func CloseFiles() {
	files.mu.Lock()
	defer files.mu.Unlock()
	files.all = slices.DeleteFunc(files.all, func(f *file) bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		left := !f.borrowed && C.comdll_pipe_left(&f.pipe) != 0
		if left {
			f.close()
		}
		return left
	})
}

// sweep closes the files that neither objects nor the client use any more: the system
// does not tell when the client closes one.
func sweep() {
	files.mu.Lock()
	defer files.mu.Unlock()
	files.all = slices.DeleteFunc(files.all, (*file).left)
}

func (f *file) left() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users > 0 || !f.borrowed && C.comdll_pipe_left(&f.pipe) == 0 {
		return false
	}
	f.close()
	return true
}

// close closes the file, which is locked.
func (f *file) close() {
	f.closed = true
	f.inner.Close()
	withClient := C.int(0)
	if f.borrowed {
		withClient = 1
	}
	C.comdll_pipe_close(&f.pipe, withClient)
}
