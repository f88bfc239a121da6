package nic

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// host is the connection's view of its queue pair. The device is locked.
type host QueuePair

// initiationOf and receiveOf return the queue entry that begins with the connection's
// part.
func initiationOf(r *rc.Request) *initiation { return (*initiation)(unsafe.Pointer(r)) }

func receiveOf(v *rc.Receive) *receive { return (*receive)(unsafe.Pointer(v)) }

// Transmit implements [rc.Host].
func (h *host) Transmit(p *wire.Packet) { h.device.transmit(p, h.path) }

// Start implements [rc.Host].
func (h *host) Start(r *rc.Request) rc.Outcome {
	e, q := initiationOf(r), (*QueuePair)(h)
	if o := h.device.faults.initiator(requestTypes[e.Kind]); o != rc.OK {
		return o
	}
	need := rights(0)
	switch {
	case e.tooLong && !r.Kind.Local():
		return rc.LocalLength
	case r.Kind == rc.Bind:
		return e.binding.bind(q)
	case r.Kind == rc.Invalidate:
		return e.binding.window.invalidate(q)
	case r.Kind == rc.Read:
		need = needOf(rc.Read)
	case r.Length <= onePacket: // Gather checks all of it anyway
		return rc.OK
	}
	if !e.inlined && !e.buffers.allowed(h.domain, need) {
		return rc.LocalProtection
	}
	return rc.OK
}

// onePacket is the longest message in bytes that fits one packet of any path MTU.
const onePacket = 256

// Gather implements [rc.Host].
func (h *host) Gather(r *rc.Request, offset, n uint32) ([]byte, rc.Outcome) {
	e := initiationOf(r)
	if e.inlined {
		return e.inline[offset:][:n], rc.OK
	}
	return e.buffers.gather(h.domain, offset, n, h.device.frame)
}

// Scatter implements [rc.Host].
func (h *host) Scatter(r *rc.Request, offset uint32, src []byte) rc.Outcome {
	return initiationOf(r).buffers.scatter(h.domain, offset, src, localWrite|readSink)
}

// Succeeded implements [rc.Host].
func (h *host) Succeeded(r *rc.Request) {
	e := initiationOf(r)
	(*QueuePair)(h).report(e, rc.OK)
	e.keep(h.domain)
	e.succeeded = true
	h.initiator.left++ // the client may have another entry for it
	if !e.silent {
		h.initiator.giveEarlier()
	}
}

// Complete implements [rc.Host].
func (h *host) Complete(r *rc.Request, o rc.Outcome) {
	e := initiationOf(r)
	if e.succeeded {
		return
	}
	if e.Kind == rc.Read && refused(o) {
		e.buffers.spoil(h.domain, e.Length, needOf(rc.Read))
	}
	(*QueuePair)(h).report(e, o)
	if h.device.quirks.SilentRoom {
		h.initiator.giveInOrder(e, e.silent && o == rc.OK)
		return
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
func (h *host) Fill(r *rc.Receive, offset uint32, src []byte) rc.Outcome {
	v := receiveOf(r)
	if v.fault != rc.OK {
		return v.fault
	}
	return v.buffers.scatter(h.domain, offset, src, localWrite)
}

// Received implements [rc.Host].
func (h *host) Received(r *rc.Receive, length uint32, solicited bool, o rc.Outcome) {
	v := receiveOf(r)
	if o == rc.OK && v.fault != rc.OK { // for an empty message, Fill was not called
		o = v.fault
		h.device.breaks((*QueuePair)(h))
	}
	(*QueuePair)(h).reportReceive(v, length, solicited, o)
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
	place(dst, src)
	return rc.OK
}

// Load implements [rc.Host].
func (h *host) Load(key uint32, address uint64, n uint32) ([]byte, rc.Outcome) {
	src := (*QueuePair)(h).opened(key, address, n, remoteRead)
	if src == nil {
		return nil, rc.RemoteAccess
	}
	if h.device.faults.responder(nd2.RequestRead) {
		return nil, rc.RemoteOperation
	}
	return src, rc.OK
}

// InvalidateWindow implements [rc.Host].
func (h *host) InvalidateWindow(number uint32) rc.Outcome {
	q := (*QueuePair)(h)
	k := q.device.keys.at(number)
	if k == nil || k.number != number || k.window == nil || k.window.invalidate(q) != rc.OK {
		return rc.RemoteAccess
	}
	k.window.claimed = nil
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
