package judge

import "github.com/ndconform/ndconform/calls"

// programReuse: no connector is used again after a failure that ends its use.
func programReuse(s *step) {
	if o := s.o.connector; o != nil {
		s.spent(s.o)
	}
}

// programReuseGiven is programReuse of a connector that GetConnectionRequest is given.
func programReuseGiven(s *step) {
	if o := s.k.stateOf(s.c.Connector); o != nil && o.connector != nil {
		s.spent(o)
	}
}

func (s *step) spent(o *object) {
	u := &o.connector.conduct
	again := s.c.Method == calls.ConnectorConnect || u.spent != calls.ConnectorConnect
	if u.spent != "" && again {
		s.misuse("client.connector.reused", o, "%s is called with %s, whose %s has failed with %v", s.c.Method, o.name,
			u.spent, u.spentBy)
	}
}

// programPairLeft: no queue pair is connected that was disconnected.
func programPairLeft(s *step) {
	pair := s.k.stateOf(s.c.QueuePair)
	if pair != nil && pair.pair != nil && pair.pair.leftBy != nil {
		s.misuse("client.queue-pair.after-disconnect", s.o, "%s is given %s, which %s has disconnected", s.c.Method,
			pair.name, pair.pair.leftBy.name)
	}
}

// programAcceptAgain: a request is accepted once. Of connectors that were given several requests nothing is said.
func programAcceptAgain(s *step) {
	if c := s.o.connector; c != nil && c.conduct.accepted && c.conduct.requests <= 1 {
		s.misuse("client.connector.no-request", s.o, "Accept is called again, and the connector was given no other request")
	}
}

// programRejectLate: no connection is rejected that is established.
func programRejectLate(s *step) {
	c := s.o.connector
	if c == nil || c.left || c.conduct.requests > 1 {
		return
	}
	switch {
	case c.conduct.accepted:
		s.misuse("client.connector.reject-connected", s.o, "Reject is called after Accept has succeeded")
	case c.conduct.complete:
		s.misuse("client.connector.reject-connected", s.o, "Reject is called after CompleteConnect has succeeded")
	}
}

// programRejectData: the private data of Reject are within the limit.
func programRejectData(s *step) {
	if info := s.o.limits(); info != nil && len(s.c.Buffer) > int(info.MaxCalleeData) {
		s.misuse("client.private-data.too-long", s.o, "%s is given %d bytes of private data, of %d", s.c.Method,
			len(s.c.Buffer), info.MaxCalleeData)
	}
}

// programCompleteOnce: CompleteConnect is for a Connect that it has not completed.
func programCompleteOnce(s *step) {
	c := s.o.connector
	switch {
	case c == nil:
	case !c.conduct.asked:
		s.misuse("client.connector.not-connecting", s.o, "CompleteConnect is called, and Connect was not")
	case c.conduct.complete:
		s.misuse("client.connector.not-connecting", s.o, "CompleteConnect is called again after it has succeeded")
	}
}
