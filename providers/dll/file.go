//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// A file is the HANDLE of an overlapped file.
type file struct {
	instance *instance
	// borrowed says that the DLL closes it.
	borrowed bool

	mu     sync.Mutex
	handle windows.Handle
	closed bool
	client nd2.CompletionPort
	key    uintptr
	// port receives its packets; it is nil if the system's thread pool delivers them.
	port *port
}

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *file) BindCompletionPort(client nd2.CompletionPort, key uintptr) nd2.Status {
	return f.bindTo(f.instance.port, client, key)
}

func (f *file) bindTo(p *port, client nd2.CompletionPort, key uintptr) nd2.Status {
	return f.bind(client, key, func() error {
		f.port = p
		return p.bind(f)
	})
}

// bind makes a client's port receive the packets of requests; ask asks the system for it.
func (f *file) bind(client nd2.CompletionPort, key uintptr, ask func() error) nd2.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.closed:
		return nd2.InvalidHandle
	case client == nil || f.client != nil:
		return nd2.InvalidParameter
	}
	f.client, f.key = client, key
	if err := ask(); err != nil {
		f.client, f.port = nil, nil
		return statusOf(err)
	}
	return nd2.Success
}

// stray returns the message for a packet whose OVERLAPPED does not exist.
func stray(overlapped uintptr) string {
	return fmt.Sprintf("the DLL posted a packet to a completion port for an OVERLAPPED at %#x, where there is none",
		overlapped)
}

// deliver posts the packet of a request to the client's port.
func (f *file) deliver(o *proxyOverlapped) {
	if v := o.arrived(); v != nil {
		f.client.Post(f.key, v)
	}
}

// pass returns after the packets in the file's port were handed on.
func (f *file) pass() {
	if f == nil {
		return
	}
	f.mu.Lock()
	p := f.port
	f.mu.Unlock()
	if p != nil {
		p.pass()
	}
}

// Close implements [nd2.OverlappedFile]. It forgets the handle: the system may give the
// same value to another file at once.
func (f *file) Close() nd2.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || f.borrowed {
		return nd2.InvalidHandle
	}
	f.closed = true
	if err := windows.CloseHandle(f.handle); err != nil {
		return statusOf(err)
	}
	return nd2.Success
}

func (f *file) isBound() bool {
	if f == nil {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.client != nil
}

// noHandle is no handle for certain. INVALID_HANDLE_VALUE will not do: it means this
// process.
const noHandle uintptr = 0x7ffffff0

// handleOf returns a file as the DLL sees it: NULL for nil, and noHandle for a file that
// is closed or not a DLL's.
func handleOf(of nd2.OverlappedFile) uintptr {
	if of == nil {
		return 0
	}
	f, ok := of.(*file)
	if !ok {
		return noHandle
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return noHandle
	}
	return uintptr(f.handle)
}

// statusOf translates an error of Windows' to ND2's status.
func statusOf(err error) nd2.Status {
	switch {
	case errors.Is(err, windows.ERROR_INVALID_HANDLE):
		return nd2.InvalidHandle
	case errors.Is(err, windows.ERROR_INVALID_PARAMETER):
		return nd2.InvalidParameter
	}
	return nd2.Unsuccessful
}
