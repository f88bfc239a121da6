//go:build windows && (amd64 || arm64)

package dll

import (
	"sync/atomic"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
)

// Methods of IUnknown and IND2Overlapped, by their places in the vtable.
const (
	queryInterface = iota
	addRef
	release
	cancelOverlappedRequests
	getOverlappedResult
)

// An object is an object of the DLL's, with the client's references to it.
type object struct {
	*instance
	pointer    uintptr
	key        identity
	references atomic.Int32
	// file is the file on which the object was created, or nil if it makes no requests.
	file *file
	// root is the ND2 interface that an extension extends.
	root nd2.GUID
	// kind is the interface's name.
	kind string
	// scratch is memory for the parameters of fast calls.
	scratch slot
}

// native returns the DLL's pointer to the object, or 0 after the client's last Release.
func (o *object) native() uintptr {
	if o == nil || o.references.Load() == 0 {
		return 0
	}
	return o.pointer
}

// call calls a method by its place in the vtable. It calls nothing after the client's
// last Release: the pointer may lead anywhere.
func (o *object) call(method uintptr, args ...uintptr) uintptr {
	if o.references.Load() <= 0 {
		return uintptr(nd2.InvalidHandle)
	}
	return invoke(o.pointer, method, args...)
}

// invoke calls a method of the object at a pointer, as C++ does.
func invoke(pointer, method uintptr, args ...uintptr) uintptr {
	var all [12]uintptr
	all[0] = pointer
	n := 1 + copy(all[1:], args)
	r, _, _ := syscall.SyscallN(load(load(pointer)+method*ptrSize), all[:n]...)
	return r
}

const ptrSize = 8

// do is call for a method that returns an HRESULT.
func (o *object) do(method uintptr, args ...uintptr) nd2.Status {
	return nd2.Status(uint32(o.call(method, args...)))
}

// frame returns the frame of a call on the object.
func (o *object) frame(method string) *frame { return newFrame(o.kind + "::" + method) }

// AddRef implements [nd2.Unknown].
func (o *object) AddRef() uint32 {
	if o.references.Load() <= 0 {
		return 0
	}
	o.references.Add(1)
	return uint32(invoke(o.pointer, addRef))
}

// Release implements [nd2.Unknown]. An extra Release does nothing.
func (o *object) Release() uint32 {
	left := o.references.Add(-1)
	if left < 0 {
		o.references.Add(1)
		return 0
	}
	if left == 0 {
		o.forget(o)
		o.scratch.empty()
	}
	return uint32(invoke(o.pointer, release))
}

// QueryInterface implements [nd2.Unknown].
func (o *object) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return o.create("QueryInterface", queryInterface, iid, o.file, out)
}

// create calls a method whose first parameter is an interface id and whose last is the
// place for the object.
func (o *object) create(name string, method uintptr, iid nd2.GUID, of *file, out *nd2.Unknown,
	args ...uintptr,
) nd2.Status {
	f := o.frame(name)
	got := untouched
	all := append([]uintptr{f.iid(iid)}, args...)
	if out == nil {
		all = append(all, 0)
	} else {
		if *out == nil {
			got = 0
		}
		all = append(all, ref(f, &got))
	}
	s := o.do(method, all...)
	f.end()
	switch {
	case out == nil || got == untouched:
	case s == nd2.Success && got != 0 && !defined(iid):
		*out = o.extension(got, iid, of, name)
	default:
		*out = o.wrap(got, iid, of, s)
	}
	return s
}

// untouched is a pointer's value before the call.
const untouched = ^uintptr(0)

// CancelOverlappedRequests implements [nd2.Overlapping]. When it returns, the events of
// the requests it ended are set, and their packets are in the client's completion port:
// a client may look for them without waiting. Only packets from the system's thread
// pool may come later.
func (o *overlapping) CancelOverlappedRequests() nd2.Status {
	o.watch.canceling.RLock()
	defer o.watch.canceling.RUnlock()
	s := o.do(cancelOverlappedRequests)
	o.file.pass()
	o.watch.pass()
	return s
}

// overlapping is the part shared by all objects with overlapped requests.
type overlapping struct{ *object }

// GetOverlappedResult implements [nd2.Overlapping].
func (o *overlapping) GetOverlappedResult(v *nd2.Overlapped, wait bool) nd2.Status {
	if v == nil {
		return o.do(getOverlappedResult, 0, boolean(wait))
	}
	request := o.proxies.of(v)
	notified := request.wasNotified()
	s := o.do(getOverlappedResult, request.address(), boolean(wait))
	request.answered(v, s, wait, notified)
	return s
}

// request makes an overlapped request with the proxy OVERLAPPED. done, if it isn't nil,
// copies out what the request may have written; see [proxyOverlapped].
func (o *object) request(v *nd2.Overlapped, done func(over bool), call func(overlapped uintptr) nd2.Status) nd2.Status {
	if v == nil {
		return call(0)
	}
	request := o.proxies.of(v)
	request.begin(v, o, done)
	s := call(request.address())
	request.returned(v, s)
	return s
}

func boolean(b bool) uintptr {
	if b {
		return 1
	}
	return 0
}
