package gosource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// post posts a request. A request refused because its queue was full is left out.
func (w *writer) post(_ int, c recorded.Call) {
	if c.Status == nd2.NoMoreEntries {
		return
	}
	r := &request{Call: c, kind: requests[c.Method], seed: len(w.posted) + 1}
	object := c.On
	if p := w.byName[c.On]; p != nil {
		if p.peer == nil { // it must be refused, since the queue pair is never connected
			return
		}
		r.on, object = p, end(c.On)
	} else if w.queues[c.On] == nil {
		return
	}
	call := w.call(object, r)
	if call == "" || c.BadToken {
		w.unable = "a request that must fail, since a token does not allow it"
		return
	}
	w.fill(r)
	w.succeeds("%s", call)
	w.posted = append(w.posted, r)
	switch {
	case c.Method == "Receive" && r.on == nil:
		w.queues[c.On].waiting = append(w.queues[c.On].waiting, r)
	case c.Method == "Receive":
		r.on.receives.waiting = append(r.on.receives.waiting, r)
	default:
		r.on.initiated = append(r.on.initiated, r)
		if c.Method == "Send" && r.on.peer != nil {
			r.on.peer.messages = append(r.on.peer.messages, r)
		}
	}
}

// call returns the call of a request in Go, or nothing if a spec can't make it.
func (w *writer) call(object string, r *request) string {
	remote := ""
	if r.Method == "Read" || r.Method == "Write" {
		token := window(memory(r.Token))
		if r.Token == "" || r.Invalidated || r.Place.Region == "" {
			return ""
		}
		remote = fmt.Sprintf("%s.Address(%d), %s.GetRemoteToken()", memory(r.Place.Region), r.Place.Offset, token)
	}
	switch r.Method {
	case "Receive":
		return fmt.Sprintf("%s.Receive(%d, %s)", object, r.Context, list(r.Entries))
	case "Send":
		return fmt.Sprintf("%s.Send(%d, %s, %s)", object, r.Context, list(r.Entries), flags(r.Flags))
	case "Bind":
		m := memory(r.Place.Region)
		return fmt.Sprintf("%s.Bind(%d, %s.MemoryRegion, %s, %s.Bytes[%d:][:%d], %s)", object, r.Context, memory(r.Region),
			window(r.Window), m, r.Place.Offset, r.Place.Length, flags(r.Flags))
	case "Invalidate":
		return fmt.Sprintf("%s.Invalidate(%d, %s, %s)", object, r.Context, window(r.Window), flags(r.Flags))
	}
	return fmt.Sprintf("%s.%s(%d, %s, %s, %s)", object, r.Method, r.Context, list(r.Entries), remote, flags(r.Flags))
}

// fill puts a pattern where a request takes its bytes from.
func (w *writer) fill(r *request) {
	places := r.Entries
	switch r.Method {
	case "Read":
		places = []recorded.Place{r.Place}
	case "Send", "Write":
	default:
		return
	}
	for i, p := range places {
		switch {
		case p.Length == 0:
		case slices.ContainsFunc(places[:i], func(other recorded.Place) bool { return overlap(p, other) }):
			w.define(data(r, i), false, "slices.Clone(Contents(%s.Bytes[%d:][:%d]))", memory(p.Region), p.Offset, p.Length)
		default:
			w.define(data(r, i), false, "%s.Fill(%d, %d, %d)", memory(p.Region), p.Offset, p.Length, byte(r.seed+7*i))
		}
	}
}

// overlap reports whether two places have bytes in common.
func overlap(p, q recorded.Place) bool {
	return p.Region == q.Region && p.Offset < q.Offset+q.Length && q.Offset < p.Offset+p.Length
}

// data returns the name of the variable with a copy of what entry i of a request
// carries.
func data(r *request, i int) string {
	const letters = 26
	switch {
	case i == 0:
		return fmt.Sprintf("data%d", r.Context)
	case i <= letters:
		return fmt.Sprintf("data%d%c", r.Context, 'a'+rune(i-1))
	}
	return fmt.Sprintf("data%dz%d", r.Context, i)
}

// carried returns the bytes that a request carries, in Go.
func carried(r *request) string {
	places := r.Entries
	if r.Method == "Read" {
		places = []recorded.Place{r.Place}
	}
	var parts []string
	for i, p := range places {
		if p.Length > 0 {
			parts = append(parts, data(r, i))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "slices.Concat(" + strings.Join(parts, ", ") + ")"
}

// results are those that were taken from a queue one right after the other.
type results struct {
	queue     string
	outcomes  []string
	statement int
}

// took takes results: for each, it expects what must come next on its queue pair.
func (w *writer) took(_ int, c recorded.Call) {
	var outcomes []string
	for _, seen := range c.Results {
		if o := w.outcome(seen); o != "" {
			outcomes = append(outcomes, o)
		}
	}
	if len(outcomes) == 0 {
		return
	}
	if w.results == nil || w.results.queue != c.On || w.results.statement != len(w.statements)-1 {
		w.add("")
		w.results = &results{queue: c.On, statement: len(w.statements) - 1}
	}
	w.results.outcomes = append(w.results.outcomes, outcomes...)
	w.statements[w.results.statement].text = expectation(c.On, w.results.outcomes)
}

func expectation(queue string, outcomes []string) string {
	return fmt.Sprintf("Expect(Results(ctx, %s, %d)).To(HaveOutcomes(\n\t%s))", queue, len(outcomes),
		strings.Join(outcomes, ",\n\t"))
}

// outcome returns what a result must be, in Go, or nothing for a result that no request
// should have.
func (w *writer) outcome(seen nd2.Result) string {
	p := w.whose(seen)
	if p == nil {
		return ""
	}
	r := p.expected(seen)
	if r == nil {
		return ""
	}
	status := nd2.Success
	if p.over && (seen.Status == nd2.Canceled || seen.Status.Failed()) {
		status = nd2.Canceled
	}
	if r.kind == nd2.RequestReceive && status == nd2.Success {
		p.taken = append(p.taken, r)
	}
	return fmt.Sprintf("Outcome(%s, %d, %s)", typeName(r.kind), r.Context, statusName(status))
}

// whose returns the queue pair of a result, by the result's context or, failing that,
// by the request's.
func (w *writer) whose(seen nd2.Result) *pair {
	for i := len(w.pairs) - 1; i >= 0; i-- { // the latest one, if it was created again
		if w.pairs[i].Context == uint64(seen.QueuePairContext) {
			return w.pairs[i]
		}
	}
	for _, r := range w.posted {
		if r.Context == uint64(seen.RequestContext) && !r.ended {
			return r.on
		}
	}
	return nil
}
