package judge

import "github.com/ndconform/ndconform/nd2"

// Where a program has both ends of a connection, the checker knows which message a Receive has taken: messages arrive
// in the order in which they were sent.

// A message is what a Send has posted.
type message struct {
	posted    uint64 // when the request's call began
	length    uint64
	solicited bool
}

// mostMessages is how many messages are kept that no Receive has taken.
const mostMessages = 1024

// messages are those of a queue pair.
type messages struct {
	// waiting are those that no Receive has taken as far as is known, oldest first, and head is where they begin.
	waiting []message
	head    int
	// sent counts all of them, and received the Receives that took one of the peer's.
	sent, received uint64
	// delivered counts those whose Sends have succeeded, and latest is when the latest of these was posted.
	delivered, latest uint64
	// posting counts the Sends in progress. Invariant: mixed if there have been two at once.
	posting int
	// unmatched says that a Receive took one while the peer was not known.
	unmatched bool
	// mixed says that the order is not known, or that some may never arrive before others that do.
	mixed bool
}

// post notes a message that is being sent.
func (m *messages) post(r *request) {
	m.sent++
	m.posting++
	if m.posting > 1 || len(m.waiting)-m.head == mostMessages {
		m.mix()
	}
	if m.mixed {
		return
	}
	if m.head > 0 && len(m.waiting) == cap(m.waiting) {
		m.waiting, m.head = m.waiting[:copy(m.waiting, m.waiting[m.head:])], 0
	}
	m.waiting = append(m.waiting, message{r.started, r.length, r.flags&nd2.SendAndSolicitEvent != 0})
}

// posted notes whether the Send of a message was taken.
func (m *messages) posted(r *request, taken bool) {
	m.posting--
	if taken {
		return
	}
	m.sent--
	if last := len(m.waiting) - 1; last >= m.head && m.waiting[last].posted == r.started {
		m.waiting = m.waiting[:last]
	}
}

// arrived notes that a Send has succeeded.
func (m *messages) arrived(r *request) {
	m.delivered, m.latest = m.delivered+1, max(m.latest, r.started)
}

// mix forgets the order of messages.
func (m *messages) mix() { m.mixed, m.waiting, m.head = true, nil, 0 }

// next is the message that the next Receive of the peer's takes, if that is known.
func (m *messages) next() (next message, known bool) {
	if m.mixed || m.head == len(m.waiting) {
		return message{}, false
	}
	return m.waiting[m.head], true
}

// taken notes that the peer's Receive has taken a message.
func (m *messages) taken() {
	if m.head < len(m.waiting) {
		m.head++
	}
}

// taker is the queue pair whose Receive a result is of, nil if it is of something else or that is not known.
func (s *step) taker(r *nd2.Result) *object {
	of := s.request
	if of == nil || of.kind != nd2.RequestReceive || !of.unfinished() {
		return nil
	}
	on := s.on
	if of.pair != nil && on != of.pair {
		return nil
	}
	return on
}

// receive notes the result of a Receive.
func (s *step) receive(r *nd2.Result) {
	on := s.taker(r)
	if on == nil || r.Status == nd2.Canceled {
		return
	}
	own, far := &on.pair.messages, on.pair.far
	if r.Status == nd2.Success {
		own.received++
		if of := s.request; of.shared != nil && !s.o.queue.overlap {
			on.pair.latestShared = max(on.pair.latestShared, of.started)
		}
	}
	switch {
	case far == nil:
		own.unmatched = true
	case r.Status != nd2.Success || s.o.queue.overlap || on.pair.stopping:
		far.pair.messages.mix()
	default:
		far.pair.messages.taken()
	}
}
