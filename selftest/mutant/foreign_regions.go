package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// foreignRegions are mutants by which regions reach further than they should: to other
// adapter objects, or beyond their Deregister.
func foreignRegions() []Mutant {
	return []Mutant{
		by("mr.scope.other-adapter", "served", "A request from a region of another adapter object is carried out.", reaching(func(c *calls.Call) bool { return c.Request != nd2.RequestReceive })),
		by("mr.scope.other-adapter", "received-into", "A message fills a region of another adapter object.", reaching(func(c *calls.Call) bool { return c.Request == nd2.RequestReceive })),
		by("mr.scope.other-adapter-remote", "stored", "A peer's Write reaches a region of another adapter object.", crossing(func(*calls.Call) bool { return true })),
		by("mr.scope.other-adapter-remote", "stored-if-short", "A peer's Write of less than a packet reaches a region of another adapter object.", crossing(func(c *calls.Call) bool { return total(c.SGE) < 256 })),
		by("mr.rights.no-local-write-to-read", "granted", "A Read lands in any region.",
			before(calls.MRRegister, func(c *calls.Call) { c.Rights |= nd2.AllowLocalWrite })),
		by("mr.rights.no-local-write-to-read", "remote-read-enough", "A Read lands in a region with ND_MR_FLAG_ALLOW_REMOTE_READ.",
			before(calls.MRRegister, func(c *calls.Call) {
				if c.Rights&nd2.AllowRemoteRead != 0 {
					c.Rights |= nd2.AllowLocalWrite
				}
			})),
		by("mr.rights.remote-read-alone", "refused", "A region with ND_MR_FLAG_ALLOW_REMOTE_READ alone is not registered.",
			refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Rights == nd2.AllowRemoteRead })),
		by("mr.rights.remote-read-alone", "needs-local-write", "A peer Reads only what can be written to locally.",
			before(calls.MRRegister, func(c *calls.Call) {
				if c.Rights&nd2.AllowLocalWrite == 0 {
					c.Rights &^= nd2.AllowRemoteRead
				}
			})),
		by("mr.register.do-not-secure-vm", "refused", "ND_MR_FLAG_DO_NOT_SECURE_VM is an invalid parameter.",
			refusing(calls.MRRegister, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Rights&nd2.DoNotSecureVM != 0 })),
		by("mr.register.do-not-secure-vm", "rights-lost", "ND_MR_FLAG_DO_NOT_SECURE_VM leaves no right but to write locally.",
			before(calls.MRRegister, func(c *calls.Call) {
				if c.Rights&nd2.DoNotSecureVM != 0 {
					c.Rights = nd2.DoNotSecureVM | nd2.AllowLocalWrite
				}
			})),
		by("mr.deregister.ends-remote-writing", "cached", "A peer that has written to a region still can when it is deregistered.", cached(calls.QPWrite)),
		by("mr.deregister.ends-remote-reading", "cached", "A peer that has used a region can still Read it when it is deregistered.", cached(calls.QPRead)),
	}
}

// reaching makes a defect by which the data of some requests may be in regions of any
// adapter object: a request that names one is carried out without its data.
func reaching(which func(c *calls.Call) bool) defect {
	return onCall(func(c *calls.Call) nd2.Status {
		if c.SGE == nil || !which(c) {
			return c.Proceed()
		}
		for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
			if m.Parent != c.Parent && len(c.SGE) > 0 && m.Inner.GetLocalToken() == c.SGE[0].MemoryRegionToken {
				if c.Request == nd2.RequestReceive {
					c.OnResult(func(o *calls.Outcome) { o.Status = nd2.Success })
				} else {
					c.SGE = nil
				}
				return c.Proceed()
			}
		}
		return c.Proceed()
	})
}

// crossing makes a defect by which some Writes reach regions of other adapter objects
// than that of the peer's queue pair.
func crossing(which func(c *calls.Call) bool) defect {
	return keeping(func(c *calls.Call, buffers *calls.Record[[]byte]) nd2.Status {
		switch {
		case c.Method == calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case c.Method == calls.QPWrite && len(c.SGE) > 0 && which(c):
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				b := buffers.Get(&m.Object)
				if m.Inner.GetRemoteToken() == c.Token && c.Token != 0 && len(b) > 0 && !carriesData(c, m.Parent) {
					copy(b, c.SGE[0].Buffer)
				}
			}
		}
		return c.Proceed()
	})
}

// carriesData reports whether an adapter object has a queue pair that is connected.
func carriesData(c *calls.Call, a *calls.Adapter) bool {
	for _, q := range calls.Living[*calls.QueuePair](c.Object) {
		if q.Parent == a && q.Connector() != nil {
			return true
		}
	}
	return false
}

// cached makes a defect by which a request to a region that was deregistered succeeds
// on a queue pair that has used its token, and does nothing.
func cached(method string) defect {
	return func() calls.Hooks {
		var used calls.Record[map[uint32]bool]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Method != calls.QPWrite && c.Method != calls.QPRead {
				return c.Proceed()
			}
			if c.Method == method && used.Get(c.Object)[c.Token] && !permitted(c) {
				return c.PostIdle()
			}
			if permitted(c) {
				used.Update(c.Object, func(m map[uint32]bool) map[uint32]bool { return with(m, c.Token, true) })
			}
			return c.Proceed()
		}}
	}
}
