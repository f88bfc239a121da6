package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A Window opens a part of a region to the peer of one queue pair: a type 2B
// memory window. Source: IBTA 10.6 (type 2 memory windows).
//
//	          Bind, in its turn
//	invalid ─────────────────────▶ bound
//	        ◀─────────────────────
//	 Invalidate, in its turn; the end of the queue pair; Close
type Window struct {
	key
	index  uint32
	closed bool
	// next is the number that the last posted Bind will give the window.
	next uint32
	// claimed is the window's queue pair according to the posted requests, or nil if
	// they leave it unbound.
	claimed *QueuePair
	// boundTo and region are set while the window is bound.
	boundTo *QueuePair
	region  *Region
	// reported says that the peer's SendAndInvalidate reports an additional result,
	// with context.
	reported bool
	context  uintptr
}

// NewWindow returns an unbound window.
func (d *Domain) NewWindow() (*Window, nd2.Status) {
	w := &Window{key: key{domain: d}}
	w.window = w
	d.device.Lock()
	defer d.device.UnlockAndDeliver()
	var ok bool
	w.index, ok = d.device.keys.add(&w.key)
	if !ok {
		return nil, nd2.InsufficientResources
	}
	return w, nd2.Success
}

// Close invalidates the window for good.
func (w *Window) Close() {
	d := w.domain.device
	d.Lock()
	defer d.UnlockAndDeliver()
	w.unbind()
	w.closed = true
	d.keys.remove(w.index)
}

// RemoteToken returns the token for the peer's requests, in network order, from the
// last posted Bind.
func (w *Window) RemoteToken() uint32 {
	d := w.domain.device
	d.mu.Lock()
	defer d.mu.Unlock()
	return networkOrder(w.next)
}

// A windowBinding is what a Bind request asks for.
type windowBinding struct {
	window *Window
	region *Region
	// registration is the region's number at the time of posting.
	registration uint32
	number       uint32
	buffer       []byte
	rights       rights
	// refused says that the region does not allow the binding.
	refused bool
}

// bindable checks a Bind when it is posted. The buffer must be within the region, and
// writing needs a region with local write. Source: IND2QueuePair::Bind, Parameters and
// Return Value.
func (r *Region) bindable(buffer []byte, flags nd2.OpFlags) nd2.Status {
	switch {
	case r.number == 0, uint64(len(buffer)) > uint64(len(r.memory)),
		r.at(AddressOf(buffer), uint32(len(buffer))) == nil,
		flags&nd2.AllowWrite != 0 && r.rights&localWrite == 0:
		return nd2.AccessViolation
	}
	return nd2.Success
}

// bind carries out a Bind for q.
func (b *windowBinding) bind(q *QueuePair) rc.Outcome {
	w, r := b.window, b.region
	if w.closed || w.boundTo != nil || r.number != b.registration || b.refused {
		return rc.WindowBind
	}
	w.number, w.memory, w.rights = b.number, b.buffer, b.rights
	w.boundTo, w.region = q, r
	q.windows[w] = struct{}{}
	r.windows++
	return rc.OK
}

// opensTo reports whether the window opens to q's peer: it is bound to q, or its type
// opens to all, and its region still exists.
func (w *Window) opensTo(q *QueuePair) bool {
	bound := w.boundTo == q || w.boundTo != nil && q.device.quirks.Type1Windows
	return bound && w.region.number != 0
}

// taken reports whether the window is bound, or will be.
func (w *Window) taken() bool {
	return w.claimed != nil && (w.claimed.state == connected || w.claimed == w.boundTo)
}

// invalidate carries out an Invalidate for q.
func (w *Window) invalidate(q *QueuePair) rc.Outcome {
	if w.boundTo != q {
		return rc.WindowState
	}
	w.unbind()
	return rc.OK
}

// unbind makes the window open nothing. The device is locked.
func (w *Window) unbind() {
	if w.boundTo == nil {
		return
	}
	delete(w.boundTo.windows, w)
	w.region.windows--
	w.boundTo, w.region, w.number, w.memory = nil, nil, 0, nil
}
