package meter_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports/traffic"
	"github.com/ndconform/ndconform/watch/meter"

	_ "github.com/ndconform/ndconform/providers/ref"
)

// A clock goes on by a microsecond whenever it is looked at.
type clock struct{ now time.Time }

func (c *clock) look() time.Time {
	c.now = c.now.Add(time.Microsecond)
	return c.now
}

// TestQueuePair posts to an unconnected queue pair, and cancels its Receives in the end.
func TestQueuePair(t *testing.T) {
	const depth, posted, size = 8, 3, 1000
	parsed, err := providers.ParseSelector("ref")
	if err != nil {
		t.Fatal(err)
	}
	instance, err := parsed.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer instance.Close()
	m := meter.New((&clock{}).look)
	checker := judge.New(nil) // by which no two requests have one context
	checker.Measure(m)
	provider := checker.Watch(instance.ND2())
	defer provider.Release()

	id, address := firstAdapter(t, provider)
	end := ndclient.End{Provider: provider, ID: id, Address: address}
	adapter, failure := end.Open(nil)
	if failure != nil {
		t.Fatal(failure)
	}
	defer adapter.Close()
	queue := create[nd2.CompletionQueue](t, adapter.CompletionQueue(4*depth))
	defer queue.Release()
	pair := ndclient.Pair1(queue)
	pair.ReceiveDepth, pair.InitiatorDepth = depth, depth
	qp := create[nd2.QueuePair](t, adapter.QueuePair(pair))
	pool := new(memory.Pool)
	buffer, err := end.Allocate(pool, size)
	if err != nil {
		t.Fatal(err)
	}
	region := create[nd2.MemoryRegion](t, adapter.MemoryRegion())
	defer region.Release()
	register := ndclient.Start(region, func(o *nd2.Overlapped) nd2.Status {
		return region.Register(buffer, nd2.AllowLocalWrite, o)
	})
	if f := register.Succeed("Register", time.Minute); f != nil {
		t.Fatal(f)
	}
	for range posted { // all with one context
		if s := qp.Receive(7, []nd2.SGE{{Buffer: buffer, MemoryRegionToken: region.GetLocalToken()}}); s != nd2.Success {
			t.Fatal(s)
		}
	}
	qp.Flush()
	var results [depth]nd2.Result
	for taken := uint32(0); taken < posted; {
		taken += queue.GetResults(results[:])
	}
	queue.GetResults(results[:])
	qp.Release()

	got := m.Traffic()
	if r := got.Requests["Receive"]; r.Count != posted || r.Bytes != posted*size || r.Sizes.Sum() != posted ||
		r.MostEntries != 1 || r.Took.Sum() != posted || r.Took.Percentile(1) < 1000 {
		t.Errorf("Receives: %+v", r)
	}
	if q := got.Queues["receive queue"]; q != (traffic.Queues{Count: 1, Fullest: posted, Depth: depth}) {
		t.Errorf("receive queues: %+v", q)
	}
	if got.Results != posted || got.EmptyPolls == 0 || got.Methods[calls.QPFlush].Count != 1 {
		t.Errorf("%+v", got)
	}
}

func create[T nd2.Unknown](t *testing.T, c ndclient.Creation) T {
	t.Helper()
	object, failure := ndclient.Create[T](c)
	if failure != nil {
		t.Fatal(failure)
	}
	return object
}

func firstAdapter(t *testing.T, p nd2.Provider) (id uint64, address netip.Addr) {
	list, size := new(nd2.SocketAddressList), uint32(1<<12)
	if s := p.QueryAddressList(list, &size); s != nd2.Success || len(list.Address) == 0 {
		t.Fatal(s)
	}
	if s := p.ResolveAddress(list.Address[0], &id); s != nd2.Success {
		t.Fatal(s)
	}
	at, _ := nd2.ParseSockaddr(list.Address[0])
	return id, at.Addr()
}
