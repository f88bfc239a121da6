package watch

import "github.com/ndconform/ndconform/nd2"

// A queuePair is what is known of one.
type queuePair struct {
	number, context uintptr // what the provider and the client know it by
	// initiator and receives are the requests that have not ended.
	initiator, receives line
	// waiting and waitingReceives count those whose results are certain to come.
	waiting, waitingReceives             uint32
	initiatorDepth, receiveDepth         uint32
	initiatorSGEs, receiveSGEs           uint32
	inline                               uint32
	receiveQueue, initiatorQueue, shared *object // shared is nil of one with a receive queue of its own
	// connector is what was told last to connect it.
	connector *object
	// offered says that it has been given to a connector.
	offered bool
	// stopping says that a call has begun that cancels its requests.
	stopping bool
	// failed is when the result of the first initiator request was taken that failed by itself; 0 before.
	failed uint64
}

// A sharedQueue is what is known of a shared receive queue.
type sharedQueue struct {
	depth, sges uint32
	// waiting counts the Receives that are posted.
	waiting uint32
}

// maxDeparted is how many released queue pairs are remembered: their results may still be taken.
const maxDeparted = 512

func beginCreatePair(s *step) {
	n := s.k.number()
	o := &object{kind: "IND2QueuePair", name: "qp", pair: &queuePair{number: n, context: s.c.Context}}
	s.pair = o
	s.c.Context = n
}

func trackCreatePair(s *step) {
	c := s.c
	q := s.pair.pair
	c.Context = q.context
	o := s.created()
	if o == nil {
		return
	}
	o.pair = q
	q.receiveQueue, q.initiatorQueue = s.k.stateOf(c.ReceiveCQ), s.k.stateOf(c.InitiatorCQ)
	q.shared = s.k.stateOf(c.SRQ)
	if q.shared != nil && q.receiveQueue != nil && q.receiveQueue.queue != nil {
		q.receiveQueue.queue.used, q.receiveQueue.queue.shares = true, true
	}
	q.initiatorDepth, q.receiveDepth = c.InitiatorDepth, c.ReceiveDepth
	q.initiatorSGEs, q.receiveSGEs, q.inline = c.InitiatorSGEs, c.ReceiveSGEs, c.InlineSize
	s.k.pairs[q.number] = o
}

func trackCreateShared(s *step) {
	if o := s.created(); o != nil {
		o.shared = &sharedQueue{depth: s.c.Depth, sges: s.c.SGEs}
	}
}

func trackModify(s *step) {
	if o := s.o.shared; o != nil && s.status == nd2.Success && s.c.Depth != 0 {
		o.depth = s.c.Depth
	}
}

// released notes that the client has released a queue pair.
func (o *object) released(k *Checker) {
	q := o.pair
	q.stopping = true
	for _, l := range []*line{&q.initiator, &q.receives} {
		for _, r := range l.all() { // whose results may never come
			k.countOut(r)
			r.uncounted = true
		}
	}
	k.departed = append(k.departed, o.pair.number)
	if len(k.departed) > maxDeparted {
		k.depart(k.departed[0])
		k.departed = k.departed[1:]
	}
}

// depart forgets a queue pair that was released long ago, and its requests.
func (k *Checker) depart(number uintptr) {
	o := k.pairs[number]
	if o == nil {
		return
	}
	delete(k.pairs, number)
	for _, l := range []*line{&o.pair.initiator, &o.pair.receives} {
		for _, r := range l.all() {
			k.countOut(r)
			k.end(r, over)
		}
		*l = line{}
	}
}

// beginPost tracks a request that the call posts: its result may come before the call returns.
func beginPost(s *step) {
	o := s.o
	r := s.newRequest()
	s.request, s.posts = r, true
	s.c.Context = r.number
	for _, e := range s.c.SGE {
		r.length += uint64(len(e.Buffer))
		if of := s.k.tokenOf(o, e.MemoryRegionToken); of != nil && r.flags&nd2.Inline == 0 {
			r.uses = append(r.uses, of)
			of.region.users++
		}
	}
	r.region, r.window = s.k.stateOf(s.c.Region), s.k.stateOf(s.c.Window)
	switch {
	case o.pair == nil:
		r.shared = o
	case r.kind == nd2.RequestReceive:
		r.pair = o
		o.pair.receives.push(r)
	default:
		r.pair = o
		o.pair.initiator.push(r)
	}
	s.k.count(r, 1)
	if q := o.pair; q != nil {
		for _, to := range []*object{q.receiveQueue, q.initiatorQueue} {
			if to != nil && to.queue != nil {
				to.queue.used = true
			}
		}
	}
	if to := r.queue(); to != nil {
		to.possible++
		to.limit(to.room)
	}
	r.stateRule = s.doomedByState()
	doom(s)
}

func trackPost(s *step) {
	r := s.request
	r.returned = s.k.clock
	switch {
	case s.status == nd2.Success && r.phase == posting:
		r.phase = posted
	case s.status != nd2.Success && r.unfinished():
		s.k.leave(r, refused)
	}
}

// leave notes that a request has ended.
func (k *Checker) leave(r *request, how phase) {
	if q := r.queue(); q != nil && how != over && q.possible > 0 {
		q.possible--
	}
	if r.pair != nil {
		r.line().drop(r)
	}
	k.countOut(r)
	k.end(r, how)
}

// queue is the completion queue that the result comes to, nil if it is not known.
func (r *request) queue() *completionQueue {
	if r.pair == nil {
		return nil
	}
	to := r.pair.pair.initiatorQueue
	if r.kind == nd2.RequestReceive {
		to = r.pair.pair.receiveQueue
	}
	if to == nil {
		return nil
	}
	return to.queue
}

func (r *request) line() *line {
	if r.kind == nd2.RequestReceive {
		return &r.pair.pair.receives
	}
	return &r.pair.pair.initiator
}

func (k *Checker) countOut(r *request) { k.count(r, ^uint32(0)) }

// count counts a request whose result is certain to come, at its queues.
func (k *Checker) count(r *request, by uint32) {
	switch {
	case r.silent(), r.uncounted:
	case r.shared != nil:
		r.shared.shared.waiting += by
	case r.kind == nd2.RequestReceive:
		r.pair.pair.waitingReceives += by
		countQueue(r.pair.pair.receiveQueue, by)
	default:
		r.pair.pair.waiting += by
		countQueue(r.pair.pair.initiatorQueue, by)
	}
}

func countQueue(o *object, by uint32) {
	if o != nil && o.queue != nil {
		o.queue.waiting += by
	}
}

func beginFlush(s *step) {
	if s.o.pair != nil {
		s.o.pair.stopping = true
	}
}
