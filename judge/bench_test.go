package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// These stand for a provider that does nothing, so that what is measured is the layer.
type (
	idleProvider struct{ nd2.Provider }
	idleAdapter  struct{ nd2.Adapter }
	idleQueue    struct {
		nd2.CompletionQueue
		last    uintptr
		context uintptr
	}
	idleConnector struct{ nd2.Connector }
	idlePair      struct {
		nd2.QueuePair
		queue *idleQueue
	}
)

func (idleProvider) OpenAdapter(_ nd2.GUID, _ uint64, out *nd2.Unknown) nd2.Status {
	*out = idleAdapter{}
	return nd2.Success
}

func (idleAdapter) CreateCompletionQueue(_ nd2.GUID, _ nd2.OverlappedFile, _ uint32, _ uint16, _ uint64,
	out *nd2.Unknown,
) nd2.Status {
	*out = &idleQueue{}
	return nd2.Success
}

func (idleAdapter) CreateQueuePair(_ nd2.GUID, queue, _ nd2.Unknown, context uintptr, _, _, _, _, _ uint32,
	out *nd2.Unknown,
) nd2.Status {
	q := queue.(*idleQueue)
	q.context = context
	*out = &idlePair{queue: q}
	return nd2.Success
}

func (idleAdapter) CreateConnector(_ nd2.GUID, _ nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	*out = idleConnector{}
	return nd2.Success
}

func (idleConnector) Connect(nd2.Unknown, []byte, uint32, uint32, []byte, *nd2.Overlapped) nd2.Status {
	return nd2.Success
}

func (idleConnector) CompleteConnect(*nd2.Overlapped) nd2.Status { return nd2.Success }

// An idleRegion is being registered forever.
type idleRegion struct{ nd2.MemoryRegion }

func (idleAdapter) CreateMemoryRegion(_ nd2.GUID, _ nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	*out = idleRegion{}
	return nd2.Success
}

func (idleRegion) Register([]byte, nd2.RegionFlags, *nd2.Overlapped) nd2.Status { return nd2.Pending }
func (idleRegion) GetLocalToken() uint32                                        { return 7 }

func (p *idlePair) Send(context uintptr, _ []nd2.SGE, _ nd2.OpFlags) nd2.Status {
	p.queue.last = context
	return nd2.Success
}

func (q *idleQueue) GetResults(results []nd2.Result) uint32 {
	if q.last == 0 || len(results) == 0 {
		return 0
	}
	results[0] = nd2.Result{RequestType: nd2.RequestSend, RequestContext: q.last, QueuePairContext: q.context}
	q.last = 0
	return 1
}

func (q *idleQueue) Notify(_ nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	o.Event.Reset()
	o.Internal = uintptr(nd2.Success)
	o.Event.Set()
	return nd2.Pending
}

func (q *idleQueue) GetOverlappedResult(o *nd2.Overlapped, _ bool) nd2.Status {
	return nd2.Status(o.Internal)
}

type idleEvent struct{}

func (idleEvent) Set()   {}
func (idleEvent) Reset() {}

// TestUnfinishedRegistration: a region can't be used while Register is pending.
func TestUnfinishedRegistration(t *testing.T) {
	k := judge.New(nil)
	var adapter, region nd2.Unknown
	k.Watch(idleProvider{}).OpenAdapter(nd2.IIDAdapter, 1, &adapter)
	adapter.(nd2.Adapter).CreateMemoryRegion(nd2.IIDMemoryRegion, nil, &region)
	m := region.(nd2.MemoryRegion)
	m.Register(make([]byte, 64), 0, &nd2.Overlapped{Event: idleEvent{}})
	m.GetLocalToken()
	if found := k.Findings(); len(found) != 1 || found[0].ID != "client.memory.not-yet-registered" {
		t.Errorf("found %v", found)
	}
}

// BenchmarkLayer measures a Send, the poll that takes its result and the poll that finds nothing.
func BenchmarkLayer(b *testing.B) {
	for _, bench := range []struct {
		name     string
		provider nd2.Provider
	}{{"bare", idleProvider{}}, {"watched", judge.New(nil).Watch(idleProvider{})}} {
		b.Run(bench.name, func(b *testing.B) {
			queue, pair := idleObjects(bench.provider)
			results := make([]nd2.Result, 8)
			b.ReportAllocs()
			for b.Loop() {
				pair.Send(5, nil, 0)
				queue.GetResults(results)
				queue.GetResults(results)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(3*b.N), "ns/call")
		})
	}
}

// BenchmarkNotify measures a Notify, its notification and GetOverlappedResult.
func BenchmarkNotify(b *testing.B) {
	queue, pair := idleObjects(judge.New(nil).Watch(idleProvider{}))
	pair.Send(5, nil, 0) // a queue to which nothing is posted has nothing to notify of
	o := nd2.Overlapped{Event: idleEvent{}}
	b.ReportAllocs()
	for b.Loop() {
		queue.Notify(nd2.NotifyAny, &o)
		queue.GetOverlappedResult(&o, false)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/call")
}

func idleObjects(p nd2.Provider) (nd2.CompletionQueue, nd2.QueuePair) {
	var adapter, queue, pair, connector nd2.Unknown
	p.OpenAdapter(nd2.IIDAdapter, 1, &adapter)
	a := adapter.(nd2.Adapter)
	a.CreateCompletionQueue(nd2.IIDCompletionQueue, nil, 64, 0, 0, &queue)
	a.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 3, 16, 16, 1, 1, 0, &pair)
	a.CreateConnector(nd2.IIDConnector, nil, &connector)
	connector.(nd2.Connector).Connect(pair, nil, 0, 0, nil, new(nd2.Overlapped))
	connector.(nd2.Connector).CompleteConnect(new(nd2.Overlapped))
	return queue.(nd2.CompletionQueue), pair.(nd2.QueuePair)
}

// BenchmarkMessage measures messages over the engine, with and without the layer.
func BenchmarkMessage(b *testing.B) {
	for _, bench := range []struct {
		name    string
		watched bool
	}{{"bare", false}, {"watched", true}} {
		b.Run(bench.name, func(b *testing.B) {
			s := openWith(b, "ref,adapters=2", bench.watched, nil)
			s.connect()
			b.ReportAllocs()
			for b.Loop() {
				s.message()
			}
			s.close()
		})
	}
}
