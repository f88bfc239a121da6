package bench

import (
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// A message says what to send, write or read: how many bytes, with which flags.
type message struct {
	size  int
	flags nd2.OpFlags
}

// A poster posts an end's requests for one kind of message. It makes its lists once.
type poster struct {
	*end
	message
	out, in []nd2.SGE
	// target is where this end's Writes go, and source where its Reads come from, both at the other
	// end.
	target, source uint64
	remote         uint32
}

// posters returns the posters of both ends of a link.
func (l *link) posters(m message) (p [2]*poster) {
	for i, e := range l.end {
		other := l.end[1-i]
		p[i] = &poster{
			end: e, message: m, out: e.list(e.side.out[:m.size]), in: e.list(e.side.in[:m.size]),
			target: memory.Address(other.side.in), source: memory.Address(other.side.out), remote: other.side.remote,
		}
	}
	return p
}

func (p *poster) send(pair int) error {
	return post("Send", func() nd2.Status { return p.pair[pair].Send(0, p.out, p.flags) })
}

// sendSilently sends a message without a result. Every so often the message has a result, since a
// provider may keep the place of a silent request until a later result. That result is taken when the
// next is due, so that nobody waits for it.
func (p *poster) sendSilently(pair int) error {
	p.silent[pair]++
	if p.silent[pair] < min(silentMost, p.received.link.depth) {
		return post("Send", func() nd2.Status { return p.pair[pair].Send(0, p.out, p.flags|nd2.SilentSuccess) })
	}
	p.silent[pair] = 0
	if err := p.settle(); err != nil {
		return err
	}
	p.owed++
	return p.send(pair)
}

// settle takes the results that are still owed.
func (p *poster) settle() error {
	n := p.owed
	p.owed = 0
	return p.initiated.take(n)
}

// settleBoth is settle for both ends.
func settleBoth(p [2]*poster) error {
	if err := p[0].settle(); err != nil {
		return err
	}
	return p[1].settle()
}

// silentMost is the length of a row of silent requests, with the signaled one.
const silentMost = 16

func (p *poster) write(pair int) error {
	return post("Write", func() nd2.Status { return p.pair[pair].Write(0, p.out, p.target, p.remote, p.flags) })
}

func (p *poster) read(pair int) error {
	return post("Read", func() nd2.Status { return p.pair[pair].Read(0, p.in, p.source, p.remote, p.flags) })
}

func (p *poster) receive(pair int) error {
	if p.shared != nil {
		return post("Receive", func() nd2.Status { return p.shared.Receive(0, p.in) })
	}
	return post("Receive", func() nd2.Status { return p.pair[pair].Receive(0, p.in) })
}

// receives posts n Receives.
func (p *poster) receives(pair, n int) error {
	for range n {
		if err := p.receive(pair); err != nil {
			return err
		}
	}
	return nil
}
