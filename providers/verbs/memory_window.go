//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A memoryWindow implements [nd2.MemoryWindow]: a window of type 2.
type memoryWindow struct {
	member
	handle uintptr

	// adapter.windows guards the rest. mw is nil when it has been freed.
	mw *ib.MW
	// bound is the last posted Bind's binding, unless an Invalidate was posted since.
	bound *binding
}

// A binding is what a Bind makes of a window.
type binding struct {
	window *memoryWindow
	region *memoryRegion
	qp     *queuePair
	// mw is the device's window of the Bind.
	mw *ib.MW
}

func newMemoryWindow(a *adapter) (*memoryWindow, nd2.Status) {
	mw, err := a.domain.NewMW()
	if err != nil {
		return nil, statusOfError(err, nd2.InsufficientResources)
	}
	w := &memoryWindow{mw: mw}
	d := a.device
	w.handle = d.resources.add(ofWindows, w, w.free)
	w.begin(w, a, func() { d.resources.end(w.handle) }, []nd2.GUID{nd2.IIDMemoryWindow})
	return w, nd2.Success
}

func (w *memoryWindow) free() {
	a := w.adapter
	a.windows.Lock()
	defer a.windows.Unlock()
	for b := range a.bindings {
		if b.window == w {
			delete(a.bindings, b)
		}
	}
	if w.mw != nil {
		_ = w.mw.Free()
	}
	w.mw, w.bound = nil, nil
}

// GetRemoteToken implements [nd2.MemoryWindow].
func (w *memoryWindow) GetRemoteToken() uint32 {
	w.adapter.windows.Lock()
	defer w.adapter.windows.Unlock()
	if w.mw == nil {
		return 0
	}
	return networkOrder(w.mw.Key())
}

// settle notes the end of a Bind or an Invalidate. A canceled Bind may have been carried
// out: rdma_rxe carries it out before it reports the requests ahead of it. The window then
// holds the queue pair and the region until it is freed.
func (a *adapter) settle(b *binding, kind nd2.RequestType, ok bool) {
	a.windows.Lock()
	defer a.windows.Unlock()
	_, bound := a.bindings[b]
	switch {
	case !bound: // its Bind has failed
	case kind == nd2.RequestBind && !ok:
		delete(a.bindings, b)
		b.replace()
	case kind == nd2.RequestInvalidate && ok:
		delete(a.bindings, b)
	case kind == nd2.RequestInvalidate && b.window.bound == nil:
		b.window.bound = b
	}
}

// bound reports whether windows are bound to a region. Completed Invalidates count even
// before the client has seen their results.
func (a *adapter) bound(m *memoryRegion) bool {
	for _, q := range a.binders(m) {
		q.initiatorCQ.Drain()
	}
	return len(a.binders(m)) > 0
}

// binders lists the queue pairs whose peers have windows on a region.
func (a *adapter) binders(m *memoryRegion) (list []*queuePair) {
	a.windows.Lock()
	defer a.windows.Unlock()
	for b := range a.bindings {
		if b.region == m {
			list = append(list, b.qp)
		}
	}
	return list
}

// unbindAll ends the bindings of a queue pair before it is freed. Only the queue pair could
// invalidate the windows, so each gets a new window of the device.
func (a *adapter) unbindAll(q *queuePair) {
	a.windows.Lock()
	defer a.windows.Unlock()
	for b := range a.bindings {
		if b.qp == q {
			delete(a.bindings, b)
			b.replace()
		}
	}
}

// replace gives the window a new window of the device, unless it got one since the Bind.
func (b *binding) replace() {
	w := b.window
	if w.mw == nil || w.mw != b.mw {
		return
	}
	_ = w.mw.Free()
	w.bound = nil
	// Without another window, this one can't be bound again.
	w.mw, _ = w.adapter.domain.NewMW()
}
