package judge

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// connectParameters are those of Connect, Accept and Reject.
func connectParameters(s *step) {
	info := s.o.limits()
	method := strings.ToLower(strings.TrimPrefix(s.c.Method, "IND2Connector::"))
	if o := s.k.stateOf(s.c.QueuePair); o != nil && o.pair == nil {
		if rule := "connector." + method + ".foreign-queue-pair"; s.c.Method != calls.ConnectorReject {
			s.must(rule, "it is given "+o.name+" as a queue pair")
		}
	}
	if info == nil {
		return
	}
	most := info.MaxCalleeData
	if s.c.Method == calls.ConnectorConnect {
		most = info.MaxCallerData
	}
	c := s.o.connector
	holds := s.c.Method != calls.ConnectorReject || c != nil && c.requested && !c.answering
	spent := s.c.Method == calls.ConnectorConnect && c != nil && c.conduct.asked // which may be the reason told
	if uint32(len(s.c.Buffer)) > most && holds && !spent {
		s.must("connector."+method+".nd-invalid-buffer-size", "the private data are longer than Query says")
	}
}

// dataRefused: private data within the limit are not refused for their length.
func dataRefused(s *step) {
	info := s.o.limits()
	if info == nil || s.status != nd2.InvalidBufferSize || !s.fresh && s.c.Method != calls.ConnectorReject {
		return
	}
	most := info.MaxCalleeData
	if s.c.Method == calls.ConnectorConnect {
		most = info.MaxCallerData
	}
	if uint32(len(s.c.Buffer)) <= min(most, info.MaxCallerData) {
		s.breach(successRules()[s.c.Method], s.o, "%s returned %v for %d bytes of private data", s.c.Method, s.status,
			len(s.c.Buffer))
	}
}

// connectorState has calls fail that need a connection, on a connector that never had one.
func connectorState(s *step) {
	c := s.o.connector
	if c == nil || c.asking || c.requested || c.answering {
		return
	}
	name := strings.ToLower(strings.TrimPrefix(s.c.Method, "IND2Connector::"))
	if s.c.Method == calls.ConnectorGetLocalAddress && c.bound {
		return
	}
	s.must("connector."+name+".nd-connection-invalid", "the connector was never connecting")
}

func completeState(s *step) {
	const rule = "connector.completeconnect.nd-connection-invalid"
	switch c := s.o.connector; {
	case c == nil:
	case !c.asking:
		s.must(rule, "the connector was never connecting")
	case c.completed || c.left:
		s.must(rule, "the connector has connected before")
	}
}

// disconnectedState has calls fail that need a connection, on a connector that has disconnected.
func disconnectedState(s *step) {
	c := s.o.connector
	switch {
	case c == nil:
	case c.left && !s.going(s.o):
		s.must(methodRule(s.c.Method)+"nd-connection-invalid", "the connector has disconnected")
	case s.c.Method == calls.ConnectorDisconnect && c.requested && !c.answering && !c.asking:
		s.must(methodRule(s.c.Method)+"nd-connection-invalid", "the connector was asked and has not accepted")
	}
}

// rejectedState: calls that need a connection fail on a connector whose Connect has failed.
func rejectedState(s *step) {
	if c := s.o.connector; c != nil && c.asking && c.stage == failed && !c.requested && !c.completing && !s.going(s.o) {
		s.must(methodRule(s.c.Method)+"nd-connection-invalid", "Connect has failed")
	}
}

// wasConnected: NotifyDisconnect refuses no connector as never connected that was connected when it was called.
func wasConnected(s *step) {
	c, p := s.o.connector, s.pending
	if c == nil || p == nil || !p.connected || s.status != nd2.ConnectionInvalid ||
		p.method != calls.ConnectorNotifyDisconnect || p.known {
		return
	}
	rule := "connector.notifydisconnect.nd-success"
	if c.leaving {
		rule = "connector.notifydisconnect.after-own-disconnect"
	}
	s.breach(rule, s.o, "NotifyDisconnect ended with %v, and the connector was connected", s.status)
}

func listenerAddress(s *step) {
	if l := s.o.listener; l != nil && !l.bound {
		s.must("listener.getlocaladdress.nd-invalid-device-state", "the listener was never bound")
	}
}

func requestConnector(s *step) {
	if o := s.k.stateOf(s.c.Connector); o != nil && o.connector == nil {
		s.must("listener.getconnectionrequest.no-connector", "it is given "+o.name+" as a connector")
	}
}

// notifyFailed has Notify fail on a queue that has failed.
func notifyFailed(s *step) {
	if q := s.o.queue; q != nil && q.failure == nd2.BufferOverflow {
		s.must("cq.notify.nd-buffer-overflow", "the queue was overrun")
	}
}

// givenSize notes how much room a call has, unless it asks for a structure of another version.
func givenSize(s *step) {
	if !wholeInfo(s.c) && s.c.Size != nil || wholeInfo(s.c) && s.c.Info.InfoVersion == nd2.Version2 {
		s.given, s.sized = *s.c.Size, true
	}
}

// sizeReturned: the size becomes what was used, or what is needed.
func sizeReturned(s *step) {
	if !s.sized {
		return
	}
	object, name, _ := strings.Cut(strings.TrimPrefix(s.c.Method, "IND2"), "::")
	method := strings.ToLower(object) + "." + strings.ToLower(name) + "."
	switch now := *s.c.Size; {
	case s.status == nd2.Success && now > s.given:
		s.breach(method+"size-used", s.o, "%s returned a size of %d, of %d that were given", s.c.Method, now, s.given)
	case s.c.Method == calls.ConnectorGetPrivateData && s.o.connector != nil &&
		(s.o.connector.answering || s.o.connector.completing): // when it is open what is returned
	case s.status == nd2.Success && now < s.least():
		s.breach(method+"size-used", s.o, "%s returned a size of %d, and what it has told takes %d", s.c.Method, now,
			s.least())
	case s.status == nd2.BufferOverflow && now <= s.given:
		s.breach(method+"nd-buffer-overflow", s.o, "%s returned %v for %d bytes, and needs %d", s.c.Method, s.status,
			s.given, now)
	case s.status == nd2.BufferOverflow && s.given >= nd2.SockaddrIn6Size && s.addressMethod():
		s.breach(method+"nd-success", s.o, "%s returned %v for %d bytes", s.c.Method, s.status, s.given)
	case s.status == nd2.BufferOverflow && s.c.Method == calls.AdapterQuery && s.given >= nd2.AdapterInfoSize &&
		s.c.Info != nil:
		s.breach(method+"nd-success", s.o, "%s returned %v for %d bytes", s.c.Method, s.status, s.given)
	case s.status == nd2.Success && s.addressMethod() && !sockaddr(s.c.Buffer, now):
		s.breach(method+"nd-success", s.o, "%s returned no address: % x", s.c.Method, s.c.Buffer[:min(int(now),
			len(s.c.Buffer))])
	}
}

// least is how many bytes what a call has told takes at least, where that is known without its parameters' size.
func (s *step) least() (n uint32) {
	if s.c.Info != nil && s.given >= nd2.AdapterInfoSize { // or nobody has read its version
		return nd2.AdapterInfoSize
	}
	if s.c.List != nil {
		for _, one := range s.c.List.Address {
			n += uint32(len(one))
		}
	}
	return n
}

func (s *step) addressMethod() bool {
	return s.c.Method == calls.ConnectorGetLocalAddress || s.c.Method == calls.ConnectorGetPeerAddress ||
		s.c.Method == calls.ListenerGetLocalAddress
}

// sockaddr reports whether an address of size bytes is one of IPv4 or IPv6.
func sockaddr(b []byte, size uint32) bool {
	if int(size) > len(b) {
		return false
	}
	a, ok := nd2.ParseSockaddr(b[:size])
	return ok && a.IsValid()
}

// soundLimits: limits that every adapter needs are not 0, and no two adapters have the same id.
func soundLimits(s *step) {
	if s.status != nd2.Success || !s.sized || !wholeInfo(s.c) || s.o.opened == nil {
		return
	}
	i := s.c.Info
	if i.MaxRegistrationSize == 0 || i.MaxInitiatorSGE == 0 || i.MaxReceiveSGE == 0 || i.MaxTransferLength == 0 ||
		i.MaxReceiveQueueDepth == 0 || i.MaxInitiatorQueueDepth == 0 || i.MaxCompletionQueueDepth == 0 {
		s.breach("adapter.query.limits", s.o, "Query says of a limit that it is 0: %+v", *i)
	}
	if i.MaxReadSGE > i.MaxInitiatorSGE {
		s.breach("adapter.query.read-sge", s.o, "MaxReadSge is %d, and MaxInitiatorSge %d", i.MaxReadSGE, i.MaxInitiatorSGE)
	}
	for id, other := range s.k.adapters {
		if other != s.o.opened && other.info != nil && other.info.AdapterID == i.AdapterID {
			s.breach("adapter.query.adapter-id", s.o, "Query says %#x, which the adapter that was opened as %#x says too",
				i.AdapterID, id)
		}
	}
}
