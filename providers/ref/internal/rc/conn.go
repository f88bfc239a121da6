package rc

import "github.com/ndconform/ndconform/providers/ref/internal/wire"

// State is what a connection can still do.
type State uint8

// The states: a connection is made Connected and never leaves Ended.
const (
	// Connected is Ready to Send: both directions work.
	Connected State = iota
	// Ended is Error: packets are dropped and requests are flushed.
	// Source: IBTA 10.3.1 (Error state).
	Ended
)

// A Conn is one end of a reliable connection. It belongs to one goroutine at a
// time, the host's. Fields that are seldom used come last: if a thousand
// connections take turns, each is out of the cache when its turn comes.
type Conn struct {
	host Host
	// out is the packet being transmitted.
	out *wire.Packet
	now Tick
	// heardAt is when the last packet of the peer's came.
	heardAt Tick
	state   State
	// busy is set while a method runs, so that a request posted by a callback is
	// only queued, and transmitted before the method returns.
	busy bool
	// heard says that a request of the peer's has come.
	heard bool

	requester requester // for what is posted here
	responder responder // for what the peer asks
	cfg       Config
	stats     Stats
	// probe is what a silent peer is sent.
	probe Request
}

// New returns a connection that is Ready to Send. Values of c beyond the protocol's
// limits are brought within them. Packets to transmit are made in out, which
// connections can share if they are called one after another.
func New(host Host, c Config, out *wire.Packet) *Conn {
	c = c.bounded()
	conn := &Conn{host: host, cfg: c, out: out}
	conn.requester.init(&c)
	conn.responder.init(&c)
	return conn
}

// State returns what the connection can still do.
func (c *Conn) State() State { return c.state }

// Post appends r to the initiator queue and transmits what the window and fences
// allow. After the end of the connection, r is returned at once, Flushed.
func (c *Conn) Post(r *Request, now Tick) {
	c.push(r)
	if c.busy {
		return
	}
	c.enter(now)
	c.leave()
}

// Handle takes a packet from the peer. Its ICRC has been checked. Neither p nor its
// payload is kept.
func (c *Conn) Handle(p *wire.Packet, now Tick) {
	if c.state == Ended || p.Opcode.HasDETH() {
		c.stats.Dropped++
		return
	}
	c.enter(now)
	c.heardAt = now
	switch op := p.Opcode; {
	case op.IsRequest():
		c.heard = true
		c.request(p)
	case op == wire.Acknowledge, op.IsReadResponse():
		c.response(p)
	default:
		c.stats.Dropped++
	}
	c.leave()
}

// Tick lets time pass: it is called when the Deadline has come, and does no harm
// before.
func (c *Conn) Tick(now Tick) {
	c.enter(now)
	if c.state == Connected {
		c.expire()
	}
	c.leave()
}

// Deadline returns when Tick is needed next, if at all.
func (c *Conn) Deadline() (at Tick, ok bool) {
	switch {
	case c.state == Ended:
		return 0, false
	case c.requester.retry.rnrTimer.armed:
		return c.requester.retry.rnrTimer.at, true
	case c.requester.retry.ackTimer.armed:
		return c.requester.retry.ackTimer.at, true
	}
	return c.probeAt()
}

// Unfinished reports whether Continue is wanted: the answer to a long Read is
// transmitted in bursts, one per call, so that other connections get their turn in
// between.
func (c *Conn) Unfinished() bool { return len(c.responder.reads) > 0 && c.state == Connected }

// Continue transmits the next burst of what is Unfinished.
func (c *Conn) Continue(now Tick) {
	c.enter(now)
	c.leave()
}

func (c *Conn) enter(now Tick) {
	c.now = now
	c.busy = true
}

// leave does what the event that is over has made possible.
func (c *Conn) leave() {
	if c.state == Connected {
		if len(c.responder.reads) > 0 || c.responder.reply.owed {
			c.respond()
		}
		c.transmit()
	}
	if c.state == Ended {
		c.flushRequests()
	}
	c.busy = false
}
