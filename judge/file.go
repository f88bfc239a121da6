package judge

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
)

// A file wraps an overlapped file, to see its packets.
type file struct {
	k     *Checker
	state *object
	inner nd2.OverlappedFile
	key   uintptr
	bound bool // to a port; the checker's lock guards it and key
}

func trackCreateFile(s *step) {
	if s.status != nd2.Success || s.c.OutFile == nil || *s.c.OutFile == nil {
		return
	}
	o := s.k.object("file", "")
	o.adapter = s.o.adapter
	*s.c.OutFile = &file{k: s.k, state: o, inner: *s.c.OutFile}
}

// beginOnFile gives the provider its own file.
func beginOnFile(s *step) {
	if f, ok := s.c.File.(*file); ok {
		s.file, s.c.File = f, f.inner
	}
}

// Inner returns the provider's file behind a judged file, and any other file as it is.
func Inner(of nd2.OverlappedFile) nd2.OverlappedFile {
	if f, ok := of.(*file); ok {
		return f.inner
	}
	return of
}

// A Binding binds a file to a port by a function of the provider's.
type Binding func(of nd2.OverlappedFile, port nd2.CompletionPort) nd2.Status

// Bind binds a file, judged or not, to a port with a key.
func Bind(of nd2.OverlappedFile, port nd2.CompletionPort, key uintptr, by Binding) nd2.Status {
	if f, ok := of.(*file); ok && port != nil {
		return f.bind(port, key, by)
	}
	return by(Inner(of), port)
}

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *file) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	return Bind(f, port, key, func(inner nd2.OverlappedFile, port nd2.CompletionPort) nd2.Status {
		return f.calls("BindCompletionPort", func() nd2.Status { return inner.BindCompletionPort(port, key) })
	})
}

// bind gives the provider a port of the checker's. Packets may come before the provider returns.
func (f *file) bind(port nd2.CompletionPort, key uintptr, by Binding) nd2.Status {
	f.k.mu.Lock()
	m := f.k.postman(port)
	m.latest = f
	f.k.mu.Unlock()
	status := by(f.inner, m)
	if status == nd2.Success {
		f.k.mu.Lock()
		defer f.k.mu.Unlock()
		f.k.recordFile(event.File{Name: f.state.name, Bound: true, Key: key})
		f.bound, f.key = true, key
		m.files = append(m.files, f)
	}
	return status
}

// Close implements [nd2.OverlappedFile].
func (f *file) Close() nd2.Status {
	f.k.mu.Lock()
	f.k.recordFile(event.File{Name: f.state.name})
	f.state.gone = true
	delete(f.k.alive, f.state)
	for port, m := range f.k.ports {
		m.files = slices.DeleteFunc(m.files, func(of *file) bool { return of == f })
		if len(m.files) == 0 {
			delete(f.k.ports, port)
		}
	}
	f.k.mu.Unlock()
	return f.calls("Close", f.inner.Close)
}

// calls makes a call on the provider's file, which is under way meanwhile.
func (f *file) calls(method string, call func() nd2.Status) nd2.Status {
	k := f.k
	k.mu.Lock()
	s := k.step()
	s.c, s.o, s.number, s.place = &calls.Call{Method: "OverlappedFile::" + method}, f.state, k.seen, len(k.underWay)
	k.underWay = append(k.underWay, s)
	k.mu.Unlock()
	status := call()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.clock++
	k.leaves(s)
	k.done(s)
	return status
}

// A postman takes the provider's packets to the client's port. There is one for each port, since a provider may tell
// by it which files share the port.
type postman struct {
	k    *Checker
	port nd2.CompletionPort
	// files are those that are open and bound to it, and latest is what was to be bound last, never nil once the
	// provider has the postman. The checker's lock guards both.
	files  []*file
	latest *file
}

// postman returns that of a port.
func (k *Checker) postman(port nd2.CompletionPort) *postman {
	if !known(port) {
		return &postman{k: k, port: port}
	}
	m := k.ports[port]
	if m == nil {
		m = &postman{k: k, port: port}
		k.ports[port] = m
	}
	return m
}

// by is the file by which a packet with a key came: that of its request, if it is bound here, or was closed.
func (m *postman) by(of *file, key uintptr) *file {
	if of != nil && (of.state.gone || slices.Contains(m.files, of)) {
		return of
	}
	for _, f := range m.files {
		if f.key == key {
			return f
		}
	}
	return m.latest
}

// Post implements [nd2.CompletionPort].
func (m *postman) Post(key uintptr, o *nd2.Overlapped) {
	m.k.mu.Lock()
	if p := m.k.pendingOf(o); p != nil {
		m.packet(key, p)
		o = p.client
	} else {
		m.stray(key)
	}
	m.k.unlock()
	m.port.Post(key, o)
}

// packet looks at the packet of a request. The checker is locked.
func (m *postman) packet(key uintptr, p *pending) {
	k, f := m.k, m.by(p.object.file, key)
	k.recordNotification(event.Notification{Request: p.number, Packet: f.state.name, Key: key})
	p.packets++
	p.notified()
	k.left(p)
	s := k.step()
	defer k.done(s)
	s.o = f.state
	s.packetFile(f, p)
	p.tell()
	if f.bound && key != f.key {
		s.breach("adapter.createoverlappedfile.completion-port", f.state, "a packet came with the key %#x in place of %#x",
			key, f.key)
	}
}

// stray looks at a packet of no request.
func (m *postman) stray(key uintptr) {
	f := m.by(nil, key)
	m.k.recordNotification(event.Notification{Packet: f.state.name, Key: key})
	if m.k.unsure {
		return
	}
	s := m.k.step()
	defer m.k.done(s)
	s.breach("overlapped.notification.requested-only", f.state, "a packet came with an OVERLAPPED of no request")
}

// pendingOf is the request of an OVERLAPPED that the provider was given, nil if it is none.
func (k *Checker) pendingOf(o *nd2.Overlapped) *pending {
	if p := k.given[o]; p != nil || o == nil {
		return p
	}
	e, ok := o.Event.(*signal)
	if !ok || e.k != k {
		return nil
	}
	if i := slices.IndexFunc(e.of, func(p *pending) bool { return &p.Overlapped == o }); i >= 0 {
		return e.of[i]
	}
	return nil
}
