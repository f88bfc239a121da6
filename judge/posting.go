package judge

import "github.com/ndconform/ndconform/nd2"

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
		o.shared.push(r)
	case r.kind == nd2.RequestReceive:
		o.pair.receives.push(r)
	default:
		o.pair.initiator.push(r)
		if r.kind == nd2.RequestSend {
			o.pair.messages.post(r)
		}
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
	if w := r.window; w != nil && w.window != nil {
		w.window.outstanding++
		s.bindTo(w.window)
	}
	s.aim()
	if m := r.region; m != nil && m.region != nil {
		m.region.bindings++
	}
}

func trackPost(s *step) {
	r := s.request
	r.returned = s.k.clock
	if r.kind == nd2.RequestSend && s.o.pair != nil {
		s.o.pair.messages.posted(r, s.status == nd2.Success)
	}
	switch {
	case s.status == nd2.Success && r.phase == posting:
		r.phase = posted
		if w := r.window; w != nil && w.window != nil && w.window.changed == r.started {
			w.window.taken = r.kind == nd2.RequestBind
		}
		s.k.forgetSilent(s.o)
	case s.status != nd2.Success && r.unfinished():
		if m := r.region; m != nil && m.region != nil {
			m.region.bindings--
		}
		s.k.leave(r, refused)
		s.k.back(r.number)
	}
}

// mostSilent is how many requests a queue pair may have outstanding beyond those it was created for, before silent ones
// are forgotten. A provider may give a queue more room than was asked for, but not that much.
const mostSilent = 4096

// forgetSilent forgets the oldest silent request of a queue pair that has too many outstanding: it has surely ended,
// but how is not known.
func (k *Checker) forgetSilent(o *object) {
	if o.pair == nil || len(o.pair.initiator.all()) <= 2*int(o.pair.initiatorDepth)+mostSilent {
		return
	}
	for _, r := range o.pair.initiator.all() {
		if r.phase != posted || !r.silent() {
			continue
		}
		if w := r.window; w != nil && w.window != nil {
			w.window.certain = false
		}
		k.leave(r, forgotten)
		return
	}
}

// leave notes that a request has ended.
func (k *Checker) leave(r *request, how phase) {
	if q := r.queue(); q != nil && how != over && q.possible > 0 {
		q.possible--
	}
	if q := r.queue(); q != nil && r.uncounted {
		q.strays--
	}
	r.line().drop(r)
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
	if r.shared != nil {
		return &r.shared.shared.receives
	}
	return r.pair.pair.line(r.kind)
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
		q := o.queue
		q.waiting += by
		q.crowded = q.waiting > q.depth || q.crowded && q.waiting > 0
	}
}
