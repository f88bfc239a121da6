package gosource

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/nd2"
)

// rest expects what must still come when the calls are over: results, and then bytes.
func (w *writer) rest() {
	for _, q := range w.order {
		w.restOf(q)
	}
	for _, n := range slices.Sorted(maps.Keys(w.notifies)) {
		w.restOfNotify(n)
	}
	if w.certain() {
		w.allBytes()
	} else {
		for i, r := range w.posted {
			w.bytes(i, r)
		}
	}
	for _, q := range w.order {
		if w.takes(q) {
			w.add("Expect(Drain(%s)).To(BeEmpty())", q)
		}
	}
}

// takes reports whether a spec takes results from a completion queue.
func (w *writer) takes(queue string) bool {
	return slices.ContainsFunc(w.statements, func(s statement) bool {
		return strings.Contains(s.text, "Results(ctx, "+queue+",")
	})
}

// certain reports whether every byte is known: every connection has gone on, and messages
// took Receives in a known order.
func (w *writer) certain() bool {
	return !slices.ContainsFunc(w.posted, func(r *request) bool {
		return r.on == nil || r.on.over || r.on.peer == nil || r.on.peer.receives.shared || r.Method == "Bind" ||
			r.Method == "Invalidate"
	})
}

// allBytes compares whole regions with what the requests, in the order of posting, have made of
// them.
func (w *writer) allBytes() {
	copies := map[string][]string{}
	var order []string
	put := func(p recorded.Place, what string) {
		if copies[p.Region] == nil {
			order = append(order, p.Region)
		}
		copies[p.Region] = append(copies[p.Region], fmt.Sprintf("copy(%s[%d:], %s)", want(p.Region), p.Offset, what))
	}
	for _, r := range w.posted {
		from, to := r.moves()
		for i, p := range from {
			if p.Length > 0 {
				put(p, data(r, i))
			}
		}
		at := 0
		for _, p := range cut(to, r.length()) {
			if p.Length == r.length() {
				put(p, carried(r))
			} else {
				put(p, fmt.Sprintf("%s[%d:%d]", carried(r), at, at+p.Length))
			}
			at += p.Length
		}
	}
	slices.Sort(order)
	for _, region := range order {
		for _, line := range copies[region] {
			w.add("%s", line)
		}
		w.add("Expect(%s.Bytes).To(HoldBytes(%s))", memory(region), want(region))
	}
}

// moves returns from where to where a request moves bytes; a Send moves them to the
// Receive that its message takes.
func (r *request) moves() (from, to []recorded.Place) {
	switch r.Method {
	case "Write":
		return r.Entries, []recorded.Place{r.Place}
	case "Read":
		return []recorded.Place{r.Place}, r.Entries
	case "Send":
		p := r.on.peer
		if n := slices.Index(p.messages, r); n >= 0 && n < len(p.taken) {
			return r.Entries, p.taken[n].Entries
		}
		return r.Entries, nil
	}
	return nil, nil
}

// restOf expects the results that a completion queue must still get. Results of
// different queue pairs have no order, so those of several are only counted.
func (w *writer) restOf(queue string) {
	var outcomes []string
	sources := 0
	for _, p := range w.pairs {
		list := p.left(queue)
		if len(list) > 0 {
			sources++
		}
		outcomes = append(outcomes, list...)
	}
	switch {
	case len(outcomes) == 0:
	case sources == 1:
		w.add("%s", expectation(queue, outcomes))
	default:
		w.add("Results(ctx, %s, %d)", queue, len(outcomes))
	}
}

// left returns the outcomes of a queue pair that must still come to a completion queue.
func (p *pair) left(queue string) (outcomes []string) {
	status, failed := nd2.Success, p.over
	if failed {
		status = nd2.Canceled
	}
	if p.InitiatorCQ == queue {
		for _, r := range p.initiated {
			if !r.silent() || failed {
				outcomes = append(outcomes, fmt.Sprintf("Outcome(%s, %d, %s)", typeName(r.kind), r.Context, statusName(status)))
			}
			r.ended = !failed
		}
	}
	if p.ReceiveCQ == queue && !p.receives.shared {
		count := p.due()
		if failed {
			count = len(p.receives.waiting)
		}
		for _, r := range p.receives.waiting[:max(0, count)] {
			outcomes = append(outcomes, fmt.Sprintf("Outcome(nd2.RequestReceive, %d, %s)", r.Context, statusName(status)))
			if !failed {
				p.taken, r.ended = append(p.taken, r), true
			}
		}
	}
	return outcomes
}

// restOfNotify expects the end of a request for a notification if it has been canceled since,
// or asks for any result and one has come.
func (w *writer) restOfNotify(n int) {
	c := w.calls[n]
	if c.Status != nd2.Pending {
		return
	}
	for _, later := range w.calls[n+1:] {
		switch {
		case later.On != c.On:
		case later.Method == "CancelOverlappedRequests": // a result may have come before it
			w.add("Expect(%s).To(CompleteWith(nd2.Canceled, nd2.Success))", w.notifies[n])
			return
		case later.Method == "GetResults" && c.Notify == nd2.NotifyAny:
			w.add("Expect(%s).To(CompleteWith(nd2.Success))", w.notifies[n])
			return
		}
	}
}

// bytes compares what a request has carried with where it went, if nothing has been put there
// since.
func (w *writer) bytes(i int, r *request) {
	if r.on == nil || r.on.over || r.length() == 0 {
		return
	}
	var to []recorded.Place
	switch r.Method {
	case "Write":
		to = []recorded.Place{r.Place}
	case "Read":
		to = r.Entries
	case "Send":
		p := r.on.peer
		n := slices.Index(p.messages, r)
		if n < 0 || n >= len(p.taken) || p.receives.shared {
			return
		}
		to = cut(p.taken[n].Entries, r.length())
	default:
		return
	}
	if slices.ContainsFunc(to, func(p recorded.Place) bool { return w.touched(i, r, p) }) {
		return
	}
	var parts []string
	for _, p := range to {
		if p.Length > 0 {
			parts = append(parts, fmt.Sprintf("%s.Bytes[%d:][:%d]", memory(p.Region), p.Offset, p.Length))
		}
	}
	found := parts[0]
	if len(parts) > 1 {
		for i := range parts {
			parts[i] = "Contents(" + parts[i] + ")"
		}
		found = "slices.Concat(" + strings.Join(parts, ", ") + ")"
	}
	w.add("Expect(%s).To(HoldBytes(%s))", found, carried(r))
}

func (r *request) length() (n int) {
	for _, p := range r.Entries {
		n += p.Length
	}
	return n
}

// cut returns the first size bytes of places.
func cut(places []recorded.Place, length int) (list []recorded.Place) {
	for _, p := range places {
		p.Length = min(p.Length, length)
		length -= p.Length
		if p.Length > 0 {
			list = append(list, p)
		}
	}
	return list
}

// touched reports whether another request has, or may have, changed a place.
func (w *writer) touched(i int, of *request, p recorded.Place) bool {
	for j, r := range w.posted {
		if r == of || j < i && r.Method != "Receive" {
			continue
		}
		places := r.Entries
		if r.Method == "Write" || r.Method == "Read" {
			places = append(slices.Clone(places), r.Place)
		}
		for _, q := range places {
			overlap := p.Region == q.Region && p.Offset < q.Offset+q.Length && q.Offset < p.Offset+p.Length
			received := of.Method == "Send" && r.Method == "Receive" && r.ended
			if overlap && !received {
				return true
			}
		}
	}
	return false
}
