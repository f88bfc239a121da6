package nic

import (
	"github.com/ndconform/ndconform/providers/ref/internal/cm"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A connection is one side of a connection, from REQ until no more messages for it can
// come. Its connector may have abandoned it earlier; the queue pair belongs to the
// connector.
type connection struct {
	manager *ConnectionManager
	cm      *cm.Conn
	timer   timer
	tuple
	// owner, unless nil, hears the events. Until it is set, a passive connection waits
	// at listener.
	owner    *Connector
	listener *Listener
	passive  bool
	peerQP   uint32
	// established says that the connection was established once, and freed that its
	// addresses are free again.
	established, freed bool
}

// dial begins the connection of the active side.
func (m *ConnectionManager) dial(owner *Connector, t tuple, req *wire.REQ) *connection {
	c := m.connection(t)
	c.owner = owner
	id := m.id()
	m.byID[id] = c
	c.do(func(now cm.Tick) { c.cm = cm.Dial(c, m.timing.Timing, now, id, req) })
	return c
}

// answer begins the connection of the passive side.
func (m *ConnectionManager) answer(t tuple, req *wire.REQ) *connection {
	c := m.connection(t)
	c.passive = true
	c.cm = cm.Answer(c, m.timing.Timing, m.id(), req)
	m.byID[c.cm.LocalID()] = c
	m.byPeer[c.peer()] = c
	c.meet(req.LocalQPN)
	return c
}

func (m *ConnectionManager) connection(t tuple) *connection {
	c := &connection{manager: m, tuple: t}
	c.timer.fire = func(rc.Tick) { c.do(func(now cm.Tick) { c.cm.Tick(now) }) }
	m.byTuple[t] = c
	return c
}

func (c *connection) peer() peerID { return peerID{c.remote.Addr(), c.cm.RemoteID()} }

// meet notes the peer's queue pair.
func (c *connection) meet(qpn uint32) {
	c.peerQP = qpn
	c.manager.byQP[peerQP{c.remote.Addr(), qpn}] = c
}

// do calls the state machine, and schedules its deadline.
func (c *connection) do(call func(now cm.Tick)) {
	d := c.manager.device
	call(cm.Tick(d.now()))
	if at, ok := c.cm.Deadline(); ok {
		d.schedule(&c.timer, rc.Tick(at))
	} else {
		d.unschedule(&c.timer)
	}
}

// accept answers the request, and complete confirms the answer, as the client has
// asked.
func (c *connection) accept(rep *wire.REP) { c.do(func(now cm.Tick) { c.cm.Accept(now, rep) }) }

func (c *connection) complete() {
	c.established = true
	c.do(c.cm.Complete)
}

// end ends the connection for its owner, with private data for a REJ. The owner hears
// only of cm.Released.
func (c *connection) end(privateData []byte) {
	c.free()
	c.do(func(now cm.Tick) { c.cm.End(now, privateData) })
}

// abandon is end for an owner that loses interest, unless the connection has ended.
func (c *connection) abandon(privateData []byte) {
	c.owner = nil
	if c.cm.State() < cm.TimeWait {
		c.end(privateData)
	}
}

// superseded reports whether the connection gives way to a new request from the peer's
// same queue pair. An established connection needs a DREQ first, and the request must
// be repeated; before that, the peer has given up the connection. Source: IBTA
// 12.9.8.3.1.
func (c *connection) superseded() bool {
	established := c.cm.State() == cm.Established
	if established {
		c.do(c.cm.Abort)
	} else if c.cm.State() < cm.Established {
		c.do(func(now cm.Tick) { c.cm.Receive(now, c.givenUp()) })
	}
	return !established
}

// givenUp returns the REJ that the peer would have sent.
func (c *connection) givenUp() *wire.REJ {
	return &wire.REJ{
		LocalCommID: c.cm.RemoteID(), RemoteCommID: c.cm.LocalID(),
		MessageRejected: wire.RejectedOther, Reason: wire.RejectTimeout,
	}
}

// Send implements [cm.Host].
func (c *connection) Send(_ *cm.Conn, m wire.CMMessage) {
	d := c.manager.device
	if _, farewell := m.(*wire.DREQ); farewell && d.quirks.LateFarewell > 0 {
		send := func(rc.Tick) { d.SendManagement(c.local.Addr(), c.remote.Addr(), m) }
		d.schedule(&timer{fire: send}, d.now()+rc.Tick(d.quirks.LateFarewell.Microseconds()))
		return
	}
	d.SendManagement(c.local.Addr(), c.remote.Addr(), m)
}

// Event implements [cm.Host].
func (c *connection) Event(_ *cm.Conn, e cm.Event) {
	switch e {
	case cm.Opened:
		c.established = true
	case cm.Replied:
		c.meet(c.cm.Rep().LocalQPN)
	case cm.Refused, cm.TimedOut, cm.Disconnected, cm.Released:
		c.part()
	case cm.Gone:
		c.forget()
		return
	}
	switch {
	case c.listener != nil:
		c.listener.withdraw(c)
	case c.owner != nil:
		c.owner.event(e)
	}
}

// free frees the tuple for another connection; if it was used, after TimeWait.
func (c *connection) free() {
	if c.freed {
		return
	}
	c.freed = true
	let := func() {
		if c.manager.byTuple[c.tuple] == c {
			delete(c.manager.byTuple, c.tuple)
		}
	}
	if c.established {
		c.manager.afterTimeWait(let)
	} else {
		let()
	}
}

// part ends the connection's hold on the peer's queue pair and the addresses.
func (c *connection) part() {
	c.free()
	key := peerQP{c.remote.Addr(), c.peerQP}
	if c.manager.byQP[key] == c {
		delete(c.manager.byQP, key)
	}
}

// forget removes all trace of the connection.
func (c *connection) forget() {
	c.part()
	c.owner = nil
	c.manager.device.unschedule(&c.timer)
	delete(c.manager.byID, c.cm.LocalID())
	if c.manager.byPeer[c.peer()] == c {
		delete(c.manager.byPeer, c.peer())
	}
}
