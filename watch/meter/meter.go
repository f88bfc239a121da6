package meter

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports/traffic"
)

const (
	// mostRates limits the parts into which time is divided. Beyond it, pairs of parts are joined.
	mostRates  = 128
	firstEvery = 0.01 // seconds
)

// A Meter measures the calls of one process. It is safe for concurrent use.
type Meter struct {
	mu    sync.Mutex
	began time.Time
	now   func() time.Time
	// traffic has everything but the methods and types.
	traffic traffic.Traffic
	methods map[string]*traffic.Calls
	types   map[nd2.RequestType]*traffic.Requests
	// posted are the requests without a taken result, by the provider's number.
	posted map[uintptr]posted
	// queues has a *queue for each shared receive queue and a *pair for each queue pair, by the provider's object.
	queues map[nd2.Unknown]any
}

// A posted request has no taken result so far.
type posted struct {
	at    time.Time
	queue *queue
	kind  nd2.RequestType
}

// A queue is an initiator or a receive queue.
type queue struct {
	kind               string
	depth, outstanding uint32
	// order has the requests, oldest first; nil for a queue whose results come in any order.
	order []uintptr
}

// A pair has a queue pair's queues. receives may be a shared receive queue's.
type pair struct{ initiator, receives *queue }

// New returns a meter that begins now, by the given clock.
func New(now func() time.Time) *Meter {
	return &Meter{
		began: now(), now: now, methods: map[string]*traffic.Calls{}, types: map[nd2.RequestType]*traffic.Requests{},
		posted: map[uintptr]posted{}, queues: map[nd2.Unknown]any{},
		traffic: traffic.Traffic{Queues: map[string]traffic.Queues{}, Every: firstEvery},
	}
}

// Traffic returns the traffic so far.
func (m *Meter) Traffic() *traffic.Traffic {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.traffic
	t.Seconds = m.now().Sub(m.began).Seconds()
	t.Methods, t.Requests = map[string]traffic.Calls{}, map[string]traffic.Requests{}
	t.Rates, t.Queues = slices.Clone(t.Rates), maps.Clone(t.Queues)
	for name, c := range m.methods {
		t.Methods[name] = *c
	}
	for kind, r := range m.types {
		sum := *r
		sum.Sizes, sum.Took = slices.Clone(r.Sizes), slices.Clone(r.Took)
		t.Requests[kind.String()] = sum
	}
	return &t
}

// Begin implements [watch.Meter].
func (m *Meter) Begin(c *calls.Call) (at int64) {
	began := m.now()
	if isPost(c.Method) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.post(c, began)
	}
	return began.Sub(m.began).Nanoseconds()
}

// End implements [watch.Meter].
func (m *Meter) End(c *calls.Call, at int64, status nd2.Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ended, began, posts := m.now(), m.began.Add(time.Duration(at)), isPost(c.Method)
	m.count(c.Method, status, ended.Sub(began).Seconds())
	switch {
	case posts && status != nd2.Success:
		m.unpost(c.Context)
	case posts:
		m.carries(c, began)
	case c.Method == calls.CQGetResults:
		m.take(c.Results[:min(int(c.Count), len(c.Results))], ended)
	case c.Method == calls.Release && c.Count == 0:
		m.forget(c)
	case status == nd2.Success:
		m.track(c)
	}
}

func (m *Meter) count(method string, status nd2.Status, seconds float64) {
	of := m.methods[method]
	if of == nil {
		of = new(traffic.Calls)
		m.methods[method] = of
	}
	of.Count++
	if status.Failed() {
		of.Failed++
	}
	of.Seconds += seconds
	of.Longest = max(of.Longest, seconds)
}

// carries counts a request's data.
func (m *Meter) carries(c *calls.Call, at time.Time) {
	of := m.types[c.Request]
	if of == nil {
		of = new(traffic.Requests)
		m.types[c.Request] = of
	}
	bytes := uint64(0)
	for _, e := range c.SGE {
		bytes += uint64(len(e.Buffer))
	}
	of.Count++
	of.Bytes += bytes
	of.Sizes.Add(bytes)
	of.MostEntries = max(of.MostEntries, len(c.SGE))
	if c.Request == nd2.RequestReceive { // a Receive moves no data
		bytes = 0
	}
	t := &m.traffic
	n := int(at.Sub(m.began).Seconds() / t.Every)
	for ; n >= mostRates; n /= 2 {
		t.Halve()
	}
	for len(t.Rates) <= n {
		t.Rates = append(t.Rates, traffic.Rate{})
	}
	t.Rates[n].Requests++
	t.Rates[n].Bytes += bytes
}
