package drive

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A mailbox is a completion port that keeps the packets.
type mailbox struct {
	mu    sync.Mutex
	known map[*nd2.Overlapped][]uintptr // the keys of the packets of each request
}

// Post implements nd2.CompletionPort.
func (m *mailbox) Post(key uintptr, o *nd2.Overlapped) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[*nd2.Overlapped][]uintptr{}
	}
	m.known[o] = append(m.known[o], key)
}

// of returns the keys of a request's packets.
func (m *mailbox) of(o *nd2.Overlapped) []uintptr {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[o]
}

const ownPort = "adapter.createoverlappedfile.completion-port"

var askedFiles = []question{
	askedFile("a completion queue", "adapter.createcompletionqueue.overlapped-file", notifying),
	askedFile("a shared receive queue", "adapter.createsharedreceivequeue.overlapped-file",
		func(s *side, f nd2.OverlappedFile, _ *listening) (*pending, error) {
			if s.shared == nil {
				return nil, lacking("")
			}
			q, err := create[nd2.SharedReceiveQueue](s.with(f).SharedReceiveQueue(1, 1, 0))
			if err != nil {
				return nil, err
			}
			return &pending{q, q.Notify, q.Release}, nil
		}),
	askedFile("a listener", "adapter.createlistener.overlapped-file",
		func(s *side, f nd2.OverlappedFile, _ *listening) (*pending, error) {
			l, err := s.with(f).listener()
			if err != nil {
				return nil, err
			}
			c, err := s.connector()
			if err != nil {
				l.Release()
				return nil, err
			}
			return &pending{l, func(o *nd2.Overlapped) nd2.Status {
				return l.GetConnectionRequest(c, o)
			}, func() uint32 { l.Release(); return c.Release() }}, nil
		}),
	askedFile("a connector", "adapter.createconnector.overlapped-file",
		func(s *side, f nd2.OverlappedFile, to *listening) (*pending, error) {
			pair, err := s.unconnected(s.queues[0])
			if err != nil {
				return nil, err
			}
			c, ok := s.with(f).boundConnector()
			if !ok {
				pair.Release()
				return nil, lacking("")
			}
			return &pending{c, func(o *nd2.Overlapped) nd2.Status {
				return c.Connect(pair, to.address, 0, 0, nil, o)
			}, func() uint32 { c.Release(); return pair.Release() }}, nil
		}),
	askedFile("a memory region", "adapter.creatememoryregion.overlapped-file",
		func(s *side, f nd2.OverlappedFile, _ *listening) (*pending, error) {
			r, err := create[nd2.MemoryRegion](s.with(f).MemoryRegion())
			if err != nil {
				return nil, err
			}
			register := func(o *nd2.Overlapped) nd2.Status { return r.Register(s.regions[0].bytes, rights, o) }
			return &pending{r, register, func() uint32 {
				o := &nd2.Overlapped{Event: &flag{}}
				for st := r.Deregister(o); st == nd2.Pending; st = r.GetOverlappedResult(o, false) {
					runtime.Gosched()
				}
				return r.Release()
			}}, nil
		}),
	{"requests at one port, by the keys of their files", ownPort, byKeys},
	{
		"a request on a file without a port", "adapter.createoverlappedfile.no-port",
		func(d *driver, s *side, _ *model.Call) *model.Violation {
			return s.onFile(nil, 0, func(f nd2.OverlappedFile) *model.Violation {
				p, err := notifying(s, f, nil)
				if err != nil {
					return unlessLacking(err)
				}
				defer p.release()
				t := newOperation(p, newPort())
				t.start(p.begin)
				p.CancelOverlappedRequests()
				if t.Returned == nd2.Pending && !t.AwaitNotified(d.Limit) {
					return model.Violates("adapter.createoverlappedfile.no-port", "the event of a request that was canceled to be set",
						"it was not")
				}
				return nil
			})
		},
	},
	{"an OVERLAPPED once more", resetsEvent, usedAgain},
	{
		"a request without an event", "overlapped.notification.without-event",
		func(d *driver, s *side, _ *model.Call) *model.Violation {
			m := &mailbox{}
			return s.onFile(m, 1, func(f nd2.OverlappedFile) *model.Violation {
				p, err := notifying(s, f, nil)
				if err != nil {
					return unlessLacking(err)
				}
				defer p.release()
				return d.arrives(m, p, 1, "overlapped.notification.without-event", nil)
			})
		},
	},
}

// with returns the side as it would be with another file.
func (s *side) with(f nd2.OverlappedFile) *side {
	other := *s
	other.File = f
	return &other
}

// onFile does something with a new file that is bound to a port with a key, unless the
// port is nil.
func (s *side) onFile(port nd2.CompletionPort, key uintptr,
	do func(f nd2.OverlappedFile) *model.Violation,
) *model.Violation {
	var f nd2.OverlappedFile
	if st := s.Adapter.CreateOverlappedFile(&f); st != nd2.Success {
		return fails("adapter.createoverlappedfile.nd-success", "CreateOverlappedFile", st)
	}
	if port != nil {
		if st := f.BindCompletionPort(port, key); st != nd2.Success {
			f.Close()
			return fails(ownPort, "binding a file to a completion port", st)
		}
	}
	v := do(f)
	if st := f.Close(); st != nd2.Success && v == nil {
		return fails("adapter.createoverlappedfile.nd-success", "closing a file", st)
	}
	return v
}

// A pending request is one that waits until it is canceled.
type pending struct {
	nd2.Overlapping
	begin   func(o *nd2.Overlapped) nd2.Status
	release func() uint32
}

// notifying returns a Notify of a new completion queue on a file.
func notifying(s *side, f nd2.OverlappedFile, _ *listening) (*pending, error) {
	q, err := create[nd2.CompletionQueue](s.with(f).CompletionQueue(1))
	if err != nil {
		return nil, err
	}
	return &pending{q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) }, q.Release}, nil
}

// arrives cancels a request, and judges whether a packet comes at its file's port, with the
// file's key.
func (d *driver) arrives(m *mailbox, p *pending, key uintptr, rules string, event nd2.Event) *model.Violation {
	o := &nd2.Overlapped{Event: event}
	if st := p.begin(o); st != nd2.Pending { // a lack of resources, or what others judge
		return nil
	}
	if p.CancelOverlappedRequests() != nd2.Success { // the request goes on, and others judge whether it may
		return nil
	}
	for waited := timeout.New(d.Limit); len(m.of(o)) == 0; runtime.Gosched() {
		if waited.Over() || d.ctx.Err() != nil {
			return model.Violates(rules, "a packet at the completion port of the file of a request that has been canceled",
				"none came")
		}
	}
	for p.GetOverlappedResult(o, false) == nd2.Pending {
		if d.ctx.Err() != nil {
			return nil //nolint:nilerr // the time for the whole is up, which is no violation
		}
		runtime.Gosched()
	}
	for _, k := range m.of(o) {
		if k != key {
			return model.Violates(rules, fmt.Sprintf("packets with the key %d of the file", key), "one had the key %d", k)
		}
	}
	return nil
}

// askedFile asks for a request of an object that is on a new file.
func askedFile(what, rules string, on func(s *side, f nd2.OverlappedFile, to *listening) (*pending, error)) question {
	return question{"the file of " + what, rules, func(d *driver, s *side, c *model.Call) *model.Violation {
		other := d.side[1-c.End]
		to, err := other.listener() // nobody takes what comes there
		if err != nil {
			return unlessLacking(err)
		}
		defer to.Release()
		m := &mailbox{}
		return s.onFile(m, 1, func(f nd2.OverlappedFile) *model.Violation {
			p, err := on(s, f, to)
			if err != nil {
				return unlessLacking(err)
			}
			defer p.release()
			return d.arrives(m, p, 1, rules, &flag{})
		})
	}}
}

// byKeys binds several files to one port, and closes one of them.
func byKeys(d *driver, s *side, _ *model.Call) *model.Violation {
	m := &mailbox{}
	canceled := func(f nd2.OverlappedFile, key uintptr) *model.Violation {
		p, err := notifying(s, f, nil)
		if err != nil {
			return unlessLacking(err)
		}
		defer p.release()
		return d.arrives(m, p, key, ownPort, &flag{})
	}
	return s.onFile(m, 1, func(one nd2.OverlappedFile) *model.Violation {
		return s.onFile(m, 2, func(other nd2.OverlappedFile) *model.Violation {
			closed := s.onFile(m, 3, func(f nd2.OverlappedFile) *model.Violation { return canceled(f, 3) })
			for key, f := range []nd2.OverlappedFile{one, other} {
				if closed == nil {
					closed = canceled(f, uintptr(key+1))
				}
			}
			return closed
		})
	})
}
