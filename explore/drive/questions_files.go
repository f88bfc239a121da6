package drive

import (
	"runtime"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// The judge looks at how the requests of these questions end: at their statuses, events and packets, and at the keys
// and files by which these come.
var askedFiles = []question{
	askedFile("a completion queue", notifying),
	askedFile("a shared receive queue",
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
	askedFile("a listener",
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
	askedFile("a connector",
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
	askedFile("a memory region",
		func(s *side, f nd2.OverlappedFile, _ *listening) (*pending, error) {
			r, err := create[nd2.MemoryRegion](s.with(f).MemoryRegion())
			if err != nil {
				return nil, err
			}
			register := func(o *nd2.Overlapped) nd2.Status { return r.Register(s.regions[0].bytes, rights, o) }
			return &pending{r, register, func() uint32 {
				o := withEvent()
				for st := r.Deregister(o); st == nd2.Pending; st = r.GetOverlappedResult(o, false) {
					runtime.Gosched()
				}
				return r.Release()
			}}, nil
		}),
	{"requests at one port, by the keys of their files", byKeys},
	{
		"a request on a file without a port", func(d *driver, s *side, _ *model.Call) {
			s.onFile(nil, 0, func(f nd2.OverlappedFile) {
				d.canceled(notifying(s, f, nil))(withEvent())
			})
		},
	},
	{"an OVERLAPPED once more", usedAgain},
	{
		"a request without an event", func(d *driver, s *side, _ *model.Call) {
			s.onFile(&port{}, 1, func(f nd2.OverlappedFile) {
				d.canceled(notifying(s, f, nil))(&nd2.Overlapped{})
			})
		},
	},
}

func withEvent() *nd2.Overlapped { return &nd2.Overlapped{Event: new(ndclient.Event)} }

// with returns the side as it would be with another file.
func (s *side) with(f nd2.OverlappedFile) *side {
	other := *s
	other.File = f
	return &other
}

// onFile does something with a new file that is bound to a port with a key, unless the
// port is nil.
func (s *side) onFile(port nd2.CompletionPort, key uintptr, do func(f nd2.OverlappedFile)) {
	var f nd2.OverlappedFile
	if st := s.Adapter.CreateOverlappedFile(&f); st != nd2.Success {
		mayLack("adapter.createoverlappedfile.nd-success", "CreateOverlappedFile", st)
		return
	}
	if port != nil {
		if st := f.BindCompletionPort(port, key); st != nd2.Success {
			f.Close()
			mayLack("adapter.createoverlappedfile.completion-port", "binding a file to a completion port", st)
			return
		}
	}
	do(f)
	mayLack("adapter.createoverlappedfile.nd-success", "closing a file", f.Close())
}

// A pending is a request that waits until it is canceled.
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

// canceled makes a request, cancels it, waits for its end and releases what it is on. A request that can't be made
// is no violation, if the adapter lacks the resources.
func (d *driver) canceled(p *pending, err error) func(*nd2.Overlapped) {
	return func(o *nd2.Overlapped) {
		if err != nil {
			broken(err)
			return
		}
		defer p.release()
		d.cancels(p, o)
	}
}

// cancels makes a request, cancels it and waits for its end.
func (d *driver) cancels(p *pending, o *nd2.Overlapped) {
	if p.begin(o) != nd2.Pending || p.CancelOverlappedRequests() != nd2.Success {
		return
	}
	d.comes(func() bool { return p.GetOverlappedResult(o, false) != nd2.Pending })
	d.quiet()
}

// askedFile asks for a request of an object that is on a new file.
func askedFile(what string, on func(s *side, f nd2.OverlappedFile, to *listening) (*pending, error)) question {
	return question{"the file of " + what, func(d *driver, s *side, c *model.Call) {
		other := d.side[1-c.End]
		to, err := other.listener() // nobody takes what comes there
		if err != nil {
			broken(err)
			return
		}
		defer to.Release()
		s.onFile(&port{}, 1, func(f nd2.OverlappedFile) {
			d.canceled(on(s, f, to))(withEvent())
		})
	}}
}

// byKeys binds several files to one port, and closes one of them.
func byKeys(d *driver, s *side, _ *model.Call) {
	to := &port{}
	canceled := func(f nd2.OverlappedFile) { d.canceled(notifying(s, f, nil))(withEvent()) }
	s.onFile(to, 1, func(one nd2.OverlappedFile) {
		s.onFile(to, 2, func(other nd2.OverlappedFile) {
			s.onFile(to, 3, canceled)
			canceled(one)
			canceled(other)
		})
	})
}

// usedAgain gives one OVERLAPPED, whose event is set, to one request after the other, of two queues.
func usedAgain(d *driver, s *side, _ *model.Call) {
	o := withEvent()
	o.Event.Set()
	for range 2 {
		p, err := notifying(s, s.File, nil)
		if err != nil {
			broken(err)
			return
		}
		defer p.release()
		for range 2 {
			d.cancels(p, o)
		}
	}
}
