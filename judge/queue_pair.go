package judge

import "github.com/ndconform/ndconform/nd2"

// A queuePair is what the checker knows of a queue pair.
type queuePair struct {
	number, context uintptr // what the provider and the client know it by
	// numbered says that number is unique; if not, it is the client's context, which another queue pair may have, too.
	numbered bool
	// initiator and receives are the requests that have not ended.
	initiator, receives line
	// waiting and waitingReceives count the requests whose results are certain to come.
	waiting, waitingReceives             uint32
	initiatorDepth, receiveDepth         uint32
	initiatorSGEs, receiveSGEs           uint32
	inline                               uint32
	receiveQueue, initiatorQueue, shared *object // shared is nil if the receive queue is not shared
	// connector is the connector that was last told to connect it.
	connector *object
	// offered says that it has been given to a connector.
	offered bool
	// offers counts how often, without Connects that failed: the queue pair is as before then.
	offers int
	// far is the queue pair at the other end of its connection, nil if that is not known; by is the connector that
	// connected it.
	far, by *object
	// stopping says that a call has begun which cancels its requests.
	stopping bool
	// failed is when the client took the first result of an initiator request that failed by itself; 0 before.
	failed uint64
	// failing is when the call that posted this request returned.
	failing uint64
	// leftBy is the connector that has disconnected it, nil if none has.
	leftBy *object
	// broken says that the client took a result without success.
	broken   bool
	messages messages
	// unordered says that its Receives may end in any order; see [step.receiveEntries].
	unordered bool
	// latestShared is when the latest shared Receive that it took was posted.
	latestShared uint64
}

// A sharedQueue is what the checker knows of a shared receive queue.
type sharedQueue struct {
	depth, sges uint32
	// room is the least depth that it may have now.
	room uint32
	// modified is when Modify was called last.
	modified uint64
	// waiting counts the Receives that are posted, and receives are these.
	waiting  uint32
	receives line
	// pairs counts the queue pairs that were created with it.
	pairs int
	// crowded says that receives are not kept: there were more than it holds, since Receives of released queue pairs may
	// never have a result.
	crowded bool
}

// push enters a Receive.
func (q *sharedQueue) push(r *request) {
	if len(q.receives.all()) > 2*int(q.depth) {
		q.receives, q.crowded = line{}, true
	}
	if !q.crowded {
		q.receives.push(r)
	}
}

// maxUnshared is how many released shared queues are remembered: the results of their Receives may still be taken.
const maxUnshared = 64

// unshare notes that the client has released a shared queue, and forgets the Receives of the queue released longest
// ago.
func (k *Checker) unshare(o *object) {
	o.shared.crowded = true
	k.unshared = append(k.unshared, o)
	if len(k.unshared) <= maxUnshared {
		return
	}
	oldest := k.unshared[0]
	k.unshared = k.unshared[1:]
	for _, r := range k.requests {
		if r.shared == oldest && r.phase < refused && r.phase != posting {
			k.end(r, over)
		}
	}
	oldest.shared.receives = line{}
}

// maxDeparted is how many released queue pairs are remembered: their results may still be taken.
const maxDeparted = 512

func beginCreatePair(s *step) {
	k, c := s.k, s.c
	q := &queuePair{number: c.Context, context: c.Context}
	q.receiveQueue, q.initiatorQueue = k.stateOf(c.ReceiveCQ), k.stateOf(c.InitiatorCQ)
	s.pair = &object{kind: "IND2QueuePair", name: "qp", pair: q}
	if k.unseen&requests != 0 || s.extends() {
		return
	}
	q.numbered = true
	q.number = k.context(c.Context, func(n uintptr) bool {
		q.number = n
		return k.taken(q)
	})
	k.seat(s.pair)
	c.Context = q.number
}

func trackCreatePair(s *step) {
	c := s.c
	q := s.pair.pair
	c.Context = q.context
	o := s.created()
	if o == nil {
		s.k.unseat(s.pair)
		s.k.back(q.number)
		return
	}
	o.pair = q
	q.shared = s.k.stateOf(c.SRQ)
	if q.shared != nil && q.shared.shared != nil {
		q.shared.shared.pairs++
	}
	if q.shared != nil && q.receiveQueue != nil && q.receiveQueue.queue != nil {
		q.receiveQueue.queue.used, q.receiveQueue.queue.shares = true, true
	}
	q.initiatorDepth, q.receiveDepth = c.InitiatorDepth, c.ReceiveDepth
	q.initiatorSGEs, q.inline = c.InitiatorSGEs, c.InlineSize
	q.receiveSGEs, q.unordered = s.receiveEntries()
	q.messages.unmatched = q.unordered
	if q.numbered {
		s.k.seat(o)
	}
}

func trackCreateShared(s *step) {
	if o := s.created(); o != nil {
		o.shared = &sharedQueue{depth: s.c.Depth, sges: s.c.SGEs, room: s.c.Depth}
	}
}

func beginModify(s *step) {
	if o := s.o.shared; o != nil && s.c.Depth != 0 {
		o.room, o.modified = min(o.room, s.c.Depth), s.k.clock
	}
}

func trackModify(s *step) {
	o := s.o.shared
	if o == nil {
		return
	}
	if s.status == nd2.Success && s.c.Depth != 0 {
		o.depth = s.c.Depth
	}
	o.room = o.depth
}

// released notes that the client has released a queue pair.
func (o *object) released(k *Checker) {
	q := o.pair
	q.stopping = true
	for _, l := range []*line{&q.initiator, &q.receives} {
		for _, r := range l.all() { // whose results may never come
			k.countOut(r)
			r.uncounted = true
			if to := r.queue(); to != nil {
				to.strays++
			}
		}
	}
	if to := q.receiveQueue; q.shared != nil && to != nil && to.queue != nil {
		to.queue.strays++ // which results of shared Receives are there is not known
	}
	k.departed = append(k.departed, o)
	if len(k.departed) > maxDeparted {
		k.depart(k.departed[0])
		k.departed = k.departed[1:]
	}
}

// depart forgets a queue pair that was released long ago, and its requests.
func (k *Checker) depart(o *object) {
	k.unseat(o)
	for _, l := range []*line{&o.pair.initiator, &o.pair.receives} {
		for _, r := range l.all() {
			k.countOut(r)
			if w := r.window; w != nil && w.window != nil {
				w.window.certain = false
			}
			k.end(r, over)
		}
		*l = line{}
	}
}

func beginFlush(s *step) {
	if s.o.pair != nil {
		s.o.pair.stopping = true
		s.o.pair.messages.mix() // those that are canceled never arrive, and later ones may
	}
}
