package judge

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// A completionQueue is what the checker knows of a completion queue.
type completionQueue struct {
	depth uint32
	// possible counts the requests whose results may come or wait here; shares says that Receives of a shared queue may
	// come, too. room is the least depth that the queue may have now, and overrun says that there may have been more
	// results than that.
	possible, room  uint32
	shares, overrun bool
	// used says that a request whose result comes here was posted, or may have been.
	used bool
	// waiting counts the requests whose results are certain to come here. crowded says that they were more than the queue
	// holds, and blamed that the program was told so.
	waiting         uint32
	crowded, blamed bool
	// pollers counts the calls of GetResults in progress; overlap says that there have been two at once since
	// there was none.
	pollers int
	overlap bool
	// polls counts the calls of GetResults. several says that two of them overlapped, or two Notifies: more than one
	// thread may take results.
	polls   uint64
	several bool
	// more says that the last call of GetResults has filled its array: there may be more results.
	more bool
	// emptied is when the latest call of GetResults that left nothing began; 0 before.
	emptied uint64
	// notified says that a notification has come since GetResults last left nothing.
	notified bool
	// taken counts results.
	taken uint64
	// fresh is how many results were taken that no notification may have announced, at most, and -1 if there are none and
	// the next one to be taken was announced, too. notifying counts the Notify requests whose end the client does not know
	// yet.
	fresh     int64
	notifying uint32
	// settled is when the queue was last known to be empty or a Notify to have ended, never if results may have been left
	// since it was empty. armed says that a Notify was canceled or failed: the queue may stay armed for ever.
	settled uint64
	armed   bool
	// wide says that an ANY has succeeded: a provider that arms before it looks may have left the queue armed for any
	// result.
	wide bool
	// told is when the client was last told of a Notify's success; 0 before.
	told uint64
	// strays counts the results that may come here or be here of queue pairs that were released: they may go at any time.
	strays int
	// blind says that a Notify may have ended, or still be armed, without a word.
	blind  bool
	claim  claim
	charge charge
	// failure is the queue's own failure, as a Notify told it: ND_BUFFER_OVERFLOW or ND_INTERNAL_ERROR.
	failure nd2.Status
}

func trackCreateQueue(s *step) {
	if o := s.created(); o != nil {
		o.queue = &completionQueue{depth: s.c.Depth, room: s.c.Depth, settled: never}
	}
}

func beginResize(s *step) {
	if q := s.o.queue; q != nil {
		q.limit(min(q.room, s.c.Depth))
	}
}

func trackResize(s *step) {
	q := s.o.queue
	if q == nil {
		return
	}
	if s.status == nd2.Success {
		q.depth = s.c.Depth
	}
	q.limit(q.depth)
}

// limit notes how much room the queue has.
func (q *completionQueue) limit(room uint32) {
	q.room = room
	q.overrun = q.overrun || q.possible > room
}

func beginPoll(s *step) {
	if q := s.o.queue; q != nil {
		q.pollers++
		q.polls++
		q.several = q.several || q.pollers > 1
		q.overlap = q.overlap || q.pollers > 1
	}
}

// trackPoll takes the results that the call has returned, and gives them the client's contexts.
func trackPoll(s *step) {
	q := s.o.queue
	if q == nil {
		return
	}
	for i := range s.c.Results[:min(int(s.c.Count), len(s.c.Results))] {
		s.result(&s.c.Results[i])
	}
	s.request, s.on = nil, nil
	q.taken += uint64(s.c.Count)
	q.fresh += int64(s.c.Count)
	q.leaves(s)
	q.pollers--
	q.overlap = q.overlap && q.pollers > 0
}

// leaves notes what a call of GetResults has left: unknown for a call without room.
func (q *completionQueue) leaves(s *step) {
	if len(s.c.Results) == 0 {
		return
	}
	q.more = int(s.c.Count) >= len(s.c.Results) && (q.possible > 0 || q.shares)
	q.notified = q.notified && q.more
	q.settled = never
	if !q.more && !q.overlap {
		q.emptied, q.settled = s.began, s.k.clock
		q.examine(s)
	}
}

// result takes one result.
func (s *step) result(r *nd2.Result) {
	k := s.k
	s.on = s.pairOf(r)
	of := s.requestOf(r)
	s.request = of
	for _, check := range resultChecks {
		check(s, r)
	}
	a := s.arrival(r)
	s.receive(r)
	on := s.on
	if on != nil {
		r.QueuePairContext = on.pair.context
	}
	s.satisfies(a)
	if of == nil {
		return
	}
	r.RequestContext = of.context
	if !of.unfinished() {
		return
	}
	s.o.queue.convict(s, of, r.Status)
	if of.pair != nil && !s.o.queue.overlap {
		s.passed(of)
	}
	if p := of.pair; p != nil && of.kind != nd2.RequestReceive && failure(r.Status) && p.pair.failed == 0 &&
		!s.o.queue.overlap {
		p.pair.failed, p.pair.failing = k.clock, cmp.Or(of.returned, k.clock)
	}
	if on != nil && r.Status != nd2.Success {
		on.pair.broken = true
	}
	if s.o.queue.possible > 0 {
		s.o.queue.possible--
	}
	if of.kind == nd2.RequestSend && of.pair != nil && r.Status == nd2.Success {
		of.pair.pair.messages.arrived(of)
	}
	k.settle(of, r.Status)
	k.leave(of, over)
}

// failure reports whether a request with this status failed by itself.
func failure(s nd2.Status) bool {
	return s.Failed() && !slices.Contains(cutOff(), s)
}

// passed ends the requests that were certainly posted before an ended request of the same queue: silent requests have
// succeeded, and others were overtaken.
func (s *step) passed(r *request) {
	k := s.k
	l := r.line()
	for {
		first := l.all()
		if len(first) == 0 || first[0] == r || !first[0].before(r) || !first[0].silent() || first[0].phase != posted {
			break
		}
		s.silentDoomed(first[0], r)
		k.settle(first[0], nd2.Success)
		k.leave(first[0], silenced)
	}
	for _, other := range l.all() {
		if other == r {
			return
		}
		if other.before(r) && other.phase == posted && !other.silent() {
			other.phase = overtaken
		}
	}
}

// settle notes what a request has brought about.
func (k *Checker) settle(r *request, status nd2.Status) {
	if r.window == nil || r.window.window == nil {
		return
	}
	w := r.window.window
	if r.started < w.settled { // a later one's result was seen first, by another thread
		return
	}
	w.settled = r.started
	switch {
	case r.kind == nd2.RequestBind && status == nd2.Success:
		w.bound, w.region, w.on, w.certain = true, r.region, r.pair, true
	case r.kind == nd2.RequestInvalidate && status == nd2.Success:
		if w.certain && w.bound && w.region != nil && w.region.region != nil {
			w.region.region.bindings--
		}
		w.bound, w.certain, w.dead = false, true, max(w.dead, r.version)
	default:
		w.certain = false
	}
}
