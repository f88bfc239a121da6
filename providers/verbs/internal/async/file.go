package async

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A File notifies the clients of the requests of the objects created on it. It
// implements [nd2.OverlappedFile]. Closing it ends the client's hold on it; its objects
// go on working.
type File struct {
	mu sync.Mutex
	// ended is broadcast when a request has been notified.
	ended  sync.Cond
	closed bool
	port   nd2.CompletionPort
	key    uintptr
}

// NewFile returns a file without a completion port.
func NewFile() *File {
	f := new(File)
	f.ended.L = &f.mu
	return f
}

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *File) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nd2.InvalidHandle
	}
	if port == nil || f.port != nil {
		return nd2.InvalidParameter
	}
	f.port, f.key = port, key
	return nd2.Success
}

// Close implements [nd2.OverlappedFile].
func (f *File) Close() nd2.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nd2.InvalidHandle
	}
	f.closed = true
	return nd2.Success
}

// Closed reports whether the client has closed the file.
func (f *File) Closed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closed
}
