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

// A Conn is one end of a reliable connection. One goroutine of the host uses it at a
// time. Fields that are seldom used come last: if a thousand connections take turns,
// each is out of the cache when its turn comes.
type Conn struct {
	host Host
	// out is the packet being transmitted.
	out *wire.Packet
	now Tick
	// heardAt is the time of the peer's last packet.
	heardAt Tick
	state   State
	// busy is set while a method runs: a request posted by a callback is only queued,
	// and transmitted before the method returns.
	busy bool
	// heard says that a request of the peer's has arrived.
	heard bool

	requester requester // for what is posted here
	responder responder // for what the peer asks
	cfg       Config
	stats     Stats
	// probe is the probe for a silent peer.
	probe Request
}

// New returns a connection that is Ready to Send. It brings c within the protocol's
// limits. Packets are made in out, which connections can share if calls don't overlap.
func New(host Host, c Config, out *wire.Packet) *Conn {
	c = c.bounded()
	conn := &Conn{host: host, cfg: c, out: out}
	conn.requester.init(&c)
	conn.responder.init(&c)
	return conn
}

// State returns what the connection can still do.
func (c *Conn) State() State { return c.state }

// Post appends r to the initiator queue and transmits what the window and fences allow.
// After the connection's end it returns r at once, Flushed.
func (c *Conn) Post(r *Request, now Tick) {
	c.push(r)
	if c.busy {
		return
	}
	c.enter(now)
	c.leave()
}

// Handle takes a packet from the peer, with a checked ICRC. It keeps neither p nor its
// payload.
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

// Tick lets time pass. Call it at the Deadline; an earlier call does no harm.
func (c *Conn) Tick(now Tick) {
	c.enter(now)
	if c.state == Connected {
		c.expire()
	}
	c.leave()
}

// Deadline returns when Tick is due, if at all.
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

// Unfinished reports whether Continue is due. A long Read is answered in bursts, one
// burst a call, so that other connections get their turn.
func (c *Conn) Unfinished() bool { return len(c.responder.reads) > 0 && c.state == Connected }

// Continue transmits the next burst.
func (c *Conn) Continue(now Tick) {
	c.enter(now)
	c.leave()
}

func (c *Conn) enter(now Tick) {
	c.now = now
	c.busy = true
}

// leave transmits what the handled event permits.
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
