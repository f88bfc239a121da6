package bench

import (
	"strings"
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A Timer times the calls that succeed on a provider, and the requests, by their kinds: "qp/send".
type Timer struct {
	mu   sync.Mutex
	took map[string]*hdrhistogram.Histogram
	// pending has when the overlapped requests began that have not ended.
	pending sync.Map
}

// Around has the timer time the calls on an instance, each until the provider no longer lacks something of the moment.
func (t *Timer) Around(inner providers.Instance) providers.Instance {
	return calls.Around(inner, calls.Hooks{Early: true, Call: t.call})
}

func (t *Timer) call(c *calls.Call) (s nd2.Status) {
	kind, began := kindOf(recorded.KindOfInterface(c.Kind), c.Name()), now()
	switch {
	case c.Method == calls.EventSet:
		t.ended(c.Proxy, c.Proxy.Status())
	case kind == "":
	case c.Proxy != nil:
		t.pending.Store(c.Proxy, began) // it may end before the call returns
		defer func() { t.ended(c.Proxy, s) }()
	case c.Request != nd2.RequestReceive: // which is 0 for what posts nothing, too
		c.OnResult(func(o *calls.Outcome) { t.note(kind, o.Status, now()-began) })
	default:
		defer func() { t.note(kind, s, now()-began) }()
	}
	return c.Insist((*calls.Call).Proceed, func(nd2.Status) {})
}

// kindOf is the kind of a method's calls on a kind of objects. It is empty for calls that only ask, or that wait for
// what somebody else does.
func kindOf(object, method string) string {
	switch method {
	case "", "Notify", "NotifyDisconnect", "Receive", "AddRef", "ResolveAddress", "CreateOverlappedFile":
		return ""
	}
	if object == "" || object == "file" || strings.HasPrefix(method, "Get") || strings.HasPrefix(method, "Query") {
		return ""
	}
	return object + "/" + strings.ToLower(method)
}

// ended notes that a phase of a request has ended: with ND_PENDING it goes on.
func (t *Timer) ended(p *calls.ProxyOverlapped, s nd2.Status) {
	if s == nd2.Pending {
		return
	}
	if began, known := t.pending.LoadAndDelete(p); known {
		_, method, _ := strings.Cut(p.Method, "::")
		t.note(kindOf(recorded.KindOfInterface(p.Object.Kind), method), s, now()-began.(time.Duration))
	}
}

// note notes the time of a success; no kind is not timed.
func (t *Timer) note(kind string, s nd2.Status, took time.Duration) {
	if kind == "" || s != nd2.Success {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.took == nil {
		t.took = map[string]*hdrhistogram.Histogram{}
	}
	if t.took[kind] == nil {
		t.took[kind] = hdrhistogram.New(1, int64(time.Hour), 3)
	}
	_ = t.took[kind].RecordValue(max(1, int64(took))) // shorter than an hour
}

// times returns what was timed, by kinds, and forgets it.
func (t *Timer) times() map[string]*hdrhistogram.Histogram {
	t.mu.Lock()
	defer t.mu.Unlock()
	took := t.took
	t.took = nil
	return took
}
