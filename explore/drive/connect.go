package drive

import (
	"bytes"
	"runtime"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// overlapped makes a request, which must succeed, and waits for its end.
func (d *driver) overlapped(s *side, object nd2.Overlapping, what, rules string,
	call func(*nd2.Overlapped) nd2.Status,
) {
	t := newOperation(object, s.port)
	t.start(call)
	d.end(t, what, rules)
}

// over waits for the end of a request. rules are those that it breaks if it has none.
func (d *driver) over(t *operation, what, rules string) {
	if !t.Await(d.Limit) {
		breaks(rules+" overlapped.notification.pending", "%s has not ended", what)
	}
	d.log.note("%s ended with %v", what, t.Final())
	if t.lacks {
		d.giveUp(rules)
	}
}

// end waits for the end of a request that must succeed.
func (d *driver) end(t *operation, what, rules string) {
	if d.over(t, what, rules); t.Final() != nd2.Success {
		breaks(rules, "%s ended with %v", what, t.Final())
	}
}

// endsAs waits for the end of a request, and judges it by a rule.
func (d *driver) endsAs(t *operation, rule, what string) {
	if d.over(t, what, rule); !t.refusedEarly() {
		judged(rule, what, t.Final())
	}
}

// connect makes a connection again that has been made before, for a lane.
func (d *driver) connect(t *task) {
	l := d.links[t.Connection]
	var err error
	if !t.Prepared {
		err = d.createPairs(t.Connection, t.shapes)
	}
	if err != nil {
		l.free()
		*l = link{}
		t.lacks = lacksResources(err)
		broken(err)
		breaks(createdAgain, "it can't be created again: %v", err)
	}
	for _, one := range t.early {
		d.perform(one)
	}
	d.join(t.Call)
}

// early prepares the Receives of queue pairs before they are connected.
func (d *driver) early(c *model.Call, lane int) (tasks []*task) {
	for _, one := range d.world.Early(c.Connection, c.Choice) {
		tasks = append(tasks, d.prepare(one, lane))
	}
	return tasks
}

const createdAgain = "adapter.createqueuepair.nd-success adapter.createconnector.nd-success connector.storm"

// retried judges attempts to connect that were made by a lane. Those that have lacked resources are made
// again once nothing else uses any but what there was in the beginning.
func (d *driver) retried(t *task) {
	if t.lacks {
		for _, s := range d.side {
			d.dismiss(s)
		}
		t.lacks, t.alone = false, true
		d.together(t)
		// What has been there must be there again, though perhaps a while after its release.
		for waited := timeout.New(d.Limit); t.lacks && (t.Op == program.Connect || d.side[t.End].had[bothEnds]) &&
			!waited.Over(); runtime.Gosched() {
			t.lacks = false
			d.together(t)
		}
	}
	switch {
	case t.violation != nil:
		must(t.violation)
	case t.Op == program.Connect:
		d.world.Joined(t.Connection)
		for _, one := range t.early {
			d.judge(one)
		}
	case t.lacks:
		must(d.lacks(d.side[t.End], bothEnds, lacking(bothEnds)))
	case t.alone:
		d.creates(d.side[t.End], bothEnds)
	}
}

const bothEnds = "adapter.createqueuepair.nd-success adapter.createconnector.nd-success"

// together makes the calls of a Connect or Reject, which belong together.
func (d *driver) together(t *task) {
	take := (*driver).connect
	if t.Op == program.Reject {
		take = wayOf(t.Call).take
	}
	t.violation = caught(func() { take(d, t) })
}

// join connects the queue pairs of a connection.
func (d *driver) join(c *model.Call) {
	l := d.links[c.Connection]
	d.establish(l, c.End, d.side[1-c.End].listeners[c.Listener], c.Choice)
	for e, s := range d.side {
		if c.Choice>>e&1 == 0 || l.gone[e] != nil {
			continue
		}
		l.gone[e] = newOperation(l.connector[e], s.port)
		l.gone[e].start(l.connector[e].NotifyDisconnect)
		if l.gone[e].lacks {
			l.gone[e] = nil
			continue
		}
		if l.gone[e].Returned != nd2.Pending {
			breaks("connector.notifydisconnect.nd-pending", "NotifyDisconnect returned %v", l.gone[e].Returned)
		}
	}
}

func (d *driver) createPairs(number int, shapes [2]model.PairShape) (err error) {
	l, c := d.links[number], d.world.Config
	for e, shape := range shapes {
		s := d.side[e]
		pair := ndclient.Pair{
			Receives: s.queues[shape.Receive], Initiated: s.queues[shape.Init], Context: uintptr(shape.Context),
			ReceiveDepth: uint32(c.Receive), InitiatorDepth: uint32(c.Initiator),
			ReceiveEntries: uint32(c.Entries), InitiatorEntries: uint32(c.Entries), Inline: uint32(d.world.Inline(e)),
		}
		if shape.Shared {
			pair.Shared = s.shared
		}
		l.pair[e], err = create[nd2.QueuePair](s.QueuePair(pair))
		if err != nil {
			return err
		}
		l.connector[e], err = s.connector()
		if err != nil {
			return err
		}
		if e == d.world.Active(number) {
			if err := s.bind(l.connector[e]); err != nil {
				return err
			}
		}
	}
	return nil
}

// bind binds a connector to the adapter's address.
func (s *side) bind(c nd2.Connector) error {
	switch st := c.Bind(s.Sockaddr()); {
	case st == nd2.Success:
		return nil
	case noPorts(st):
		return lacking("connector.bind.nd-success")
	default:
		return model.Violates("connector.bind.nd-success connector.bind.ephemeral-port", "Bind returned %v", st)
	}
}

// whileLacking makes something again as long as the adapter lacks the resources, which may be free a
// while after what had them was released.
func (d *driver) whileLacking(make func() error) (err error) {
	for waited := timeout.New(d.Limit); ; runtime.Gosched() {
		if err = make(); !lacksResources(err) || waited.Over() || d.ctx.Err() != nil {
			return err
		}
	}
}

func (s *side) connector() (nd2.Connector, error) { return create[nd2.Connector](s.Connector()) }

// boundConnector returns a connector that is bound to the adapter's address; the caller
// releases it. ok is false if there is none at present.
func (s *side) boundConnector() (connector nd2.Connector, ok bool) {
	connector, err := s.connector()
	if err != nil {
		return nil, false
	}
	if connector.Bind(s.Sockaddr()) != nd2.Success {
		connector.Release()
		return nil, false
	}
	return connector, true
}

// request requests a connection from the active end, and takes the request at the other end's listener.
func (d *driver) request(asking *operation, l *link, active int, at *listening, choice uint64) {
	a, p := d.side[active], d.side[1-active]
	from := l.connector[active]
	data := private(choice, a.Info.MaxCallerData)
	reads := d.reads(choice)
	// A listener may refuse a request that comes while nobody has asked it for one.
	p.waitFor(at, l.connector[1-active])
	l.connector[1-active] = nil
	if len(at.waits) == 0 {
		d.giveUp(takes)
	}
	asking.start(func(o *nd2.Overlapped) nd2.Status {
		return from.Connect(l.pair[active], at.address, reads.in, reads.out, data, o)
	})
	if asking.lacks {
		d.giveUp("connector.connect.nd-pending")
	}
	if asking.Returned != nd2.Pending && asking.Returned != nd2.Success {
		breaks("connector.connect.nd-pending connector.storm", "Connect returned %v", asking.Returned)
	}
	d.taken(at, asking, &l.connector[1-active])
	checkPrivateData(l.connector[1-active], data, "connector.connect.private-data connector.getprivatedata.nd-success")
	d.limited(1-active, l.connector[1-active], reads, "connector.getreadlimits.passive")
	if choice>>50&3 == 0 {
		d.failsWhileAsking(l, active, choice>>52)
	}
}

func (d *driver) establish(l *link, active int, at *listening, choice uint64) {
	a, p, from := d.side[active], d.side[1-active], l.connector[active]
	asking := newOperation(from, a.port)
	d.request(asking, l, active, at, choice)
	to := l.connector[1-active]
	data, reads := private(choice>>20, p.Info.MaxCalleeData), d.reads(choice>>4)
	accepting := newOperation(to, p.port)
	accepting.start(func(o *nd2.Overlapped) nd2.Status {
		return to.Accept(l.pair[1-active], reads.in, reads.out, data, o)
	})
	if accepting.lacks {
		d.giveUp("connector.accept.nd-pending")
	}
	d.end(asking, "Connect", "connector.connect.nd-success connector.storm")
	checkPrivateData(from, data, "connector.accept.private-data connector.getprivatedata.nd-success")
	d.limited(active, from, reads.within(d.reads(choice)), "connector.getreadlimits.active")
	if choice>>58&7 == 0 {
		d.asksEarly(l, active)
	}
	completing := newOperation(from, a.port)
	completing.start(from.CompleteConnect)
	d.end(completing, "CompleteConnect", "connector.completeconnect.nd-success")
	d.end(accepting, "Accept", "connector.accept.nd-success")
}

// private returns the private data of an attempt; its length differs from one attempt
// to the next.
func private(choice uint64, most uint32) []byte {
	data := make([]byte, choice>>9%uint64(min(most, 512)+1))
	for i := range data {
		data[i] = byte(choice>>(i%7)) + byte(i)
	}
	return data
}

// privateData returns what GetPrivateData tells, with as much room as it asks for.
func privateData(c nd2.Connector) (got []byte, size uint32, st nd2.Status) {
	got, size = make([]byte, 512), 512
	st = c.GetPrivateData(got, &size)
	if st == nd2.BufferOverflow && size > 512 && size <= roomForAll {
		got = make([]byte, size)
		st = c.GetPrivateData(got, &size)
	}
	return got, size, st
}

// checkPrivateData judges the private data that came from the peer, whose length a fabric may have padded.
func checkPrivateData(c nd2.Connector, sent []byte, rules string) {
	got, size, st := privateData(c)
	if st == nd2.ConnectionInvalid && len(sent) == 0 {
		return
	}
	if st != nd2.Success || int(size) < len(sent) || int(size) > len(got) || !bytes.Equal(got[:len(sent)], sent) {
		breaks(rules, "of % x, GetPrivateData returned %v, and % x", sent, st, got[:min(int(size), len(got))])
	}
	copiesOut("connector.getprivatedata.size-used", c.GetPrivateData)
}
