package calls

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A File wraps an overlapped file, and receives its packets.
type File struct {
	Object
	inner nd2.OverlappedFile

	mu   sync.Mutex
	port nd2.CompletionPort
	key  uintptr
}

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *File) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	return f.do(&Call{Method: FileBindCompletionPort}, func(*Call) nd2.Status {
		if port == nil {
			return f.inner.BindCompletionPort(nil, key)
		}
		s := f.inner.BindCompletionPort(postman{f}, key)
		if s == nd2.Success {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.port, f.key = port, key
		}
		return s
	})
}

// Close implements [nd2.OverlappedFile].
func (f *File) Close() nd2.Status {
	return f.do(&Call{Method: FileClose}, func(*Call) nd2.Status {
		s := f.inner.Close()
		if s == nd2.Success {
			f.layer.forget(&f.Object)
		}
		return s
	})
}

// Bound reports whether the file has a completion port.
func (f *File) Bound() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.port != nil
}

// SharesPort reports whether two files are bound to the same completion port.
func (f *File) SharesPort(with *File) bool {
	if with == nil || f == with {
		return false
	}
	port := f.boundTo()
	return port != nil && port == with.boundTo()
}

func (f *File) boundTo() nd2.CompletionPort {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.port
}

// Post posts a packet to the file's completion port, if it has one.
func (f *File) Post(o *nd2.Overlapped) {
	f.mu.Lock()
	port, key := f.port, f.key
	f.mu.Unlock()
	if port != nil {
		port.Post(key, o)
	}
}

// A postman receives the provider's packets.
type postman struct{ file *File }

// Post implements [nd2.CompletionPort].
func (p postman) Post(_ uintptr, o *nd2.Overlapped) {
	s, ok := o.Event.(*ProxyOverlapped)
	if !ok || s.over() {
		return
	}
	s.Object.do(&Call{Method: PortPost, Proxy: s}, func(c *Call) nd2.Status {
		c.Proxy.PostPacket()
		return nd2.Success
	})
}

// Inner returns the provider's file.
func (f *File) Inner() nd2.OverlappedFile { return f.inner }

// innerFile is [Call.inner] for a file. A transparent layer wraps none.
func (c *Call) innerFile(f nd2.OverlappedFile) nd2.OverlappedFile {
	if w, ok := f.(*File); ok && !c.layer.transparent {
		return w.inner
	}
	return f
}
