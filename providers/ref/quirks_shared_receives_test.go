package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A Receive being filled needs room in a shrinking shared receive queue, unless the quirk is set.
func TestCountsUntaken(t *testing.T) {
	for _, c := range []struct {
		quirks quirkList
		want   nd2.Status
	}{{nil, nd2.BufferOverflow}, {quirkList{"counts-untaken"}, nd2.Success}} {
		o := &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits(), quirkNames: c.quirks}
		o.limits.MTU = 256
		i := openForTest(t, o)
		a, b := newTestSide(t, i, 0), newTestSide(t, i, 1)
		shared := created[nd2.SharedReceiveQueue](t, func(out *nd2.Unknown) nd2.Status {
			return b.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, b.file, 8, 1, 0, 0, 0, out)
		})
		p := connectPairOf(t, a, b, a.queuePair(), created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
			return b.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, b.cq, b.cq, shared, 0, 8, 1, 0, out)
		}))
		const long = 1 << 17 // bytes, more than may be unacknowledged
		for range 2 {
			returns(t, shared.Receive(0, b.registered(long)), nd2.Success)
		}
		resume, err := i.Inject(providers.Fault{Kind: providers.Hold, Adapter: i.adapters[0].id})
		if err != nil {
			t.Fatal(err)
		}
		returns(t, p.aQueuePair.Send(0, a.registered(long), 0), nd2.Success)
		returns(t, shared.Modify(1, 0), c.want)
		resume()
		returns(t, a.result().Status, nd2.Success)
		returns(t, b.result().Status, nd2.Success)
	}
}

// registered returns an entry in newly registered memory.
func (s *testSide) registered(n int) []nd2.SGE {
	r := created[nd2.MemoryRegion](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, s.file, out)
	})
	memory := make([]byte, n)
	returns(s.t, pends(r, func(o *nd2.Overlapped) nd2.Status {
		return r.Register(memory, nd2.AllowLocalWrite, o)
	}).wait(), nd2.Success)
	return []nd2.SGE{{Buffer: memory, MemoryRegionToken: r.GetLocalToken()}}
}
