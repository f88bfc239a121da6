package judge

import "github.com/ndconform/ndconform/nd2"

// A request is a request on a queue pair or shared receive queue.
type request struct {
	number, context uintptr // what the provider and the client know it by; see [label]
	kind            nd2.RequestType
	flags           nd2.OpFlags
	// pair is its queue pair, nil for a Receive of a shared receive queue: shared is that queue.
	pair, shared *object
	window       *object // of Bind and Invalidate
	region       *object // of Bind
	// started and returned are when the call began and returned; returned is 0 until then.
	started, returned uint64
	mark              Mark
	phase             phase
	// uncounted says that the counts of its queues leave it out.
	uncounted bool
	length    uint64
	// doomed is the rule by which it must not succeed, and badToken the token that no region has; see doom.
	doomed   string
	badToken uint32
	// stateRule is the rule by which it must not succeed in the state of its connection.
	stateRule string
	// sound is how many bytes of its leading entries lie in memory that allows the request; whole says that all do.
	sound uint64
	whole bool
	// uses are the regions of its entries.
	uses []*object
	// target is what a Read or Write is for, and version that of the window that a Bind or Invalidate begins.
	target  target
	version uint64
}

// A phase is how far a request has come.
type phase uint8

const (
	posting phase = iota // the call has not returned
	posted
	overtaken // posted, and a later one's result came first, against the order
	refused   // the call has failed
	silenced  // silent, and a later one of its queue has ended: it has succeeded
	forgotten // silent, and surely over; see [Checker.forgetSilent]
	over      // its result was taken
)

func (r *request) silent() bool { return r.flags&nd2.SilentSuccess != 0 }

// unfinished reports whether a result may still come.
func (r *request) unfinished() bool { return r.phase < refused }

// before reports whether the request was certainly posted before another one.
func (r *request) before(other *request) bool { return r.returned != 0 && r.returned < other.started }

// An ended ring keeps the mostEnded requests that ended last: they explain a result that comes twice.
type ended struct {
	ring []*request
	next int
}

const mostEnded = 1024

// add enters a request, and returns the request that it replaces, nil if none.
func (e *ended) add(r *request) (old *request) {
	if len(e.ring) < mostEnded {
		e.ring = append(e.ring, r)
		return nil
	}
	old, e.ring[e.next] = e.ring[e.next], r
	e.next = (e.next + 1) % mostEnded
	return old
}

// newRequest returns a request of the call.
func (s *step) newRequest() *request {
	k := s.k
	var r *request
	if n := len(k.spare); n > 0 {
		r, k.spare = k.spare[n-1], k.spare[:n-1]
	} else {
		r = new(request)
	}
	uses := r.uses[:0]
	*r = request{context: s.c.Context, kind: s.c.Request, flags: s.c.Flags, started: s.began, mark: s.mark, uses: uses}
	if r.pair = s.o; s.o.pair == nil {
		r.pair, r.shared = nil, s.o
	}
	in := r.line()
	r.number = k.context(r.context, func(n uintptr) bool {
		of := k.requests[label{n, in}]
		return of != nil && of.unfinished()
	})
	k.requests[label{r.number, in}] = r
	return r
}

// end notes that a request has ended.
func (k *Checker) end(r *request, how phase) {
	for _, o := range r.uses {
		o.region.users--
	}
	if w := r.window; w != nil && w.window != nil {
		w.window.outstanding--
	}
	clear(r.uses)
	r.phase, r.uses = how, r.uses[:0]
	if old := k.ended.add(r); old != nil {
		if at := (label{old.number, old.line()}); k.requests[at] == old {
			delete(k.requests, at)
		}
		if old.returned != 0 { // otherwise its call goes on
			k.spare = append(k.spare, old)
		}
	}
}

// A line is a queue of requests in the order in which the calls began.
type line struct {
	list   []*request
	head   int
	pushed uint64 // counts all that there have been
}

func (l *line) push(r *request) {
	l.pushed++
	if l.head > 0 && l.head == len(l.list) {
		l.list, l.head = l.list[:0], 0
	}
	if l.head > 64 && 2*l.head > len(l.list) {
		n := copy(l.list, l.list[l.head:])
		clear(l.list[n:])
		l.list, l.head = l.list[:n], 0
	}
	l.list = append(l.list, r)
}

// all are the requests, oldest first.
func (l *line) all() []*request { return l.list[l.head:] }

// drop removes a request.
func (l *line) drop(r *request) {
	for i := l.head; i < len(l.list); i++ {
		if l.list[i] != r {
			continue
		}
		copy(l.list[l.head+1:i+1], l.list[l.head:i]) // most are near the head
		l.list[l.head] = nil
		l.head++
		return
	}
}
