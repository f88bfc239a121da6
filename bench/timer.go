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
	// pending are the overlapped requests that have not ended.
	pending map[*calls.ProxyOverlapped]pending
	// alive, if not nil, is called now and then, from next on, while there are calls.
	alive func()
	next  time.Duration
}

// A pending is an overlapped request.
type pending struct {
	kind  string
	began time.Duration
}

// aliveEvery is how often a supervisor is told that calls go on.
const aliveEvery = 5 * time.Second

// Around has the timer time the calls on an instance, each until the provider no longer lacks something of the moment.
func (t *Timer) Around(inner providers.Instance) providers.Instance {
	return calls.Around(inner, calls.Hooks{Early: true, Call: t.call})
}

// NewTimer returns a timer that has timed nothing.
func NewTimer() *Timer {
	t := new(Timer)
	t.restart()
	return t
}

// restart forgets what was timed.
func (t *Timer) restart() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took, t.pending = map[string]*hdrhistogram.Histogram{}, map[*calls.ProxyOverlapped]pending{}
}

func (t *Timer) call(c *calls.Call) nd2.Status {
	kind, began := kindOf(recorded.KindOfInterface(c.Kind), c.Name()), now()
	switch {
	case c.Method == calls.EventSet:
		t.ended(c.Proxy, c.Proxy.Status())
		return c.Proceed()
	case kind == "":
	case c.Request != nd2.RequestReceive && isPost(c.Method):
		c.OnResult(func(o *calls.Outcome) {
			if o.Status == nd2.Success {
				t.note(kind, now()-began)
			}
		})
	case c.Proxy != nil:
		t.pends(c.Proxy, pending{kind, began})
		s := insist(c)
		if s != nd2.Pending {
			t.ended(c.Proxy, s)
		}
		return s
	default:
		s := insist(c)
		if s == nd2.Success {
			t.note(kind, now()-began)
		}
		return s
	}
	return insist(c)
}

func insist(c *calls.Call) nd2.Status { return c.Insist((*calls.Call).Proceed, func(nd2.Status) {}) }

func isPost(method string) bool {
	switch method {
	case calls.QPSend, calls.QPRead, calls.QPWrite, calls.QPBind, calls.QPInvalidate:
		return true
	}
	return false
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

// pends notes a request before its call: it may end before that returns.
func (t *Timer) pends(p *calls.ProxyOverlapped, as pending) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pending[p] = as
}

// ended notes that a phase of a request has ended: with ND_PENDING it goes on.
func (t *Timer) ended(p *calls.ProxyOverlapped, s nd2.Status) {
	t.mu.Lock()
	of, known := t.pending[p]
	if s != nd2.Pending {
		delete(t.pending, p)
	}
	t.mu.Unlock()
	if known && s == nd2.Success {
		t.note(of.kind, now()-of.began)
	}
}

func (t *Timer) note(kind string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.took[kind]
	if h == nil {
		h = hdrhistogram.New(1, int64(time.Hour), 3)
		t.took[kind] = h
	}
	_ = h.RecordValue(max(1, int64(took))) // shorter than an hour
	if at := now(); t.alive != nil && at > t.next {
		t.next = at + aliveEvery
		t.alive()
	}
}
