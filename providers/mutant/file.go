package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A file is an overlapped file, whose packets come by here.
type file struct {
	object
	inner nd2.OverlappedFile

	mu   sync.Mutex
	port nd2.CompletionPort
	key  uintptr
}

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *file) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	return f.do(&call{method: "OverlappedFile::BindCompletionPort"}, func(*call) nd2.Status {
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
func (f *file) Close() nd2.Status {
	return f.do(&call{method: "OverlappedFile::Close"}, func(*call) nd2.Status { return f.inner.Close() })
}

// bound reports whether the file has a completion port.
func (f *file) bound() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.port != nil
}

// post brings a packet to the client.
func (f *file) post(o *nd2.Overlapped) {
	f.mu.Lock()
	port, key := f.port, f.key
	f.mu.Unlock()
	if port != nil {
		port.Post(key, o)
	}
}

// A postman takes the engine's packets.
type postman struct{ file *file }

// Post implements [nd2.CompletionPort].
func (p postman) Post(_ uintptr, o *nd2.Overlapped) {
	s, ok := o.Event.(*shadow)
	if !ok || s.over() {
		return
	}
	s.object.do(&call{method: "CompletionPort::Post", shadow: s}, func(c *call) nd2.Status {
		c.shadow.post()
		return nd2.Success
	})
}

// innerFile gives the engine's file behind a wrapper.
func innerFile(f nd2.OverlappedFile) nd2.OverlappedFile {
	if w, ok := f.(*file); ok {
		return w.inner
	}
	return f
}
