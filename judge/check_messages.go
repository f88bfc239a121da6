package judge

import "github.com/ndconform/ndconform/nd2"

// resultMessage: a Receive says how long the message is that it has taken, and succeeds only if that fits.
func resultMessage(s *step, r *nd2.Result) {
	on := s.taker(r)
	if on == nil || r.Status != nd2.Success {
		return
	}
	of := s.request
	far := on.pair.far
	if far == nil {
		if !on.pair.offered {
			s.breach(messageRule(of), s.o, "%s succeeded, and %s was never connected", of, on.name)
		}
		return
	}
	own := &on.pair.messages
	if !own.unmatched && own.received >= far.pair.messages.sent {
		s.breach(messageRule(of), s.o, "%s succeeded, and the peer %s has sent %d messages, which others have taken", of,
			far.name, far.pair.messages.sent)
		return
	}
	m, known := far.pair.messages.next()
	switch {
	case !known || own.unmatched || s.o.queue.overlap || on.pair.stopping:
	case m.length > of.length:
		s.breach("cq.getresults.receive.nd-buffer-overflow", s.o, "%s of %d bytes succeeded, and the message has %d", of,
			of.length, m.length)
	case m.length != uint64(r.BytesTransferred):
		s.breach("cq.getresults.bytes-transferred", s.o, "%s says that it has taken %d bytes, and the message has %d", of,
			r.BytesTransferred, m.length)
	}
}

// messageRule is the rule by which a Receive takes one message.
func messageRule(r *request) string {
	if r.shared != nil {
		return "srq.receive.shared-among-queue-pairs"
	}
	return "qp.receive.order"
}
