package bench

import (
	"github.com/ndconform/ndconform/nd2"
)

// A transfer is a way to move a message.
type transfer struct {
	op, wait string
	message
}

// open sets up a latency measurement.
func (t transfer) open(r *rig) (*work, error) {
	if err := r.moves(t.op); err != nil {
		return nil, err
	}
	c := linkConfig{pairs: 1, depth: r.depth, wait: t.wait}
	if t.flags&nd2.Inline != 0 {
		c.inline = int(r.least(func(i *nd2.AdapterInfo) uint32 { return i.MaxInlineDataSize }))
	}
	l, err := r.link(c)
	if err != nil {
		return nil, err
	}
	p := l.posters(t.message)
	w := &work{link: l, check: func() error { return verify(t.op, p) }}
	switch {
	case t.op == opRead:
		w.run = func(n int) error { return toResult(p[0], n, p[0].read) }
	case t.op == opWrite && t.pingPong(r):
		w.run = (&bounce{p: p}).run
		w.after = func(int) error { return settleBoth(p) }
	case t.op == opWrite:
		w.run = func(n int) error { return toResult(p[0], n, p[0].write) }
	case t.pingPong(r):
		w.run = func(n int) error { return pingPong(p, n) }
		w.after = func(int) error { return settleBoth(p) }
	default:
		w.most = r.depth
		w.before = func(n int) error { return p[1].receives(0, n) }
		w.run = func(n int) error { return toResult(p[0], n, p[0].send) }
		w.after = p[1].received.take
	}
	return w, nil
}

// pingPong reports whether a message of the same kind answers a message; half of the time is then
// the latency. For Writes, the program must see the last byte arrive, since nothing notifies it.
func (t transfer) pingPong(r *rig) bool {
	switch t.op {
	case opSend:
		return !r.apart() && r.depth > 1 // a Receive waits while the next is posted
	case opWrite:
		return !r.apart() && r.inOrder() && t.wait == poll && t.size > 0 && !underRace
	}
	return false
}

// toResult carries out n operations of one end, each to its result.
func toResult(p *poster, n int, post func(pair int) error) error {
	for range n {
		if err := p.initiated.arm(); err != nil {
			return err
		}
		if err := post(0); err != nil {
			return err
		}
		if err := p.initiated.take(1); err != nil {
			return err
		}
	}
	return nil
}

// pingPong sends a message to and fro n times. Each end has two Receives at first, so that it can
// post the next while its message is under way.
func pingPong(p [2]*poster, n int) error {
	var receives [2]int
	for e := range p {
		receives[e] = min(n, 2)
		if err := p[e].receives(0, receives[e]); err != nil {
			return err
		}
	}
	for range n {
		for e := range p {
			if err := serve(p[e], p[1-e].received, &receives[e], n); err != nil {
				return err
			}
		}
	}
	return nil
}

// serve sends a message to a queue of the other end, and posts a Receive unless all n are posted.
func serve(from *poster, arrives *queue, receives *int, n int) error {
	if err := arrives.arm(); err != nil {
		return err
	}
	if err := from.sendSilently(0); err != nil {
		return err
	}
	if *receives < n {
		*receives++
		if err := from.receive(0); err != nil {
			return err
		}
	}
	return arrives.take(1)
}
