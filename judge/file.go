package judge

import (
	"reflect"
	"slices"

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

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *file) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	if port == nil {
		return f.inner.BindCompletionPort(nil, key)
	}
	f.k.mu.Lock()
	m := f.k.postman(port)
	f.k.mu.Unlock()
	status := f.inner.BindCompletionPort(m, key)
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
		if !slices.ContainsFunc(m.files, (*file).open) {
			delete(f.k.ports, port)
		}
	}
	f.k.mu.Unlock()
	return f.inner.Close()
}

func (f *file) open() bool { return !f.state.gone }

// A postman takes the provider's packets to the client's port. There is one for each port, since a provider may tell
// by it which files share the port.
type postman struct {
	k     *Checker
	port  nd2.CompletionPort
	files []*file // that are bound to it; the checker's lock guards it
}

// postman returns that of a port.
func (k *Checker) postman(port nd2.CompletionPort) *postman {
	if reflect.TypeOf(port).Kind() != reflect.Pointer {
		return &postman{k: k, port: port}
	}
	m := k.ports[port]
	if m == nil {
		m = &postman{k: k, port: port}
		k.ports[port] = m
	}
	m.files = slices.DeleteFunc(m.files, func(f *file) bool { return !f.open() })
	return m
}

// by is the file by which a packet with a key came: that of its request, if it is bound here.
func (m *postman) by(of *file, key uintptr) *file {
	if slices.Contains(m.files, of) {
		return of
	}
	for _, f := range m.files {
		if f.key == key {
			return f
		}
	}
	return m.files[0]
}

// Post implements [nd2.CompletionPort].
func (m *postman) Post(key uintptr, o *nd2.Overlapped) {
	k := m.k
	k.mu.Lock()
	p := k.pendingOf(o)
	s := k.step()
	if p == nil {
		f := m.by(nil, key)
		k.recordNotification(event.Notification{Packet: f.state.name, Key: key})
		s.breach("overlapped.notification.requested-only", f.state, "a packet came with an OVERLAPPED of no request")
		k.unlock()
		m.port.Post(key, o)
		return
	}
	f := m.by(p.object.file, key)
	k.recordNotification(event.Notification{Request: p.number, Packet: f.state.name, Key: key})
	p.packets++
	p.notified()
	s.o = f.state
	s.packetFile(f, p)
	client := p.client
	client.Internal, client.InternalHigh = p.Internal, p.InternalHigh
	if f.bound && key != f.key {
		s.breach("adapter.createoverlappedfile.completion-port", f.state, "a packet came with the key %#x in place of %#x",
			key, f.key)
	}
	k.done(s)
	k.unlock()
	m.port.Post(key, client)
}

// pendingOf is the request of an OVERLAPPED that the provider was given, nil if it is none.
func (k *Checker) pendingOf(o *nd2.Overlapped) *pending {
	if p, ok := o.Event.(*pending); ok && p.k == k && o == &p.Overlapped {
		return p
	}
	if o.Event == nil {
		return k.eventless[o]
	}
	return nil
}
