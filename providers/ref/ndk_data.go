package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// An ndkCQ implements [ndk.CQ].
type ndkCQ struct {
	ndkObject
	queue *nic.CompletionQueue
}

// GetCqResults implements [ndk.CQ].
func (c *ndkCQ) GetCqResults(results []ndk.Result) uint32 {
	var batch [32]nd2.Result
	n := 0
	for n < len(results) {
		want := min(len(results)-n, len(batch))
		got := int(c.queue.GetResults(batch[:want]))
		for _, r := range batch[:got] {
			results[n] = ndk.Result{
				Status: ndk.Status(r.Status), BytesTransferred: r.BytesTransferred,
				QPContext: r.QueuePairContext, RequestContext: r.RequestContext,
			}
			n++
		}
		if got < want {
			break
		}
	}
	return uint32(n)
}

// An ndkMR implements [ndk.MR].
type ndkMR struct {
	ndkObject
	region *nic.Region
}

// RegisterMr implements [ndk.MR]. It completes inline.
func (m *ndkMR) RegisterMr(buffer []byte, flags nd2.RegionFlags, _ ndk.RequestCompletion, _ uintptr) ndk.Status {
	return ndk.Status(m.region.Register(buffer, flags))
}

// DeregisterMr implements [ndk.MR]. It completes inline.
func (m *ndkMR) DeregisterMr(ndk.RequestCompletion, uintptr) ndk.Status {
	return ndk.Status(m.region.Deregister())
}

// GetLocalTokenFromMr implements [ndk.MR].
func (m *ndkMR) GetLocalTokenFromMr() uint32 { return m.region.LocalToken() }

// An ndkQP implements [ndk.QP].
type ndkQP struct {
	ndkObject
	queue *nic.QueuePair
}

// Flush implements [ndk.QP].
func (q *ndkQP) Flush() { q.queue.Flush() }

// Send implements [ndk.QP].
func (q *ndkQP) Send(requestContext uintptr, sgl []ndk.SGE, flags nd2.OpFlags) ndk.Status {
	return ndk.Status(q.queue.Send(requestContext, ndkEntries(sgl), flags))
}

// ndkEntries returns scatter/gather entries in the device's form.
func ndkEntries(sgl []ndk.SGE) []nd2.SGE {
	list := make([]nd2.SGE, len(sgl))
	for i, e := range sgl {
		list[i] = nd2.SGE(e)
	}
	return list
}
