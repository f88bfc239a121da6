package judge

import (
	"cmp"
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge/event"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A Checker checks the calls of one instance of a provider. It is safe for use by many
// goroutines.
type Checker struct {
	report func(Finding)
	meter  Meter // nil if nothing is measured
	// name, if not nil, names objects.
	name func(kind string) string
	// mark, if not nil, marks calls.
	mark func(*calls.Call) Mark
	// record, if not nil, is told what the checker is told. The checker is locked.
	record func(event.Event)
	kept   int // bytes of each message that are recorded

	mu sync.Mutex
	// clock counts calls that have begun or returned.
	clock uint64
	// notifications counts those that have come.
	notifications uint64
	// seen counts the calls.
	seen uint64
	// These are the numbers given last: to requests and queue pairs, to OVERLAPPEDs, to removals of adapters.
	last, lastPending, lastRemoval uint64

	counts   map[string]int
	alive    map[*object]struct{}
	adapters map[uint64]*adapter
	// keeps is what [Checker.KeepValues] says.
	keeps bool
	// requests are those that are posted, and the ones that ended last; ended are the latter.
	requests map[label]*request
	ended    ended
	spare    []*request // that serve for new ones
	pairs    map[place]*object
	departed []*object // queue pairs that were released, oldest first
	unshared []*object // shared queues, likewise
	// resolved has the ids of adapters by their addresses, as ResolveAddress has told them.
	resolved map[netip.Addr]uint64
	// tokens are the regions that a local token is of, and reach is what the remote ones lead to.
	tokens map[token]*object
	reach  map[token]opening
	// overlapped are the requests by the client's OVERLAPPED, the latest given to each.
	overlapped map[identity]*pending
	// given are the requests without an event by the OVERLAPPEDs that the provider was given, and signals and ports what
	// it was given in place of the client's events and ports.
	given   map[*nd2.Overlapped]*pending
	signals map[nd2.Event]*signal
	ports   map[nd2.CompletionPort]*postman
	// unsure says that an OVERLAPPED was forgotten that may still come back.
	unsure bool
	// silent are requests that have ended without a notification so far, of objects that were released.
	silent []*pending
	free   []*step
	// underWay are the calls that have not returned.
	underWay []*step
	// acceptors are the connectors that may have accepted a connection whose other end is not known, in the order of their
	// calls; crowded says that there were too many to keep.
	acceptors []*object
	crowded   bool
	// heard is when the latest call began whose request has been notified.
	heard uint64
	// removals are those of adapters, by what OpenAdapter takes; nil if the checker is not told.
	removals map[uint64]*removal
	// extension is what becomes of interfaces that no document defines, said what was told of them, and unseen what the
	// program does through them.
	extension Extension
	said      []string
	unseen    area

	findings map[alike]*Finding
	order    []*Finding
	fresh    []Finding // not reported
}

// New returns a checker that has seen nothing. report, if not nil, is called with the first of findings
// that are alike, in the goroutine of the call that shows it.
func New(report func(Finding)) *Checker {
	return &Checker{
		report: report, counts: map[string]int{}, alive: map[*object]struct{}{},
		adapters: map[uint64]*adapter{}, resolved: map[netip.Addr]uint64{},
		requests: map[label]*request{}, pairs: map[place]*object{}, tokens: map[token]*object{},
		reach:      map[token]opening{},
		overlapped: map[identity]*pending{}, findings: map[alike]*Finding{},
		given: map[*nd2.Overlapped]*pending{}, signals: map[nd2.Event]*signal{},
		ports: map[nd2.CompletionPort]*postman{},
	}
}

// Watch returns the provider with the checker around it, and around all that comes out of it.
func (k *Checker) Watch(p nd2.Provider) nd2.Provider { return k.Around(p, (*calls.Call).Proceed) }

// Around is [Checker.Watch] for a client whose calls proceed in another way, as those do that insist.
func (k *Checker) Around(p nd2.Provider, proceed func(*calls.Call) nd2.Status) nd2.Provider {
	return calls.Watch(p, func(c *calls.Call) nd2.Status { return k.call(c, proceed) })
}

// Findings lists what has been found, in the order of the first breaches.
func (k *Checker) Findings() (list []Finding) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, f := range k.order {
		list = append(list, *f)
	}
	return list
}

// Name has new objects named by name, which is given what their names begin with, such as cq. It must not call the
// checker. Who names objects keeps their calls, too: findings have none. Name is called before the first call.
func (k *Checker) Name(name func(kind string) string) { k.name = name }

// A Meter measures calls, which it sees as the provider does: no two requests have the same context.
type Meter interface {
	// Begin is called when a call begins, and returns when that was, in nanoseconds. End is given it when the call
	// has returned.
	Begin(c *calls.Call) (at int64)
	End(c *calls.Call, at int64, status nd2.Status)
}

// Measure has calls measured. It is called before the first one.
func (k *Checker) Measure(m Meter) { k.meter = m }

// Calls is how many calls it has seen.
func (k *Checker) Calls() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.seen
}

// End says that no call follows and that the provider has been closed. It lists what has been found, with
// what is left at the end.
func (k *Checker) End() []Finding {
	k.mu.Lock()
	k.atEnd()
	k.unlock()
	return k.Findings()
}

// A step is one call on its way through the checker.
type step struct {
	k        *Checker
	c        *calls.Call
	method   *method
	o        *object
	began    uint64
	number   uint64 // of the call, from 1
	at       int64  // when the meter says that it began
	mark     Mark
	place    int // in the list of calls under way
	status   nd2.Status
	returned bool

	// request is posted by the call, or belongs to the result that is looked at; posts says which.
	request *request
	posts   bool
	// on is the queue pair whose context a result has.
	on      *object
	pending *pending
	// overtakes is the request that GetOverlappedResult is asked about before the call that makes it has returned.
	overtakes *pending
	// heard counts the notifications of the request which is asked about that had come before the call.
	heard int
	// elsewhere is the request of another object whose OVERLAPPED GetOverlappedResult is given.
	elsewhere *pending
	pair      *object // that is being created
	file      *file   // that the call is given
	// mustFail is the rule by which the call must fail, nil if it need not, and why says what is wrong.
	mustFail *requirement.Entry
	why      string
	several  bool // things are wrong
	// valid has a bit for each parameter that is certainly valid.
	valid uint32
	// fresh says that the queue pair and the connector of a Connect or Accept have not been connected, and again that
	// Connects of the queue pair have failed.
	fresh, again bool
	// held says that a Connect or Accept changes nothing, since the connector or the queue pair is in use.
	held bool
	// sound says that a Bind is certainly valid, and backed that its memory allows what is asked for.
	sound, backed bool
	// places are how many the queue has left for a request, and pushed how many it has ever had.
	places int
	pushed uint64
	// version is that of the region or window whose remote token is asked for.
	version uint64
	// given is the size of the room that the call was given, if it has one.
	given uint32
	sized bool
	// empty says that there was no object where the call is to put one.
	empty bool
	// unused says that the queues of a queue pair have never been used.
	unused bool
	// tells is the rule by which the call tells an address, empty if it need not.
	tells string
	// refused says that the call does not reach the provider.
	refused bool
}

// Call makes a call proceed, and checks it. It is a hook of [calls.Watch], for callers with another hook around it.
func (k *Checker) Call(c *calls.Call) nd2.Status { return k.call(c, (*calls.Call).Proceed) }

func (k *Checker) call(c *calls.Call, proceed func(*calls.Call) nd2.Status) nd2.Status {
	m := methods[c.Method]
	if m == nil {
		return proceed(c)
	}
	switch s := k.called(m, c); {
	case s == nil:
		return proceed(c)
	case s.refused:
		return k.returned(s, noInterface)
	default:
		return k.returned(s, proceed(c))
	}
}

// called looks at a call that begins. It returns nil for an object of two kinds, see trackQueryInterface.
func (k *Checker) called(m *method, c *calls.Call) *step {
	var mark Mark
	if k.mark != nil {
		mark = k.mark(c)
	}
	k.mu.Lock()
	if o := k.state(c.Object); o != nil && o.kind != c.Kind {
		k.mu.Unlock()
		return nil
	}
	s := k.begin(c)
	s.mark = mark
	s.mark.Call = s.number
	k.recordCall(s)
	if s.passes() {
		m = passing
	}
	s.method, s.refused = m, s.refuses()
	for _, check := range m.before {
		check(s)
	}
	for _, track := range m.begins {
		track(s)
	}
	k.unlock()
	if k.meter != nil {
		s.at = k.meter.Begin(c)
	}
	return s
}

// returned looks at what the call has come to, and returns that. It ends the step.
func (k *Checker) returned(s *step, status nd2.Status) nd2.Status {
	if k.meter != nil {
		k.meter.End(s.c, s.at, status)
	}
	k.mu.Lock()
	s.status, s.returned = status, true
	k.clock++
	k.recordReturn(s)
	if status == nd2.DeviceRemoved && s.o.adapter != nil && s.o.adapter.removed == 0 {
		s.o.adapter.removed = k.clock
	}
	for _, check := range s.method.after {
		check(s)
	}
	for _, track := range s.method.ends {
		track(s)
	}
	if k.name == nil {
		s.o.recent.add(s.now())
	}
	k.restore(s)
	status = s.status
	k.leaves(s)
	k.done(s)
	k.unlock()
	return status
}

// step returns an empty step, which [Checker.done] takes back.
func (k *Checker) step() (s *step) {
	if n := len(k.free); n > 0 {
		s, k.free = k.free[n-1], k.free[:n-1]
	} else {
		s = new(step)
	}
	s.k, s.began = k, k.clock
	return s
}

func (k *Checker) done(s *step) {
	*s = step{}
	k.free = append(k.free, s)
}

// begin returns the step of a call. The checker is locked.
func (k *Checker) begin(c *calls.Call) *step {
	k.clock++
	k.seen++
	s := k.step()
	s.c, s.o, s.number, s.place = c, k.state(c.Object), k.seen, len(k.underWay)
	k.underWay = append(k.underWay, s)
	if s.o == nil { // an object that came out of no call, as the first provider does
		s.o = k.object(c.Kind, c.Object.Name)
		c.State = s.o
	}
	return s
}

// restore gives the call the client's own parameters again.
func (k *Checker) restore(s *step) {
	if p := cmp.Or(s.pending, s.overtakes); p != nil {
		s.c.Overlapped = p.client
	}
	if s.posts && s.request != nil {
		s.c.Context = s.request.context
	}
	if s.file != nil {
		s.c.File = s.file
	}
}

// unlock unlocks the checker, and reports what has been found.
func (k *Checker) unlock() {
	fresh := k.fresh
	k.fresh = nil
	k.mu.Unlock()
	if k.report != nil {
		for _, f := range fresh {
			k.report(f)
		}
	}
}
