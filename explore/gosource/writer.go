package gosource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// A writer turns calls into statements, one after the other.
type writer struct {
	calls      []recorded.Call
	statements []statement
	// side is "local" or "peer", by the name of the adapter.
	side     map[string]string
	pairs    []*pair
	byName   map[string]*pair
	queues   map[string]*queue // shared receive queues
	notifies map[int]string    // the variables of requests for notifications, by call
	armed    int               // counts all of them
	results  *results          // those that were taken last; more may be added
	order    []string          // completion queues, in the order of their creation
	// posted are all requests, for the comparisons at the end.
	posted []*request
	// unable says what the calls do that a spec can't.
	unable string
}

// write makes the statements of all calls.
func (w *writer) write() {
	for n, c := range w.calls {
		if make, ok := methods[c.Method]; ok && w.unable == "" {
			make(w, n, c)
		}
	}
}

func (w *writer) add(format string, args ...any) {
	w.statements = append(w.statements, statement{text: fmt.Sprintf(format, args...)})
}

func (w *writer) define(name string, idle bool, format string, args ...any) {
	w.statements = append(w.statements, statement{defines: name, text: fmt.Sprintf(format, args...), idle: idle})
}

// succeeds expects a call to return ND_SUCCESS.
func (w *writer) succeeds(format string, args ...any) {
	w.add("Expect(%s).To(Return(nd2.Success))", fmt.Sprintf(format, args...))
}

// methods are those for which a spec has a statement. Others follow from these, or
// change nothing.
var methods map[string]func(w *writer, n int, c recorded.Call)

func init() {
	methods = map[string]func(*writer, int, recorded.Call){
		"OpenAdapter":              (*writer).opened,
		"CreateCompletionQueue":    (*writer).queue,
		"CreateSharedReceiveQueue": (*writer).sharedQueue,
		"CreateMemoryWindow":       (*writer).window,
		"Register":                 (*writer).register,
		"CreateQueuePair":          (*writer).queuePair,
		"CreateQueuePairWithSrq":   (*writer).queuePair,
		"Connect":                  (*writer).connect,
		"Send":                     (*writer).post, "Receive": (*writer).post, "Read": (*writer).post,
		"Write": (*writer).post, "Bind": (*writer).post, "Invalidate": (*writer).post,
		"GetResults":               (*writer).took,
		"Notify":                   (*writer).notify,
		"Set":                      (*writer).requestEnded,
		"CancelOverlappedRequests": (*writer).cancel,
		"Resize":                   (*writer).resize,
		"Flush":                    (*writer).flush,
		"Disconnect":               (*writer).disconnect,
	}
}

// opened tells the two ends apart: the adapter under test is opened first.
func (w *writer) opened(_ int, c recorded.Call) {
	if len(w.side) < 2 {
		w.side[c.Made] = []string{"local", "peer"}[len(w.side)]
	}
}

func (w *writer) queue(_ int, c recorded.Call) {
	if c.Made == "" || w.side[c.On] == "" {
		return
	}
	w.order = append(w.order, c.Made)
	w.define(c.Made, true, "%s.CompletionQueue(%d)", w.side[c.On], c.Depth)
}

func (w *writer) sharedQueue(_ int, c recorded.Call) {
	w.queues[c.Made] = &queue{shared: true}
	w.define(c.Made, true, "%s.SharedReceiveQueue(%d, %d, %d)", w.side[c.On], c.Depth, c.SGEs, c.Threshold)
}

func (w *writer) window(_ int, c recorded.Call) {
	w.define(window(c.Made), true, "%s.MemoryWindow()", w.side[c.On])
}

// register creates a region when it is registered for the first time. No two bytes near
// each other are alike, so that data stored in the wrong place shows.
func (w *writer) register(_ int, c recorded.Call) {
	for _, by := range w.calls {
		if by.Made == c.On {
			w.define(memory(c.On), true, "%s.Memory(%d, %s)", w.side[by.On], c.Place.Length, rights(c.Rights))
			w.define(want(c.On), true, "%s.Fill(0, %d, %d)", memory(c.On), c.Place.Length, byte(200+len(w.statements)))
			return
		}
	}
}

func (w *writer) queuePair(_ int, c recorded.Call) {
	if c.Made == "" {
		return
	}
	p := &pair{Call: c, name: c.Made, receives: &queue{}}
	receives := fmt.Sprintf("ReceiveDepth: %d, ReceiveSGE: %d", c.ReceiveDepth, c.ReceiveSGEs)
	if c.SRQ != "" {
		p.receives, receives = w.queues[c.SRQ], "UseShared: "+c.SRQ
	}
	for _, q := range w.pairs { // the contexts of the two ends of a connection differ in the lowest bit
		if q.peer == nil && q.Context == c.Context^1 {
			p.peer, q.peer = q, p
		}
	}
	w.pairs = append(w.pairs, p)
	w.byName[c.Made] = p
	w.define(end(c.Made), true,
		"%s.End(Shape{UseReceives: %s, UseInitiated: %s, %s, InitiatorDepth: %d, InitiatorSGE: %d, InlineSize: %d, "+
			"Context: %#x})",
		w.side[c.On], c.ReceiveCQ, c.InitiatorCQ, receives, c.InitiatorDepth, c.InitiatorSGEs, c.InlineSize, c.Context)
}

func (w *writer) connect(_ int, c recorded.Call) {
	p := w.byName[c.QueuePair]
	if p == nil || p.peer == nil || p.over {
		return
	}
	w.add("ConnectEnds(ctx, %s, %s)", end(p.name), end(p.peer.name))
}

func (w *writer) resize(_ int, c recorded.Call) { w.succeeds("%s.Resize(%d)", c.On, c.Depth) }

func (w *writer) cancel(_ int, c recorded.Call) {
	if strings.HasPrefix(c.On, "cq") {
		w.succeeds("%s.CancelOverlappedRequests()", c.On)
	}
}

func (w *writer) flush(_ int, c recorded.Call) {
	if p := w.byName[c.On]; p != nil && p.peer != nil {
		p.over, p.peer.over = true, true
		w.succeeds("%s.Flush()", end(c.On))
	}
}

// disconnect ends a connection from one end, and then from the other, since the first may wait for that; if that comes
// later in the calls, it changes nothing.
func (w *writer) disconnect(_ int, c recorded.Call) {
	for _, made := range w.calls {
		p := w.byName[made.QueuePair]
		if made.On != c.On || p == nil || made.Method != "Connect" && made.Method != "Accept" || p.over || p.peer == nil {
			continue
		}
		p.over, p.peer.over = true, true
		w.add("Expect(Ends{Active: %[1]s, Passive: %[2]s}.Part(ctx, %[1]s)).To(CompleteWith(nd2.Success))", end(p.name),
			end(p.peer.name))
	}
}

// notify asks for a notification.
func (w *writer) notify(n int, c recorded.Call) {
	if !strings.HasPrefix(c.On, "cq") {
		return
	}
	w.armed++
	name := fmt.Sprintf("armed%d", w.armed)
	w.notifies[n] = name
	kind := map[nd2.NotifyType]string{
		nd2.NotifyAny: "NotifyAny", nd2.NotifyErrors: "NotifyErrors",
		nd2.NotifySolicited: "NotifySolicited",
	}[c.Notify]
	w.define(name, false, "Start(ctx, %[1]s, func(o *nd2.Overlapped) nd2.Status { return %[1]s.Notify(nd2.%[2]s, o) })",
		c.On, kind)
}

// requestEnded notes that a request has ended. If it was canceled and nobody asked for that, its queue was released: a
// spec does not release it, and expects nothing.
func (w *writer) requestEnded(n int, c recorded.Call) {
	name, ok := w.notifies[c.Of]
	if !ok {
		return
	}
	delete(w.notifies, c.Of)
	canceled := func(by recorded.Call) bool {
		return by.On == w.calls[c.Of].On && by.Method == "CancelOverlappedRequests"
	}
	if c.Status != nd2.Canceled || slices.ContainsFunc(w.calls[c.Of:n], canceled) {
		w.add("Expect(%s).To(CompleteWith(%s))", name, statusName(c.Status))
	}
}
