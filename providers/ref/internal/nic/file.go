package nic

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A File notifies the clients of the objects created on an overlapped file: it delivers
// completions to their OVERLAPPEDs one by one, in the order of completion. It
// implements [nd2.OverlappedFile].
//
// Closing it ends the client's hold on it; its objects go on working.
type File struct {
	device *Device
	// next links the device's list of files with completions; the device's lock guards
	// next and listed.
	next   *File
	listed bool

	mu sync.Mutex
	// changed is broadcast after each delivery.
	changed sync.Cond
	closed  bool
	port    nd2.CompletionPort
	key     uintptr
	// completed are the requests to deliver, in order.
	completed  []*Request
	delivering bool
}

// NewFile returns a file for objects of the device.
func (d *Device) NewFile() *File {
	f := &File{device: d}
	f.changed.L = &f.mu
	return f
}

// Device returns the device of the file's objects.
func (f *File) Device() *Device { return f.device }

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *File) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.closed:
		return nd2.InvalidHandle
	case port == nil, f.port != nil:
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

// complete queues r for delivery by the device's UnlockAndDeliver.
func (f *File) complete(r *Request) {
	f.mu.Lock()
	f.completed = append(f.completed, r)
	f.mu.Unlock()
	if !f.listed {
		f.listed = true
		f.next, f.device.notify = f.device.notify, f
	}
}

// deliver notifies the client of completed requests. The caller holds no lock. If
// another goroutine is delivering, that goroutine delivers these, too.
func (f *File) deliver() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.delivering {
		return
	}
	f.delivering = true
	for len(f.completed) > 0 {
		r := f.completed[0]
		f.completed = f.completed[1:]
		r.overlapped.Internal, r.notifying = uintptr(r.status), true
		port, key := f.port, f.key
		f.mu.Unlock()
		if event := r.overlapped.Event; event != nil {
			event.Set()
		}
		if port != nil {
			port.Post(key, r.overlapped)
		}
		f.mu.Lock()
		r.requests.delivered(r)
		f.changed.Broadcast()
	}
	f.completed = nil
	f.delivering = false
}
