package judge

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A pending is an overlapped request. It is also the OVERLAPPED that the provider gets in place of the client's. The
// checker's lock guards it except the OVERLAPPED, which is the provider's while the request goes on.
type pending struct {
	nd2.Overlapped
	own    signal // is its event where the client's is not known again
	k      *Checker
	number uint64 // of the OVERLAPPED, not of the request
	object *object
	method string
	client *nd2.Overlapped
	// id identifies the client's OVERLAPPED, and event says whether it has an event. Both were read when the call began:
	// later the client may have freed the OVERLAPPED.
	id     identity
	event  bool
	notify nd2.NotifyType
	// returned is what the call returned, and answered says that it has returned.
	returned nd2.Status
	answered bool
	// sets and packets count the notifications; phases counts those that were not the last.
	sets, packets, phases, resets int
	// blurred says that another request used the same event at the same time: which of them sets it is not known.
	blurred bool
	// packetless says that the client's event wants no packet, or that there was no port for it.
	packetless bool
	// eventSet says that the client's event was set when the call began.
	eventSet bool
	// final is how it ended, and known says that GetOverlappedResult told the client; early says that it did so before the
	// call returned.
	final        nd2.Status
	known, early bool
	// buffer is how many bytes the call was given.
	buffer int
	// canceled says that the client has canceled it or released its object.
	canceled bool
	// covering says that a CancelOverlappedRequests goes on that covers it, and covered when one has succeeded; 0 before.
	covering bool
	covered  uint64
	// lingers says that it was pending when that call returned.
	lingers bool
	// beside says that the same call canceled another request, which was notified before the call returned.
	beside bool
	// began is when the call began, and canceledAt is when a call that cancels it began; 0 for none.
	began, canceledAt uint64
	mark              Mark
	// heard is when it was notified last, on the clock of marks.
	heard int64
	// owed says that the client took a result which came while it was armed, and satisfies it.
	owed bool
	// with is the queue pair of Connect or Accept, the connector of GetConnectionRequest, or a window that is bound to the
	// region of Deregister; nil if there is none.
	with *object
	// held is that of [step].
	held bool
	// connected says that its connector was connected when the call began.
	connected bool
	// returnedAt is when the call returned; 0 before.
	returnedAt uint64
	// released is when the client was told of another Notify's success, which ends this one too; 0 before.
	released uint64
	// undrained says that results may have been left when a Notify began, and polls how often GetResults had been called.
	undrained bool
	polls     uint64
	// noticed says that the queue notified before this request began: results of then may be left.
	noticed bool
	// drained says that no result could be queued when a Notify began; taken is how many results had been taken then, and
	// fresh is the queue's of then.
	drained bool
	taken   uint64
	fresh   int64
	// first says that every result which was or might have been queued when a Notify began, or came later, was new: no
	// notification had announced it.
	first bool
	// satisfied says that something has come, or may have come, that ends a Notify.
	satisfied bool
	// asking counts the calls of GetOverlappedResult for it that go on.
	asking int
	// mustFail is the rule by which it must fail; see [step].
	mustFail *requirement.Entry
	why      string
	several  bool
}

// going reports whether the client can't know yet that the request has ended.
func (p *pending) going() bool {
	return p.answered && p.returned == nd2.Pending && !p.known && p.sets == 0 && p.packets == 0
}

const (
	// manyRequests and mostRequests are how many requests of an object are kept for GetOverlappedResult: of those that
	// have ended and been asked about, and of all that have ended.
	manyRequests = 64
	mostRequests = 4096
)

// beginRequest gives the provider an OVERLAPPED of the checker's.
func beginRequest(s *step) {
	client := s.c.Overlapped
	if client == nil {
		if q := s.o.queue; q != nil {
			q.blind = true
		}
		return
	}
	id := identityOf(client)
	p := s.k.overlapped[id]
	if p != nil && p.object != nil {
		p.blinds()
	}
	if p == nil || p.object != s.o || !p.vacant() {
		p = s.slot(p)
		s.k.overlapped[id] = p
	}
	if e, ok := p.Event.(*signal); ok && e != &p.own && e.client != client.Event {
		e.of = slices.DeleteFunc(e.of, func(of *pending) bool { return of == p })
	}
	*p = pending{
		Overlapped: nd2.Overlapped{Internal: client.Internal, InternalHigh: client.InternalHigh},
		own:        p.own, k: p.k, number: p.number, object: s.o, client: client, id: id, event: hasEvent(client),
		method: s.c.Method, notify: s.c.NotifyType, held: s.held,
		canceled: s.o.canceling > 0, began: s.began, mark: s.mark, buffer: len(s.c.Buffer),
	}
	if client.Event != nil {
		p.Event = s.k.signal(client.Event, p)
	} else {
		s.k.given[&p.Overlapped] = p
	}
	if p.canceled { // by the call in progress, whenever that began
		p.canceledAt = s.began
	}
	p.eventSet, p.with = isSet(client.Event), s.companion()
	p.packetless = withoutPacket(client.Event) || s.o.file == nil || !s.o.file.bound
	p.connected = s.o.connector != nil && (s.o.connector.completed || s.o.connector.accepted)
	if q := s.o.queue; q != nil {
		s.o.beginNotify(q, p)
	}
	s.pending = p
	s.c.Overlapped = &p.Overlapped
}

// slot returns the record of a request of the step's object. If the request before it on the OVERLAPPED is over, its
// record is used again, so that the provider sees the same OVERLAPPED.
func (s *step) slot(before *pending) *pending {
	p := before
	if before != nil && before.object != nil {
		before.object.dropRequest(before)
		s.k.forgetGiven(before)
	}
	if before == nil || !before.vacant() {
		p = &pending{k: s.k}
	}
	s.k.lastPending++
	p.object, p.number = s.o, s.k.lastPending
	s.o.keep(p)
	return p
}

// companion is what a request concerns beside its own object; see [pending].
func (s *step) companion() *object {
	switch s.c.Method {
	case calls.ConnectorConnect, calls.ConnectorAccept:
		return s.k.stateOf(s.c.QueuePair)
	case calls.ListenerGetConnectionRequest:
		return s.k.stateOf(s.c.Connector)
	case calls.MRDeregister:
		return s.k.windowOf(s.o)
	}
	return nil
}

// vacant reports whether its record can serve another request: nothing can come of it, and nobody asks about it.
func (p *pending) vacant() bool { return p.asking == 0 && p.reusable() }

// reusable reports whether nothing can come of the request any more. Where the provider gets the program's own values,
// a request counts as ended once it was notified.
func (p *pending) reusable() bool {
	inline := p.answered && p.returned != nd2.Pending
	return inline || (p.known || p.k.keeps && !p.blurred) && p.spent()
}

// spent reports whether the request has been notified in each way in which it may be.
func (p *pending) spent() bool {
	switch {
	case !p.answered:
		return false
	case p.returned != nd2.Pending:
		return true
	}
	times := p.sets
	if p.Event == nil {
		times = p.packets
	}
	port := p.object.file != nil && p.object.file.bound
	return times > 0 && (!port || p.packets == times)
}

// keep enters a request for GetOverlappedResult, and drops old ones.
func (o *object) keep(p *pending) {
	o.requests = append(o.requests, p)
	if len(o.requests) < manyRequests {
		return
	}
	left := o.requests[:0]
	for _, old := range o.requests {
		done := old.known && !old.owesPacket() || old.answered && old.returned != nd2.Pending ||
			len(o.requests) > mostRequests && old.answered && !old.going()
		if old == p || !done {
			left = append(left, old)
			continue
		}
		old.blinds()
		p.k.forgetRequest(old)
	}
	clear(o.requests[len(left):])
	o.requests = left
}

// forgetRequest forgets the request, unless another has its OVERLAPPED.
func (k *Checker) forgetRequest(p *pending) {
	k.forgetGiven(p)
	p.unsignal()
	if k.overlapped[p.id] == p {
		delete(k.overlapped, p.id)
	}
}

// forgetGiven forgets the OVERLAPPED of a request, unless a packet may still come that only the OVERLAPPED tells apart.
func (k *Checker) forgetGiven(p *pending) {
	awaited := p.Event == nil && !p.packetless && p.packets == 0 && (!p.answered || p.returned == nd2.Pending)
	if awaited && len(k.given) <= mostRequests {
		return
	}
	k.unsure = k.unsure || awaited
	delete(k.given, &p.Overlapped)
}

func (o *object) dropRequest(p *pending) {
	for i, other := range o.requests {
		if other == p {
			o.requests = append(o.requests[:i], o.requests[i+1:]...)
			return
		}
	}
}

// forgetRequests forgets the requests of an object that the client has released.
func (k *Checker) forgetRequests(o *object) {
	for _, p := range o.requests {
		p.canceled = true
		if p.unsettled() && len(k.silent) < mostRequests {
			k.silent = append(k.silent, p)
		}
		if p.spent() && p.asking == 0 && len(k.overlapped) <= mostIdle && k.overlapped[p.id] == p {
			p.idle()
			continue
		}
		k.forgetRequest(p)
	}
	o.requests = nil
}

// mostIdle is how many OVERLAPPEDs are kept after their request ended and their object went: a provider may have a
// handle for each.
const mostIdle = 256

// idle leaves nothing of a request but its OVERLAPPED.
func (p *pending) idle() {
	p.unsignal()
	*p = pending{own: p.own, k: p.k, id: p.id, answered: true, returned: nd2.Canceled}
}

// unsettled reports whether something is to come of a request whose object may be gone.
func (p *pending) unsettled() bool {
	return p.event && (p.known || p.packets > 0) && p.sets == 0 || p.inVain() || p.forgotten() || p.owesPacket()
}

// trackRequest notes how the call with an OVERLAPPED has ended.
func trackRequest(s *step) {
	p := s.pending
	if p == nil {
		return
	}
	p.answered, p.returned, p.returnedAt = true, s.status, s.k.clock
	if s.status != nd2.Pending {
		p.tell()
		p.over(s.status)
		return
	}
	p.known = p.early
	if p.sets == 0 && p.packets == 0 && !p.early {
		p.client.Internal = uintptr(nd2.Pending)
	}
}

// tell gives the client's OVERLAPPED what the provider's has. It writes nothing that is there: the client may have
// been notified before, and read it.
func (p *pending) tell() {
	if p.client.Internal != p.Internal || p.client.InternalHigh != p.InternalHigh {
		p.client.Internal, p.client.InternalHigh = p.Internal, p.InternalHigh
	}
}

// over notes what the client is told of a request's end.
func (p *pending) over(status nd2.Status) {
	if !p.early {
		p.announced(status)
	}
	p.finished(status)
}

// beginAsk has GetOverlappedResult ask about the provider's OVERLAPPED. Nothing is held against what it returns
// if the call that makes the request has not returned yet: it may be about what the OVERLAPPED served for before.
func beginAsk(s *step) {
	p := s.k.overlapped[identityOf(s.c.Overlapped)]
	switch {
	case p == nil, p.object == nil:
		return
	case p.object != s.o:
		s.elsewhere = p
		return
	case p.answered:
		s.pending = p
	default:
		s.overtakes = p
	}
	s.heard = max(p.sets, p.packets)
	s.c.Overlapped = &p.Overlapped
}

// unheard reports whether a notification has come since the latest phase.
func (p *pending) unheard() bool { return p.sets > p.phases || p.packets > p.phases }

func trackAsk(s *step) {
	p := cmp.Or(s.pending, s.overtakes)
	switch {
	case p == nil:
	case s.status == nd2.Pending:
		if s.heard > p.phases {
			p.phases++
		}
	case p.known || p.early || p.answered && p.returned != nd2.Pending:
	case p.answered:
		p.tell()
		p.known, p.final = true, s.status
		p.over(s.status)
	default:
		p.blinds() // it may be about what the OVERLAPPED served for before
		p.over(s.status)
		p.early, p.final = true, s.status
	}
}

func beginCancel(s *step) {
	s.o.canceling++
	s.o.canceledAt = s.k.clock
	for _, p := range s.o.requests {
		if q := s.o.queue; q != nil && p.armed() {
			q.armed = true
		}
		p.canceled, p.canceledAt = true, cmp.Or(p.canceledAt, s.k.clock)
		p.covering = p.answered && p.returned == nd2.Pending && !p.known
	}
}

func trackCancel(s *step) {
	s.o.canceling--
	s.o.cancelFailed = s.o.cancelFailed || s.status != nd2.Success
	beside := slices.ContainsFunc(s.o.requests, func(p *pending) bool {
		return p.covering && p.unheard()
	})
	for _, p := range s.o.requests {
		if p.covering && s.status == nd2.Success && p.covered == 0 {
			p.covered, p.beside = s.k.clock, beside
		}
		p.covering = false
	}
}

// inVain reports whether a request was canceled, and nobody was told of its end.
func (p *pending) inVain() bool {
	return p.covered != 0 && !p.object.cancelFailed && !p.known && !p.unheard()
}
