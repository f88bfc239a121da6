package judge

import (
	"bytes"
	"runtime/debug"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// The checker knows a peer if it sees both ends of the connection: this program connected to its own listener's
// address, so one of its connectors accepted.

// mostAcceptors is how many connectors are kept that may have accepted a connection whose other end is not known.
const mostAcceptors = 256

// An offer is what a side gave to Connect or Accept, and what it was told of the peer's.
type offer struct {
	// peer is the connector at the other end, nil if that is not known.
	peer *object
	// data are the private data that it has sent, and heard those that GetPrivateData has returned.
	data, heard []byte
	hasHeard    bool
	// limits are what GetReadLimits has returned, inbound and outbound.
	limits    [2]uint32
	hasLimits bool

	// listener listens at the address that Connect goes to; nil if this program has no such listener.
	listener *object
}

// contents copies a program's buffer, which may be no memory of its: what the provider has not refused so far it
// may refuse later. It is nil then.
func contents(buffer []byte) (text []byte) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { _ = recover() }()
	return bytes.Clone(buffer)
}

// accepting enters a connector that may accept a connection.
func (k *Checker) accepting(o *object) {
	for _, other := range k.acceptors {
		if other == o {
			return
		}
	}
	k.acceptors = append(k.acceptors, o)
	if len(k.acceptors) > mostAcceptors {
		k.acceptors, k.crowded = nil, true
	}
}

// listenerThere returns the listener at the destination of a Connect, nil if there was none for certain when it began.
func (s *step) listenerThere() *object {
	for l := range s.k.alive {
		if l.listener == nil || l.listener.since == 0 || l.listener.since > s.began || l.gone {
			continue
		}
		if at, known := l.place(); known && at == s.o.endpoint.destination {
			return l
		}
	}
	return nil
}

// acceptor returns the only connector that can have accepted the request of another connector. none says that no
// connector can have accepted it.
func (k *Checker) acceptor(o *object) (found *object, none bool) {
	l := o.connector.offer.listener
	if l == nil || l.gone || k.crowded {
		return nil, false
	}
	for _, other := range k.acceptors {
		at := other.connector.from
		if other.connector.began < o.connector.began { // when there was no request
			continue
		}
		if at == nil {
			return nil, false
		}
		if place, known := at.place(); known && place != o.endpoint.destination {
			continue
		}
		if found != nil || at != l {
			return nil, false
		}
		found = other
	}
	return found, found == nil
}

// match notes that what a connector has asked for was accepted.
func (k *Checker) match(o *object) {
	if o.connector.offer.peer != nil {
		return
	}
	found, none := k.acceptor(o)
	if none {
		k.unaccepted(o, "connector.connect.nd-success", "Connect")
	}
	if found == nil {
		return
	}
	k.acceptors = slices.DeleteFunc(k.acceptors, func(other *object) bool { return other == found })
	o.connector.offer.peer, found.connector.offer.peer = found, o
	k.bothEnds(o, found)
}

// link notes which queue pairs the two ends of a connection are, once Connect has succeeded.
func (p *pending) link() {
	peer := p.object.connector.offer.peer
	if peer == nil || p.with == nil || p.with.pair == nil {
		return
	}
	c := peer.connector
	if c.asking || c.answers != 1 || c.pair == nil {
		return
	}
	active, passive := p.with.pair, c.pair.pair
	active.far, active.by = c.pair, p.object
	passive.far, passive.by = p.with, peer
	p.object.connector.linked, c.linked = p.with, c.pair
}

// severed reports whether the connection of a queue pair may have ended.
func (o *object) severed() bool {
	q := o.pair
	return o.gone || q.stopping || q.broken || q.by == nil || q.by.gone || q.by.connector.leaving
}

// unaccepted: no Connect succeeds that nobody has accepted, and before that there are no limits.
func (k *Checker) unaccepted(o *object, rule, what string) {
	s := k.step()
	s.o = o
	s.breach(rule, o, "%s has succeeded, and no connector has accepted a request to %s", what,
		o.connector.offer.listener.name)
	k.done(s)
}

// tooEarly: no Accept succeeds before the peer has called CompleteConnect.
func (k *Checker) tooEarly(o *object) {
	peer := o.connector.offer.peer
	if peer == nil || peer.connector.completing || peer.connector.stage != answered {
		return
	}
	s := k.step()
	s.o = o
	s.breach("connector.accept.nd-success", o, "Accept has succeeded, and %s has not called CompleteConnect", peer.name)
	k.done(s)
}

// bothEnds compares what the two ends of a connection have told before it was known that they are.
func (k *Checker) bothEnds(active, passive *object) {
	s := k.step()
	s.o = passive
	p := &passive.connector.offer
	if p.hasLimits {
		s.limitsOfPeer("connector.getreadlimits.passive", p.limits, active.connector)
	}
	if p.hasHeard {
		s.dataOfPeer("connector.connect.private-data", p.heard, active.connector.offer.data)
	}
	k.done(s)
}

// limitsOfPeer: one's inbound limit is no more than the peer's outbound one, and the other way round.
func (s *step) limitsOfPeer(rule string, told [2]uint32, peer *connector) {
	if told[0] > peer.outbound || told[1] > peer.inbound {
		s.breach(rule, s.o, "the limits are %d inbound and %d outbound, and the peer's are %d and %d", told[0], told[1],
			peer.inbound, peer.outbound)
	}
}

// dataOfPeer: private data arrive as they were sent. They may be padded.
func (s *step) dataOfPeer(rule string, heard, sent []byte) {
	if len(heard) < len(sent) || string(heard[:len(sent)]) != string(sent) {
		s.breach(rule, s.o, "the private data of %d bytes are not the %d that the peer has sent", len(heard), len(sent))
	}
}

// heardLimits notes what GetReadLimits has said, and compares it if the peer is known.
func heardLimits(s *step) {
	c := s.o.connector
	if c == nil || s.status != nd2.Success {
		return
	}
	if _, none := s.k.acceptor(s.o); none && c.asking && c.stage == underway {
		s.k.unaccepted(s.o, "connector.getreadlimits.nd-connection-invalid", "GetReadLimits")
	}
	if s.c.InboundLimit == nil || s.c.OutboundLimit == nil {
		return
	}
	o := &c.offer
	o.limits, o.hasLimits = [2]uint32{*s.c.InboundLimit, *s.c.OutboundLimit}, true
	if c.asking && o.peer != nil && !c.completing {
		s.limitsOfPeer("connector.getreadlimits.active", o.limits, o.peer.connector)
	}
}

// heardData notes what GetPrivateData has said, and compares it if the peer is known.
func heardData(s *step) {
	c := s.o.connector
	if c == nil || s.status != nd2.Success || !s.sized || int(*s.c.Size) > len(s.c.Buffer) || c.answering || c.completing {
		return
	}
	o := &c.offer
	o.heard, o.hasHeard = append(o.heard[:0], s.c.Buffer[:*s.c.Size]...), true
	if c.asking && o.peer != nil {
		s.dataOfPeer("connector.accept.private-data", o.heard, o.peer.connector.offer.data)
	}
}
