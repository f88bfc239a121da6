package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// host is a queue pair as its connection sees it. The device is locked.
type host QueuePair

func (h *host) initiation(r *rc.Request) *initiation { return &h.initiator.entries[r.Slot] }

func (h *host) receive(v *rc.Receive) *receive { return h.receives.at(v.Slot) }

// Payload implements [rc.Host].
func (h *host) Payload(n int) []byte { return h.device.frame.Payload(n) }

// Transmit implements [rc.Host].
func (h *host) Transmit(p *wire.Packet) { h.device.transmit(p, h.path) }

// Start implements [rc.Host].
func (h *host) Start(r *rc.Request) rc.Outcome {
	e, q := h.initiation(r), (*QueuePair)(h)
	if o := h.device.faults.initiator(e.kind); o != rc.OK {
		return o
	}
	need := rights(0)
	switch r.Kind {
	case rc.Bind:
		return e.binding.bind(q)
	case rc.Invalidate:
		return e.binding.window.invalidate(q)
	case rc.Read:
		need = localWrite | readSink
	}
	if !e.inlined && !e.buffers.allowed(h.domain, need) {
		return rc.LocalProtection
	}
	return rc.OK
}

// Gather implements [rc.Host].
func (h *host) Gather(r *rc.Request, offset uint32, dst []byte) rc.Outcome {
	e := h.initiation(r)
	if e.inlined {
		copy(dst, e.inline[offset:])
		return rc.OK
	}
	return e.buffers.gather(h.domain, offset, dst)
}

// Scatter implements [rc.Host].
func (h *host) Scatter(r *rc.Request, offset uint32, src []byte) rc.Outcome {
	return h.initiation(r).buffers.scatter(h.domain, offset, src, localWrite|readSink)
}

// Complete implements [rc.Host].
func (h *host) Complete(r *rc.Request, o rc.Outcome) {
	e := h.initiation(r)
	if o != rc.OK || !e.silent {
		h.initiatorCQ.push(&nd2.Result{
			Status:           statusOf(o, e.kind),
			QueuePairContext: h.context,
			RequestContext:   e.context,
			RequestType:      e.kind,
		}, false)
	} else if h.silenced != nil {
		h.silenced(e.context)
	}
	h.initiator.give(e)
}

// TakeReceive implements [rc.Host].
func (h *host) TakeReceive() *rc.Receive {
	v := h.receives.take()
	if v == nil {
		return nil
	}
	v.fault = h.device.faults.receive()
	if h.shared != nil {
		h.shared.taken()
	}
	return &v.Receive
}

// Fill implements [rc.Host].
func (h *host) Fill(v *rc.Receive, offset uint32, src []byte) rc.Outcome {
	r := h.receive(v)
	if r.fault != rc.OK {
		return r.fault
	}
	return r.buffers.scatter(h.domain, offset, src, localWrite)
}

// Received implements [rc.Host].
func (h *host) Received(v *rc.Receive, length uint32, solicited bool, o rc.Outcome) {
	r := h.receive(v)
	if o == rc.OK && r.fault != rc.OK { // an empty message, which Fill has not seen
		o = r.fault
		h.device.breaks((*QueuePair)(h))
	}
	(*QueuePair)(h).reportReceive(r, length, solicited, o)
}

// reportReceive ends a Receive.
func (q *QueuePair) reportReceive(v *receive, length uint32, solicited bool, o rc.Outcome) {
	if o != rc.OK {
		length = 0
	}
	context := v.context
	q.receives.give(v)
	q.receiveCQ.push(&nd2.Result{
		Status:           statusOf(o, nd2.RequestReceive),
		BytesTransferred: length,
		QueuePairContext: q.context,
		RequestContext:   context,
		RequestType:      nd2.RequestReceive,
	}, solicited)
}

// Check implements [rc.Host].
func (h *host) Check(key uint32, address uint64, length uint32, write bool) rc.Outcome {
	need := remoteRead
	if write {
		need = remoteWrite
	}
	if (*QueuePair)(h).opened(key, address, length, need) == nil {
		return rc.RemoteAccess
	}
	return rc.OK
}

// Store implements [rc.Host].
func (h *host) Store(key uint32, address uint64, src []byte) rc.Outcome {
	dst := (*QueuePair)(h).opened(key, address, uint32(len(src)), remoteWrite)
	if dst == nil {
		return rc.RemoteAccess
	}
	if h.device.faults.responder(nd2.RequestWrite) {
		return rc.RemoteOperation
	}
	copy(dst, src)
	return rc.OK
}

// Load implements [rc.Host].
func (h *host) Load(key uint32, address uint64, dst []byte) rc.Outcome {
	src := (*QueuePair)(h).opened(key, address, uint32(len(dst)), remoteRead)
	if src == nil {
		return rc.RemoteAccess
	}
	if h.device.faults.responder(nd2.RequestRead) {
		return rc.RemoteOperation
	}
	copy(dst, src)
	return rc.OK
}

// InvalidateWindow implements [rc.Host].
func (h *host) InvalidateWindow(number uint32) rc.Outcome {
	q := (*QueuePair)(h)
	k := q.device.keys.at(number)
	if k == nil || k.number != number || k.window == nil || k.window.invalidate(q) != rc.OK {
		return rc.RemoteAccess
	}
	k.window.report(q)
	return rc.OK
}

// Failed implements [rc.Host].
func (h *host) Failed(o rc.Outcome) {
	q := (*QueuePair)(h)
	q.state = failed
	q.flushReceives()
	if q.ended != nil {
		q.ended(o)
	}
}
