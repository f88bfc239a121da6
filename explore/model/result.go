package model

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Took takes a result that a completion queue of an end has returned, and lists the places
// of that end that must hold what [World.Memory] says from now on.
func (w *World) Took(end int, r nd2.Result) (arrived []Place, v *Violation) {
	req := w.requests[uint64(r.RequestContext)]
	if !w.belongs(end, req, r) {
		return nil, strange(r)
	}
	delete(w.requests, req.context)
	if req.kind == nd2.RequestReceive {
		return w.received(req, w.pairOf(r), r)
	}
	return w.initiated(req, r)
}

// strange is what is wrong with a result that can be that of no request. The judge, which sees it first, says why.
func strange(r nd2.Result) *Violation {
	return Violates("cq.getresults.contexts", "%s", show(r))
}

// pairOf returns the queue pair of a result's context, or nil.
func (w *World) pairOf(r nd2.Result) *pair {
	n := int(r.QueuePairContext & 0xffff)
	if n/2 >= len(w.connections) {
		return nil
	}
	p := w.connections[n/2].side[n%2]
	if p == nil || p.context != uint64(r.QueuePairContext) {
		return w.gone[uint64(r.QueuePairContext)]
	}
	return p
}

// belongs reports whether a result of an end can be that of a request.
func (w *World) belongs(end int, req *request, r nd2.Result) bool {
	p := w.pairOf(r)
	return req != nil && p != nil && p.end == end && r.RequestType == req.kind &&
		(req.pair == p || req.pair == nil && p.shared)
}

// initiated takes the result of a request of the initiator queue. Silent requests before it
// have succeeded.
func (w *World) initiated(req *request, r nd2.Result) (arrived []Place, v *Violation) {
	p := req.pair
	for p.initiated[0] != req {
		before := p.initiated[0]
		if !before.silent() {
			return nil, Violates("cq.getresults.initiator-order", "%s came before the result of request %d, a %v", show(r),
				before.context, before.kind)
		}
		if p.broken && p.flushed && before.mustFail == nil {
			return nil, behindCanceled("no result came of request %d, a silent %v, before %s", before.context, before.kind,
				show(r))
		}
		if p.broken || before.mustFail != nil {
			return nil, Violates("cq.getresults.silent-failure", "no result came of request %d, a %v, before %s", before.context,
				before.kind, show(r))
		}
		delete(w.requests, before.context)
		arrived = append(arrived, w.succeeded(before)...)
	}
	if v := w.status(req, r, &p.broken); v != nil {
		return nil, v
	}
	if r.Status != nd2.Success {
		p.unpost(req)
		w.failed(req, p)
		return arrived, nil
	}
	if req.silent() {
		return nil, strange(r)
	}
	return append(arrived, w.succeeded(req)...), nil
}

// succeeded removes the first request of an initiator queue.
func (w *World) succeeded(r *request) (arrived []Place) {
	p := r.pair
	p.unpost(r)
	w.ends[p.end].let(r.local)
	switch r.kind {
	case nd2.RequestRead:
		arrived = r.places
		w.release(r)
	case nd2.RequestBind:
		r.window.settled = true
	case nd2.RequestInvalidate:
		r.window.phase, r.window.pair = free, nil
		r.window.invalidated = append(r.window.invalidated, r.window.place)
	}
	return arrived
}

// release ends what a Read or Write does at the other end.
func (w *World) release(r *request) {
	w.ends[1-r.pair.end].let(r.remote)
	r.remote = nil
	if r.through != nil {
		r.through.users--
		r.through = nil
	}
}

// received takes the result of a Receive.
func (w *World) received(req *request, p *pair, r nd2.Result) (arrived []Place, v *Violation) {
	if v := w.inOrder(req, p, r); v != nil {
		return nil, v
	}
	if req.pair == nil {
		defer w.took(p)
	}
	sender := p.other()
	if r.Status == nd2.Success && len(sender.outgoing) == 0 {
		return nil, Violates("qp.send.delivers srq.receive.shared-among-queue-pairs",
			"no message was on its way, and a Receive has ended: %s", show(r))
	}
	var m *message
	if len(sender.outgoing) > 0 {
		m = sender.outgoing[0]
	}
	if v := w.receiveStatus(req, p, m, r); v != nil {
		return nil, v
	}
	if r.Status == nd2.Canceled {
		if v := p.untaken(req, r); v != nil {
			return nil, v
		}
	}
	if r.Status != nd2.Success {
		p.flushedReceives = p.flushedReceives || !p.brokenReceives && p.mayBeFlushed(r.Status)
		p.brokenReceives = true
		if m != nil && m.fails != nil {
			sender.outgoing = sender.outgoing[1:]
		}
		if r.Status == nd2.Canceled && len(sender.outgoing) == 0 && !p.gone { // nothing was sent that it may hold
			w.ends[p.end].let(req.local)
			return req.places, nil
		}
		w.failed(req, p)
		return nil, nil
	}
	if int(r.BytesTransferred) != len(m.bytes) {
		return nil, Violates("cq.getresults.bytes-transferred qp.send.delivers",
			"the next message has %d bytes: %s", len(m.bytes), show(r))
	}
	sender.outgoing = sender.outgoing[1:]
	e := w.ends[p.end]
	e.let(req.local)
	e.scatter(req.places, m.bytes)
	arrived = slices.Clip(req.places)
	for _, write := range m.behind {
		for _, a := range write.remote {
			arrived = append(arrived, a.Place)
		}
		w.release(write)
	}
	w.opened(sender, m)
	p.connection.flowed = p.connection.flowed || !p.gone
	return arrived, nil
}

// untaken judges whether a Receive of the shared queue may be canceled: each queue pair may have taken one for
// each message that was sent to it.
func (p *pair) untaken(req *request, r nd2.Result) *Violation {
	if req.pair != nil {
		return nil
	}
	p.canceled++
	if p.canceled <= len(p.other().outgoing) {
		return nil
	}
	return Violates("srq.receive.flush-spares-untaken",
		"%d messages were sent that take one, and another was canceled: %s", len(p.other().outgoing), show(r))
}

// opened notes that the peer has a message that was sent after Binds: it may use their windows.
func (w *World) opened(sender *pair, m *message) {
	for _, v := range w.ends[sender.end].windows {
		if v.phase == bound && v.pair == sender && v.since < m.tick {
			v.open = true
		}
	}
}

// took notes that a Receive of the shared queue is known to have been taken.
func (w *World) took(p *pair) {
	if e := w.ends[p.end]; p.gone {
		e.strayed = max(0, e.strayed-1)
	}
	w.recount(p.end)
}

// inOrder removes a Receive from its queue, which must be in order.
func (w *World) inOrder(req *request, p *pair, r nd2.Result) *Violation {
	if req.pair != nil {
		if first := p.receives[0]; first != req {
			return Violates("cq.getresults.receive-order qp.receive.order", "%s came before the result of request %d", show(r),
				first.context)
		}
		p.receives = p.receives[1:]
		return nil
	}
	if req.order < p.latest {
		return Violates("srq.receive.order", "request %d was posted before %d, which was taken earlier: %s", req.context,
			p.latest, show(r))
	}
	p.latest = req.order
	e := w.ends[p.end]
	for i, one := range e.shared {
		if one == req {
			e.shared = append(e.shared[:i:i], e.shared[i+1:]...)
			e.strayed = min(e.strayed, len(e.shared))
			break
		}
	}
	return nil
}

func show(r nd2.Result) string {
	return fmt.Sprintf("%v of %v, request %d, queue pair context %#x, %d bytes", r.Status, r.RequestType, r.RequestContext,
		r.QueuePairContext, r.BytesTransferred)
}
