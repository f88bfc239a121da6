package mr

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var scope = []Mutant{
	New("mr.scope.every-queue-pair/older", "A region serves no queue pair that is older than itself.",
		refusingRegions(func(c *calls.Call, r known) bool { return r.Object.Born > c.Born })),
	New("mr.scope.other-adapter-remote/stored-if-short",
		"A peer's Write of less than a packet reaches a region of another adapter object.",
		crossing(func(c *calls.Call) bool { return TotalLength(c.SGE) < 256 })),
	New("mr.scope.other-adapter/received-into", "A message fills a region of another adapter object.",
		reaching(func(c *calls.Call) bool { return c.Request == nd2.RequestReceive })),
	New("mr.scope.other-adapter/served", "A request from a region of another adapter object is carried out.",
		reaching(func(c *calls.Call) bool { return c.Request != nd2.RequestReceive })),
	New("mr.scope.registered-again/ends-together", "Deregister ends the other registrations of the buffer, too.",
		deregisteringOthers(Overlap)),
}

// reaching makes a defect: the data of some requests may be in regions of any
// adapter object: a request that names one is carried out without its data.
func reaching(which func(c *calls.Call) bool) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if c.SGE == nil || !which(c) {
			return c.Proceed()
		}
		for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
			foreign := m.Parent != c.Parent && len(c.SGE) > 0 && m.Inner.GetLocalToken() == c.SGE[0].MemoryRegionToken
			switch {
			case foreign && c.Request == nd2.RequestReceive:
				c.OnResult(func(o *calls.Outcome) { o.Status = nd2.Success })
			case foreign:
				c.SGE = nil
			}
		}
		return c.Proceed()
	})
}

// crossing makes a defect: some Writes reach regions of other adapter objects
// than that of the peer's queue pair.
func crossing(which func(c *calls.Call) bool) Defect {
	return Recording(func(c *calls.Call, buffers *calls.Record[[]byte]) nd2.Status {
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

var token = []Mutant{
	New("mr.token.as-sent/byte-order", "The remote token has its bytes the wrong way round.",
		After(calls.MRGetRemoteToken, SwapTokenBytes)),
	New("mr.token.stable/local-changes", "The local token changes.", changingToken(calls.MRGetLocalToken)),
	New("mr.token.stable/remote-changes", "The remote token changes.", changingToken(calls.MRGetRemoteToken)),
}

// changingToken makes a defect: a token is another from the third time on.
func changingToken(method string) Defect {
	return KeepingAfter(method, func(c *calls.Call, asked *calls.Record[int]) {
		if asked.Update(c.Object, Increment) > 2 {
			c.Count++
		}
	})
}
