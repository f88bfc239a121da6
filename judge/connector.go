package judge

import (
	"net/netip"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A connector is what the checker knows of a connector.
type connector struct {
	bound bool
	pair  *object
	// asking says that Connect was called, and stage how far it has come; completing says that CompleteConnect was called.
	asking, completing bool
	stage              stage
	// beside says that there are several Connects, and which of them counts is not known.
	beside bool
	// requested says that GetConnectionRequest gave it a request, or may have.
	requested bool
	// answering says that Accept was called, and leaving that Disconnect was; accepted and completed say that Accept and
	// CompleteConnect have succeeded.
	answering, leaving, accepted, completed bool
	// linked is the queue pair that it has connected, nil if that is not known.
	linked *object
	// began is when the latest Connect or Accept was called, and answers counts the calls of Accept.
	began   uint64
	answers int
	// previous is the connector that its queue pair was given to before, nil if none.
	previous *object
	// second says that there was a previous connector.
	second bool
	// left says that Disconnect has succeeded.
	left bool
	// offer is what each side gave the other to connect.
	offer offer
	// from is the listener that gave it a request, nil if that is not known.
	from *object
	// inbound and outbound are the read limits that it asked for.
	inbound, outbound uint32
	conduct           conduct
}

// A stage is how far a request to connect has come, as far as the client has been told.
type stage uint8

const (
	underway stage = iota
	answered       // with success
	failed
)

// A listener is what the checker knows of a listener.
type listener struct {
	bound, listening bool
	since            uint64 // when Listen has succeeded; 0 before
}

func trackCreateConnector(s *step) {
	if o := s.created(); o != nil {
		o.connector, o.endpoint = &connector{}, &endpoint{}
	}
}

func trackCreateListener(s *step) {
	if o := s.created(); o != nil {
		o.listener, o.endpoint = &listener{}, &endpoint{}
	}
}

// turns are the methods that change the state of the connector, the listener or the queue pair that they are called
// on, or are given.
var turns = []string{
	calls.ConnectorBind, calls.ConnectorConnect, calls.ConnectorCompleteConnect, calls.ConnectorAccept,
	calls.ConnectorReject, calls.ConnectorDisconnect, calls.ListenerBind, calls.ListenerListen,
	calls.ListenerGetConnectionRequest,
}

func beginTurn(s *step) {
	for _, o := range s.turning() {
		if o != nil {
			o.turned = s.k.clock
			o.turning++
		}
	}
}

func endTurn(s *step) {
	for _, o := range s.turning() {
		if o != nil {
			o.turning--
		}
	}
}

// turning are the objects whose state the call may change; some are nil.
func (s *step) turning() [3]*object {
	return [3]*object{s.o, s.k.stateOf(s.c.QueuePair), s.k.stateOf(s.c.Connector)}
}

func trackBind(s *step) {
	s.trackAddress()
	if s.status != nd2.Success {
		return
	}
	if s.o.connector != nil {
		s.o.connector.bound = true
	}
	if s.o.listener != nil {
		s.o.listener.bound = true
	}
}

func trackListen(s *step) {
	if l := s.o.listener; l != nil && s.status == nd2.Success {
		l.listening, l.since = true, s.k.clock
	}
}

// beginConnect tracks Connect and Accept.
func beginConnect(s *step) {
	c := s.o.connector
	if c == nil || s.held {
		return
	}
	if c.left { // the page does not say that it connects again
		*c = connector{bound: c.bound}
	}
	s.o.endpoint.told, c.began = netip.AddrPort{}, s.began
	if s.c.Method == calls.ConnectorConnect {
		if !c.completing && !c.accepted { // another Connect of a connected connector changes nothing
			c.stage, c.inbound, c.outbound = underway, s.c.InboundReads, s.c.OutboundReads
			s.o.endpoint.destination, c.offer, c.asking = netip.AddrPort{}, offer{}, true
			c.beside = s.returned || s.untold()
		}
	} else {
		c.answering = true
		c.answers++
		c.inbound, c.outbound = s.c.InboundReads, s.c.OutboundReads
		s.k.accepting(s.o)
	}
	if pair := s.k.stateOf(s.c.QueuePair); pair != nil && pair.pair != nil {
		if before := pair.pair.connector; before != s.o {
			c.previous, c.second = before, before != nil
			before.superseded()
		}
		c.pair, pair.pair.connector = pair, s.o
		pair.pair.offered = true
		pair.pair.offers++
		pair.pair.far = nil
		pair.pair.stopping = pair.pair.stopping || c.beside
	}
}

// trackConnect tracks what Connect or Accept was given.
func trackConnect(s *step) {
	c := s.o.connector
	if c == nil || s.status.Failed() || s.held || c.beside {
		return
	}
	c.offer.data = contents(s.c.Buffer)
	if s.c.Method == calls.ConnectorConnect && !c.completing && !c.accepted {
		s.o.endpoint.destination, _ = plain(s.c.Destination)
		c.offer.listener = s.listenerThere()
	}
}

func beginComplete(s *step) {
	if c := s.o.connector; c != nil {
		c.completing = true
	}
}

func beginGetRequest(s *step) {
	if o := s.k.stateOf(s.c.Connector); o != nil && o.connector != nil {
		o.connector.requested, o.connector.from, o.connector.offer = true, s.o, offer{}
	}
}

func beginDisconnect(s *step) {
	c := s.o.connector
	if c == nil {
		return
	}
	c.leaving = true
	for _, pair := range []*object{c.pair, c.linked} {
		if pair != nil {
			pair.pair.stopping = true
		}
	}
}

// finished notes how a request has ended, when the client is told.
func (p *pending) finished(status nd2.Status) {
	if p.held {
		return
	}
	if p.method == calls.ConnectorConnect && status.Failed() && p.with != nil && p.with.pair != nil {
		p.with.pair.offers--
	}
	if p.method == calls.CQNotify && status == nd2.Success {
		p.release()
	}
	p.object.registered(p, status)
	p.k.finished(p.object, p.method, status)
	if p.method == calls.ConnectorConnect && status == nd2.Success && p.object.connector != nil {
		p.link()
	}
}

// finished is that of a request on an object.
func (k *Checker) finished(o *object, method string, status nd2.Status) {
	switch method {
	case calls.ConnectorConnect:
		if c := o.connector; c != nil {
			switch {
			case status == nd2.Success:
				c.stage = answered
				k.match(o)
			case !c.beside:
				o.giveBack()
				c.stage = failed
			}
		}
	case calls.ConnectorCompleteConnect, calls.ConnectorAccept:
		if status != nd2.Success && method == calls.ConnectorAccept {
			o.giveBack()
		}
		if c := o.connector; c != nil && status == nd2.Success {
			c.accepted, c.completed = c.accepted || method == calls.ConnectorAccept, c.completed ||
				method == calls.ConnectorCompleteConnect
			if method == calls.ConnectorAccept {
				k.tooEarly(o)
			}
		}
	case calls.ConnectorDisconnect:
		if c := o.connector; c != nil {
			c.left = c.left || status == nd2.Success
			if status == nd2.ConnectionInvalid && !c.accepted && !c.completed { // it was too early
				c.leaving = false
			}
		}
	case calls.CQNotify:
		if o.queue != nil && (status == nd2.BufferOverflow || status == nd2.InternalError) {
			o.queue.failure = status
		}
	}
}

// superseded forgets what a connector knows of others, once its queue pair was given to the next one: otherwise
// those of a queue pair's whole life would be kept.
func (o *object) superseded() {
	if o != nil && o.connector != nil {
		o.connector.previous, o.connector.offer = nil, offer{}
	}
}

// giveBack notes that a connector has not connected its queue pair.
func (o *object) giveBack() {
	c := o.connector
	if c == nil || c.pair == nil || c.pair.pair.connector != o || c.previous == nil {
		return
	}
	c.pair.pair.connector = c.previous
}
