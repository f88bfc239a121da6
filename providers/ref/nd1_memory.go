package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// RegisterMemory implements [nd1.Adapter]. A handle is the region's local token.
func (a *nd1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	if s := a.device.Check("INDAdapter::RegisterMemory"); s != nd2.Success {
		return s
	}
	switch {
	case uint64(len(buffer)) > a.device.Limits().Registration:
		return nd2.InvalidParameter2
	case o == nil:
		return nd2.InvalidParameter3
	case mr == nil:
		return nd2.InvalidParameter4
	case len(buffer) == 0, !readable(buffer):
		return nd2.AccessViolation
	}
	r := a.domain.NewRegion()
	s := r.Register(buffer, nd2.AllowLocalWrite|nd2.RDMAReadSink)
	if s != nd2.Success {
		return s
	}
	*mr = nd1.MRHandle(r.LocalToken())
	a.mu.Lock()
	a.regions[*mr] = r
	a.mu.Unlock()
	return finishRegistration(&a.requests, s, len(buffer), o)
}

// DeregisterMemory implements [nd1.Adapter].
func (a *nd1Adapter) DeregisterMemory(mr nd1.MRHandle, o *nd2.Overlapped) nd2.Status {
	if s := a.device.CheckCleanUp("INDAdapter::DeregisterMemory"); s != nd2.Success {
		return s
	}
	r := a.region(mr)
	switch {
	case r == nil:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	size := r.Size()
	s := r.Deregister()
	if s == nd2.Success {
		a.mu.Lock()
		delete(a.regions, mr)
		a.mu.Unlock()
		r.Close()
	}
	return finishRegistration(&a.requests, s, size, o)
}

// region returns the region of a handle, or nil.
func (a *nd1Adapter) region(mr nd1.MRHandle) *nic.Region {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.regions[mr]
}

// entries returns scatter/gather entries in the device's form.
func entries(sge []nd1.SGE) []nd2.SGE {
	list := make([]nd2.SGE, len(sge))
	for i, e := range sge {
		list[i] = nd2.SGE{Buffer: e.Buffer, MemoryRegionToken: uint32(e.MR)}
	}
	return list
}

// CreateMemoryWindow implements [nd1.Adapter].
func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, out *nd1.MemoryWindow) nd2.Status {
	if out == nil {
		return nd2.InvalidParameter2
	}
	*out = nil
	if s := a.device.Check("INDAdapter::CreateMemoryWindow"); s != nd2.Success {
		return s
	}
	if invalidateResult == nil {
		return nd2.InvalidParameter1
	}
	context := a.results.add(invalidateResult, nil)
	w, s := newMemoryWindow(&a.adapter, func() { a.results.forget(context) })
	if s != nd2.Success {
		a.results.forget(context)
		return s
	}
	w.window.Report(context)
	*out = w
	return nd2.Success
}
