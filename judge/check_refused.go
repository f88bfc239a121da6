package judge

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// These checks are of calls that must be refused.

// roomToTell: a call fails if its buffer has no room for what it tells. That the peer has left may be the reason told.
func roomToTell(s *step) {
	var least uint32
	switch c := s.o.connector; {
	case !s.sized:
	case s.c.List != nil:
		least = 4 // the count of addresses
	case c != nil && c.up():
		least = nd2.SockaddrInSize
		s.several = true
	}
	if s.given < least {
		s.must(methodRule(s.c.Method)+"nd-buffer-overflow", "there is no room for what it tells")
	}
}

// connected reports whether a queue pair is certainly connected: no request of either end may have failed.
func (o *object) connected() bool {
	if o == nil || o.pair == nil || o.severed() || o.pair.far == nil || o.pair.far.severed() {
		return false
	}
	q, far := o.pair, o.pair.far.pair
	return q.by.connector.up() && far.by.connector.up() && q.settled(far) && far.settled(q)
}

// settled reports whether all requests have ended, and all Receives whose messages the peer knows to have arrived.
func (q *queuePair) settled(far *queuePair) bool {
	return len(q.initiator.all()) == 0 && q.messages.received >= far.messages.delivered
}

// heldState: Connect fails if the queue pair or the connector is connected; its other parameters may be the reason
// told. A Connect beside another one of the connector is likely to fail, too; see [takenBeside].
func heldState(s *step) {
	c, pair := s.o.connector, s.k.stateOf(s.c.QueuePair)
	switch {
	case c == nil || pair == nil:
	case pair.turning == 0 && pair.connected():
		s.held = true
		s.must("connector.connect.nd-connection-active", pair.name+" is connected")
		s.several = true
	case c.linked.connected():
		s.held = true
		s.must("connector.connect.one-queue-pair", "the connector has connected "+c.linked.name)
		s.several = true
	default:
		s.held = c.asking && !c.left && (c.stage == answered || c.stage == underway && s.goes(calls.ConnectorConnect))
	}
}

// takenBeside: a provider takes a Connect beside another one if it has failed that, and has not told so yet. Which of
// them counts is open then.
func takenBeside(s *step) {
	if s.o.connector == nil || !s.held || s.mustFail != nil || s.status.Failed() {
		return
	}
	s.held = false
	if s.pending != nil {
		s.pending.held = false
	}
	if before := s.o.connector.pair; before != nil {
		before.pair.stopping = true
	}
	beginConnect(s)
	beginConduct(s)
}

// untold reports whether the client may still be told how an earlier Connect has ended.
func (s *step) untold() bool {
	return slices.ContainsFunc(s.o.requests, func(p *pending) bool {
		return p.method == calls.ConnectorConnect && !p.known && (!p.answered || p.returned == nd2.Pending)
	})
}

// goes reports whether a request of a method is pending on the object, as far as the client can know.
func (s *step) goes(method string) bool {
	return slices.ContainsFunc(s.o.requests, func(p *pending) bool { return p.method == method && p.going() })
}

// heldRequest: Accept fails without a request, or once the only request was accepted.
func heldRequest(s *step) {
	switch c := s.o.connector; {
	case c == nil:
	case !c.requested:
		s.held = s.o.turning == 0
		s.must("connector.accept.no-request", "the connector was given no request")
	case c.conduct.accepted && c.conduct.requests <= 1:
		s.held = s.o.turning == 0
		s.must("connector.accept.no-request", "the connector has accepted the only request that it was given")
	}
}

// unanswered: calls that need a connection fail if nobody had answered the connector's Connect when they returned.
func unanswered(s *step) {
	c := s.o.connector
	if c == nil || !c.asking || c.completing || c.stage != underway || !s.goes(calls.ConnectorConnect) {
		return
	}
	others := s.o.turning
	if s.c.Method == calls.ConnectorDisconnect {
		others-- // is the call itself
	}
	if _, none := s.k.acceptor(s.o); none && others == 0 {
		s.mustNow(methodRule(s.c.Method)+"nd-connection-invalid", "nobody has answered Connect")
	}
}

// heldByRequest: NotifyDisconnect fails on a connector that holds a request.
func heldByRequest(s *step) {
	if c := s.o.connector; c != nil && c.requested && !c.answering && !c.asking {
		s.must("connector.notifydisconnect.nd-connection-invalid", "the connector was asked and has not accepted")
	}
}

// establishing reports whether a NotifyDisconnect that had to fail may be of a connection that has come since.
func (p *pending) establishing() bool {
	c := p.object.connector
	if c == nil || p.method != calls.ConnectorNotifyDisconnect {
		return false
	}
	_, none := p.k.acceptor(p.object)
	return c.answering || c.asking && (c.stage != underway || c.offer.peer != nil || !none)
}

// beforeEstablished: no NotifyDisconnect tells of the end of a connection that CompleteConnect has not begun.
func beforeEstablished(s *step) {
	c, p := s.o.connector, s.pending
	if c == nil || p == nil || p.method != calls.ConnectorNotifyDisconnect || p.known || s.status != nd2.Success ||
		!c.asking || c.stage != answered || c.completing || c.leaving || c.offer.peer == nil {
		return
	}
	if peer := c.offer.peer; !peer.gone && !peer.connector.leaving && peer.canceledAt == 0 {
		s.breach("connector.notifydisconnect.not-before-established", s.o,
			"NotifyDisconnect has ended with %v, and CompleteConnect was not called", s.status)
	}
}
