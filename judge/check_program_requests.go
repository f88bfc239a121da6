package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// programPost: a queue pair is in a state for the request, and has room for it.
func programPost(s *step) {
	if o := s.o.shared; o != nil && len(s.c.SGE) > int(o.sges) {
		s.misuse("client.queue-pair.too-many-entries", s.o, "%s has %d entries, of %d", s.c.Method, len(s.c.SGE), o.sges)
	}
	q := s.o.pair
	if q == nil {
		return
	}
	if s.c.Request == nd2.RequestReceive {
		s.room(q.waitingReceives, q.receiveDepth, q.receiveQueue, len(s.c.SGE), q.receiveSGEs)
		return
	}
	c := q.connector
	switch {
	case !q.offered:
		s.misuse("client.queue-pair.not-connected", s.o, "%s is called before the queue pair is connected", s.c.Method)
	case c != nil && c.connector.asking && !c.connector.completing && !c.gone:
		s.misuse("client.connector.complete-connect", s.o, "%s is called before CompleteConnect", s.c.Method)
	case c != nil && c.connector.left:
		s.misuse("client.queue-pair.after-disconnect", s.o, "%s is called after Disconnect", s.c.Method)
	}
	if flags, known := requestFlags[s.c.Request]; known && s.c.Flags&^flags != 0 {
		s.misuse("client.queue-pair.flags", s.o, "%s has the flags %v", s.c.Method, s.c.Flags)
	}
	if s.c.Flags&nd2.Inline != 0 {
		if n := bytesOf(s.c.SGE); n > uint64(q.inline) {
			s.misuse("client.queue-pair.inline", s.o, "%s has %d bytes of inline data, of %d", s.c.Method, n, q.inline)
		}
		s.room(q.waiting, q.initiatorDepth, q.initiatorQueue, 0, 0)
		return
	}
	s.room(q.waiting, q.initiatorDepth, q.initiatorQueue, len(s.c.SGE), q.initiatorSGEs)
}

func bytesOf(list []nd2.SGE) (n uint64) {
	for _, e := range list {
		n += uint64(len(e.Buffer))
	}
	return n
}

// room: a queue and its completion queue have room for one more request of a number of entries.
func (s *step) room(waiting, depth uint32, queue *object, entries int, most uint32) {
	if entries > int(most) {
		s.misuse("client.queue-pair.too-many-entries", s.o, "%s has %d entries, of %d", s.c.Method, entries, most)
	}
	if s.o.pair.stopping {
		return
	}
	if waiting >= depth {
		s.misuse("client.queue-pair.full", s.o, "%s is called with %d requests outstanding in a queue of %d", s.c.Method,
			waiting, depth)
	}
	if queue != nil && queue.queue != nil && s.c.Flags&nd2.SilentSuccess == 0 {
		if n := s.o.pair.waitingAt(queue); n >= queue.queue.depth {
			queue.queue.blamed = true
			s.misuse("client.completion-queue.too-small", queue,
				"%s is called, and %d results of the queue pair that go to %s, of %d, were not taken",
				s.c.Method, n, queue.name, queue.queue.depth)
		}
	}
}

// waitingAt counts the requests of a queue pair whose results are certain to come to a completion queue.
func (q *queuePair) waitingAt(queue *object) (n uint32) {
	if q.initiatorQueue == queue {
		n += q.waiting
	}
	if q.receiveQueue == queue {
		n += q.waitingReceives
	}
	return n
}

// programOverrun: a queue was overrun that had more requests outstanding than it holds results.
func programOverrun(s *step) {
	p := s.pending
	if p == nil || p.known || s.status != nd2.BufferOverflow || p.method != calls.CQNotify {
		return
	}
	if q := p.object.queue; q != nil && q.crowded && !q.blamed {
		q.blamed = true
		s.misuse("client.completion-queue.too-small", p.object,
			"Notify has ended with %v: more results came than the queue's %d", s.status, q.depth)
	}
}

// programRequest: an OVERLAPPED serves one request at a time.
func programRequest(s *step) {
	if s.c.Overlapped == nil {
		s.several = true
		s.misuse("client.overlapped.missing", s.o, "%s is called without an OVERLAPPED", s.c.Method)
		return
	}
	p := s.k.overlapped[identityOf(s.c.Overlapped)]
	switch {
	case p == nil || p.canceled:
	case p.going():
		s.misuse("client.overlapped.in-use", s.o, "%s is given the OVERLAPPED of %s of %s, which is pending", s.c.Method,
			p.method,
			p.object.name)
	case p.answered && p.returned == nd2.Pending && !p.known:
		s.notAsked(p)
	}
}

func (s *step) notAsked(p *pending) {
	s.misuse("client.overlapped.result-not-asked", p.object,
		"%s has completed, and GetOverlappedResult was not called for it", p.method)
}

// programAsk: GetOverlappedResult is for requests that were pending.
func programAsk(s *step) {
	p := s.k.overlapped[identityOf(s.c.Overlapped)]
	switch {
	case p == nil || p.object != s.o || !p.answered:
	case p.returned != nd2.Pending:
		s.misuse("client.overlapped.not-pending", s.o, "GetOverlappedResult is called for %s, which returned %v", p.method,
			p.returned)
	case s.c.Wait && !p.event:
		s.misuse("client.overlapped.wait-without-event", s.o, "GetOverlappedResult waits for %s, which has no event",
			p.method)
	}
}

// programDrained: all results are taken before the client waits for a notification, be that before or after it calls
// Notify.
func programDrained(s *step) {
	p := s.pending
	if p == nil || !s.c.Wait || s.status != nd2.Success || p.known || p.canceled || p.object.queue == nil {
		return
	}
	if q := p.object.queue; p.undrained && q.polls == p.polls && !q.several {
		s.misuse("client.completion-queue.not-drained", p.object, notDrained)
	}
}

const notDrained = "Notify was called after a GetResults that filled its array, and its end was waited for: results " +
	"may be left that no notification announces"

// programConnect checks Connect and Accept.
func programConnect(s *step) {
	c, info := s.o.connector, s.o.limits()
	if c == nil {
		return
	}
	s.programPair(c)
	if s.c.Method == calls.ConnectorAccept && !c.requested {
		s.misuse("client.connector.no-request", s.o, "Accept is called on a connector that was given no request")
	}
	if info == nil {
		return
	}
	most := info.MaxCalleeData
	if s.c.Method == calls.ConnectorConnect {
		most = info.MaxCallerData
	}
	if len(s.c.Buffer) > int(most) {
		s.misuse("client.private-data.too-long", s.o, "%s is given %d bytes of private data, of %d", s.c.Method,
			len(s.c.Buffer), most)
	}
}

// programPair: a connector is given a queue pair that is free.
func (s *step) programPair(c *connector) {
	pair := s.k.stateOf(s.c.QueuePair)
	switch {
	case pair == nil:
		return
	case pair.pair == nil || foreign(pair, s.o):
		s.misuse("client.object.wrong", s.o, "%s is given %s, an %s of %s", s.c.Method, pair.name, pair.kind,
			adapterName(pair))
		return
	}
	if other := pair.pair.connector; other != nil && other != s.o && other.connector.up() && !other.gone &&
		!pair.pair.stopping {
		s.misuse("client.connector.one-queue-pair", s.o, "%s is given %s, which %s has connected", s.c.Method, pair.name,
			other.name)
	}
	if c.up() && c.pair != pair && c.pair != nil && !c.pair.gone {
		s.misuse("client.connector.one-queue-pair", s.o, "%s is given %s, and the connector has %s", s.c.Method, pair.name,
			c.pair.name)
	}
}

// up reports whether a connector is connected, as far as its own client knows.
func (c *connector) up() bool {
	return !c.leaving && (c.asking && c.completed || c.answering && c.accepted)
}

func programComplete(s *step) {
	c := s.o.connector
	switch {
	case c == nil || !c.asking || c.beside:
	case c.stage == failed:
		s.misuse("client.connector.connect-failed", s.o, "CompleteConnect is called after Connect has failed")
	case c.stage == underway && s.going(s.o):
		s.misuse("client.connector.connect-pending", s.o, "CompleteConnect is called while Connect is pending")
	}
}

func programReject(s *step) {
	if c := s.o.connector; c != nil && !c.requested && !c.asking {
		s.misuse("client.connector.no-request", s.o, "Reject is called on a connector that was given no request")
	}
}

func programGetRequest(s *step) {
	if l := s.o.listener; l != nil && !l.listening {
		s.misuse("client.listener.not-listening", s.o, "GetConnectionRequest is called before Listen")
	}
	if o := s.k.stateOf(s.c.Connector); o != nil && (o.connector == nil || foreign(o, s.o)) {
		s.misuse("client.object.wrong", s.o, "GetConnectionRequest is given %s, an %s of %s", o.name, o.kind,
			adapterName(o))
	}
}
