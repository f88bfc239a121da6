package judge

import (
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
	status := f.inner.BindCompletionPort(&postman{f, port}, key)
	if status == nd2.Success {
		f.k.mu.Lock()
		defer f.k.mu.Unlock()
		f.k.recordFile(event.File{Name: f.state.name, Bound: true, Key: key})
		f.bound, f.key = true, key
	}
	return status
}

// Close implements [nd2.OverlappedFile].
func (f *file) Close() nd2.Status {
	f.k.mu.Lock()
	f.k.recordFile(event.File{Name: f.state.name})
	f.state.gone = true
	delete(f.k.alive, f.state)
	f.k.mu.Unlock()
	return f.inner.Close()
}

// A postman takes the provider's packets to the client's port.
type postman struct {
	file *file
	port nd2.CompletionPort
}

// Post implements [nd2.CompletionPort].
func (m *postman) Post(key uintptr, o *nd2.Overlapped) {
	p, ok := o.Event.(*pending)
	k := m.file.k
	if !ok || p.k != k || o != &p.Overlapped {
		k.mu.Lock()
		k.recordNotification(event.Notification{Packet: m.file.state.name, Key: key})
		s := k.step()
		s.breach("overlapped.notification.requested-only", m.file.state, "a packet came with an OVERLAPPED of no request")
		k.unlock()
		m.port.Post(key, o)
		return
	}
	k.mu.Lock()
	k.recordNotification(event.Notification{Request: p.number, Packet: m.file.state.name, Key: key})
	p.packets++
	p.notified()
	s := k.step()
	s.o = m.file.state
	s.packetFile(m, p)
	k.done(s)
	client := p.client
	client.Internal, client.InternalHigh = p.Internal, p.InternalHigh
	if m.file.bound && key != m.file.key {
		s := k.step()
		s.breach("adapter.createoverlappedfile.completion-port", m.file.state,
			"a packet came with the key %#x in place of %#x",
			key, m.file.key)
	}
	k.unlock()
	m.port.Post(key, client)
}
