package drive

import (
	"errors"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// A refusal is a call that must fail and change nothing.
type refusal struct {
	what, rules string
	// call makes it; ok is false if it can't be made here.
	call func(d *driver, c *model.Call) (s nd2.Status, ok bool)
}

// unlimited is what Query says of what has no limit.
const unlimited = ^uint32(0)

var refusals = []refusal{
	{"a completion queue deeper than the adapter has", "adapter.createcompletionqueue.nd-invalid-parameter-3", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		var object nd2.Unknown
		if s.Info.MaxCompletionQueueDepth == unlimited {
			return 0, false
		}
		return s.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, s.Info.MaxCompletionQueueDepth+1, 0, 0, &object), true
	}},
	{"a queue pair with a longer receive queue than the adapter has", "adapter.createqueuepair.nd-invalid-parameter-5", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		var object nd2.Unknown
		if s.Info.MaxReceiveQueueDepth == unlimited {
			return 0, false
		}
		q := s.queues[c.Queue]
		return s.adapter.CreateQueuePair(nd2.IIDQueuePair, q, q, 0, s.Info.MaxReceiveQueueDepth+1, 1, 1, 1, 0, &object), true
	}},
	{"a completion queue resized beyond the adapter's depth", "cq.resize.nd-invalid-parameter cq.resize.unchanged-on-failure", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		if s.Info.MaxCompletionQueueDepth == unlimited || s.Info.AdapterFlags&nd2.AdapterCQResize == 0 {
			return 0, false
		}
		return s.queues[c.Queue].Resize(s.Info.MaxCompletionQueueDepth + 1), true
	}},
	{"a Send of more entries than any queue pair has", "qp.send.nd-data-overrun qp.send.refused-posts-nothing", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		if !d.world.Connected(c.Connection) || s.Info.MaxInitiatorSGE > 1<<10 {
			return 0, false
		}
		return d.links[c.Connection].pair[c.End].Send(0, make([]nd2.SGE, s.Info.MaxInitiatorSGE+1), 0), true
	}},
	{"a second CompleteConnect", "connector.completeconnect.nd-connection-invalid", func(d *driver, c *model.Call) (nd2.Status, bool) {
		if !d.world.Connected(c.Connection) {
			return 0, false
		}
		connector := d.links[c.Connection].connector[c.End]
		t := newTicket(connector, d.side[c.End].port)
		if t.start(connector.CompleteConnect) == nd2.Pending {
			t.await(d.Limit)
		}
		return t.status, true
	}},
	{"a Connect of a queue pair that is connected", "connector.connect.nd-connection-active", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		if !d.world.Connected(c.Connection) {
			return 0, false
		}
		connector, err := s.connector()
		if err != nil {
			return 0, false
		}
		defer connector.Release()
		if connector.Bind(s.sockaddr()) != nd2.Success {
			return 0, false
		}
		t := newTicket(connector, s.port)
		if t.start(func(o *nd2.Overlapped) nd2.Status {
			return connector.Connect(d.links[c.Connection].pair[c.End], d.side[1-c.End].address, 1, 1, nil, o)
		}) == nd2.Pending {
			t.await(d.Limit)
		}
		return t.status, true
	}},
	{"a Query with too little room", "adapter.query.nd-buffer-overflow", func(d *driver, c *model.Call) (nd2.Status, bool) {
		info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(8)
		return d.side[c.End].adapter.Query(&info, &size), true
	}},
	{"a Notify of an interface that there is not", "adapter.createcompletionqueue.unknown-iid", func(d *driver, c *model.Call) (nd2.Status, bool) {
		s := d.side[c.End]
		var object nd2.Unknown
		return s.adapter.CreateCompletionQueue(nd2.GUID{Data1: 1}, s.file, 1, 0, 0, &object), true
	}},
}

// refuse makes a call that must fail. That it changes nothing shows in what follows.
func (d *driver) refuse(c *model.Call) *model.Violation {
	r := refusals[c.Choice%uint64(len(refusals))]
	s, ok := r.call(d, c)
	if !ok {
		return nil
	}
	d.log.note("end %d: %s: %v", c.End, r.what, s)
	d.world.Cover["refuse/"+r.what]++
	if s.Failed() {
		return nil
	}
	return model.Violates(r.rules, r.what+" to be refused", "the call returned %v", s)
}

// spare creates an object that nothing uses, and releases it.
func (d *driver) spare(c *model.Call) *model.Violation {
	s := d.side[c.End]
	var object nd2.Unknown
	var err error
	rules := ""
	switch c.Choice % 4 {
	case 0:
		object, err = s.queue(1 + uint32(c.Choice>>8%min(4, uint64(s.Info.MaxCompletionQueueDepth))))
		rules = "adapter.createcompletionqueue.nd-success"
	case 1:
		object, err = s.window()
		rules = "adapter.creatememorywindow.nd-success"
	case 2:
		object, err = s.connector()
		rules = "adapter.createconnector.nd-success"
	case 3:
		object, err = s.memoryRegion()
		rules = "adapter.creatememoryregion.nd-success"
	}
	d.world.Cover["spare/"+rules]++
	if err != nil {
		return d.lacks(rules, err)
	}
	d.had[rules] = true
	object.Release()
	return nil
}

// lacks is what is wrong if an object can't be created: nothing, if it never could be beside
// all the others.
func (d *driver) lacks(rules string, err error) *model.Violation {
	if errors.Is(err, errUnable) && !d.had[rules] {
		return nil
	}
	return model.Violates(rules, "an object to be created that could be created before", "%v", err)
}

// register registers a region's memory once more, sends nothing from it, and deregisters it.
func (d *driver) register(c *model.Call) *model.Violation {
	s := d.side[c.End]
	object, err := s.memoryRegion()
	if err != nil {
		return d.lacks("adapter.creatememoryregion.nd-success", err)
	}
	defer object.Release()
	d.world.Cover["register"]++
	bytes := s.regions[c.Remote.Region].bytes
	if v := d.overlapped(s, object, "Register", "mr.register.nd-success mr.register.one-buffer", func(o *nd2.Overlapped) nd2.Status {
		return object.Register(bytes, rights, o)
	}); v != nil {
		return v
	}
	return d.overlapped(s, object, "Deregister", "mr.deregister.nd-success", object.Deregister)
}

// reject has a connection be asked for and refused, with a queue pair of its own.
func (d *driver) reject(c *model.Call) *model.Violation {
	active := c.End
	a, p := d.side[active], d.side[1-active]
	l := &link{}
	defer func() {
		for e := range l.pair {
			release(l.pair[e])
			release(l.connector[e])
		}
	}()
	var err error
	if l.pair[active], err = create[nd2.QueuePair]("CreateQueuePair", func(o *nd2.Unknown) nd2.Status {
		q := a.queues[0]
		return a.adapter.CreateQueuePair(nd2.IIDQueuePair, q, q, 0, 1, 1, 1, 1, 0, o)
	}); err != nil {
		return d.lacks("adapter.createqueuepair.nd-success", err)
	}
	for e, s := range d.side {
		l.connector[e], err = s.connector()
		if err != nil {
			return d.lacks("adapter.createconnector.nd-success", err)
		}
	}
	d.had["adapter.createqueuepair.nd-success"], d.had["adapter.createconnector.nd-success"] = true, true
	asking, v := d.request(l, active, c.Choice)
	if v != nil {
		return v
	}
	d.world.Cover["reject"]++
	data := private(c.Choice>>17, p.Info.MaxCalleeData)
	if s := l.connector[1-active].Reject(data); s != nd2.Success && s != nd2.Pending {
		return model.Violates("connector.reject.nd-success", "ND_SUCCESS of Reject", "it returned %v", s)
	}
	if v := d.end(asking, "Connect", "connector.connect.nd-connection-refused", nd2.ConnectionRefused); v != nil {
		return v
	}
	return told(l.connector[active], data, "connector.reject.private-data connector.getprivatedata.after-reject")
}
