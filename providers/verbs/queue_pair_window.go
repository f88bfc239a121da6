//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// Bind implements [nd2.QueuePair].
func (q *queuePair) Bind(context uintptr, mr, mw nd2.Unknown, buffer []byte, flags nd2.OpFlags) nd2.Status {
	region, ok := object.Own[*memoryRegion](mr, q.adapter)
	if !ok {
		return nd2.InvalidParameter2
	}
	window, ok := object.Own[*memoryWindow](mw, q.adapter)
	if !ok {
		return nd2.InvalidParameter3
	}
	if flags&^bindFlags != 0 {
		return nd2.InvalidParameter6
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if s := q.takesRequests(); s != nd2.Success {
		return s
	}
	region.mu.Lock()
	defer region.mu.Unlock()
	if !region.bindable(buffer, flags) {
		return nd2.AccessViolation
	}
	if window.taken() {
		return nd2.InvalidDeviceRequest
	}
	b := &binding{window: window, region: region, qp: q}
	return q.post(slot{context: context, kind: nd2.RequestBind, effect: b}, flags, func(number uint64, f ib.Flags) error {
		return q.bind(b, number, f, buffer, flags)
	})
}

// bindable checks a Bind: the buffer must lie within the region, and writing needs
// a region with local write. The region is locked.
func (m *memoryRegion) bindable(buffer []byte, flags nd2.OpFlags) bool {
	offset := addressOf(buffer) - m.start // wraps around below the region
	return m.mr != nil && len(buffer) > 0 && offset <= uintptr(m.size) && len(buffer) <= m.size-int(offset) &&
		(flags&nd2.AllowWrite == 0 || m.flags&nd2.AllowLocalWrite != 0)
}

// bind posts a Bind. The window has its new key from then on.
func (q *queuePair) bind(b *binding, number uint64, f ib.Flags, buffer []byte, flags nd2.OpFlags) error {
	a, w := q.adapter, b.window
	a.windows.Lock()
	defer a.windows.Unlock()
	if w.mw == nil || w.bound != nil {
		return errGone
	}
	b.mw = w.mw
	key := ib.NextKey(w.mw.Key())
	var access ib.Access
	if flags&nd2.AllowRead != 0 {
		access |= ib.RemoteRead
	}
	if flags&nd2.AllowWrite != 0 {
		access |= ib.RemoteWrite
	}
	if err := q.qp.Bind(number, f, w.mw, key, b.region.mr, addressOf(buffer), len(buffer), access); err != nil {
		return err
	}
	w.mw.SetKey(key)
	a.bindings[b] = struct{}{}
	w.bound = b
	return nil
}

// taken reports whether the window is bound according to the posted requests.
func (w *memoryWindow) taken() bool {
	w.adapter.windows.Lock()
	defer w.adapter.windows.Unlock()
	return w.bound != nil
}

// Invalidate implements [nd2.QueuePair]. It refuses a window that is not bound to the
// queue pair: rdma_rxe would crash.
func (q *queuePair) Invalidate(context uintptr, mw nd2.Unknown, flags nd2.OpFlags) nd2.Status {
	window, ok := object.Own[*memoryWindow](mw, q.adapter)
	if !ok {
		return nd2.InvalidParameter2
	}
	if flags&^commonFlags != 0 {
		return nd2.InvalidParameter3
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if s := q.takesRequests(); s != nd2.Success {
		return s
	}
	b := q.adapter.boundTo(window, q)
	if b == nil {
		return nd2.InvalidDeviceRequest
	}
	return q.post(slot{context: context, kind: nd2.RequestInvalidate, effect: b}, flags,
		func(number uint64, f ib.Flags) error {
			a := q.adapter
			a.windows.Lock()
			defer a.windows.Unlock()
			if window.bound != b {
				return errGone
			}
			if err := q.qp.Invalidate(number, f, window.mw.Key()); err != nil {
				return err
			}
			window.bound = nil
			return nil
		})
}

// boundTo returns the binding of a window to a queue pair, or nil.
func (a *adapter) boundTo(w *memoryWindow, q *queuePair) *binding {
	a.windows.Lock()
	defer a.windows.Unlock()
	if w.mw == nil || w.bound == nil || w.bound.qp != q {
		return nil
	}
	return w.bound
}
