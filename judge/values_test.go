package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// A lookingProvider keeps what it is given.
type (
	lookingProvider struct {
		nd2.Provider
		given *given
	}
	lookingAdapter struct {
		nd2.Adapter
		given *given
	}
	lookingQueue struct {
		nd2.CompletionQueue
		given *given
	}
	lookingPair struct {
		nd2.QueuePair
		given *given
	}
	lookingShared struct {
		nd2.SharedReceiveQueue
		given *given
	}
	lookingFile struct {
		nd2.OverlappedFile
		given *given
	}
)

// given is what a provider was given.
type given struct {
	pairs, requests []uintptr
	overlapped      []*nd2.Overlapped
	events          []nd2.Event
	ports           []nd2.CompletionPort
	keys            []uintptr
	results         []nd2.Result
	refuses         bool
	canceled        int // of overlapped
}

func (p lookingProvider) OpenAdapter(_ nd2.GUID, _ uint64, out *nd2.Unknown) nd2.Status {
	*out = lookingAdapter{given: p.given}
	return nd2.Success
}

func (a lookingAdapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	*out = lookingFile{given: a.given}
	return nd2.Success
}

func (f lookingFile) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.given.ports, f.given.keys = append(f.given.ports, port), append(f.given.keys, key)
	port.Post(key, nil) // before the file is bound
	return nd2.Success
}

func (f lookingFile) Close() nd2.Status { return nd2.Success }

func (a lookingAdapter) CreateCompletionQueue(_ nd2.GUID, _ nd2.OverlappedFile, _ uint32, _ uint16, _ uint64,
	out *nd2.Unknown,
) nd2.Status {
	*out = &lookingQueue{given: a.given}
	return nd2.Success
}

func (a lookingAdapter) CreateQueuePair(_ nd2.GUID, _, _ nd2.Unknown, context uintptr, _, _, _, _, _ uint32,
	out *nd2.Unknown,
) nd2.Status {
	a.given.pairs = append(a.given.pairs, context)
	*out = &lookingPair{given: a.given}
	return nd2.Success
}

func (a lookingAdapter) CreateSharedReceiveQueue(_ nd2.GUID, _ nd2.OverlappedFile, _, _, _ uint32, _ uint16, _ uint64,
	out *nd2.Unknown,
) nd2.Status {
	*out = &lookingShared{given: a.given}
	return nd2.Success
}

func (a lookingAdapter) CreateQueuePairWithSrq(iid nd2.GUID, receives, initiated, _ nd2.Unknown, context uintptr,
	depth, entries, initiatorEntries uint32, out *nd2.Unknown,
) nd2.Status {
	return a.CreateQueuePair(iid, receives, initiated, context, 0, depth, entries, initiatorEntries, 0, out)
}

func (q *lookingShared) Receive(context uintptr, _ []nd2.SGE) nd2.Status {
	return (&lookingPair{given: q.given}).posted(nd2.RequestReceive, context)
}

func (p *lookingPair) Release() uint32 { return 0 }

func (p *lookingPair) Send(context uintptr, _ []nd2.SGE, _ nd2.OpFlags) nd2.Status {
	return p.posted(nd2.RequestSend, context)
}

func (p *lookingPair) Receive(context uintptr, _ []nd2.SGE) nd2.Status {
	return p.posted(nd2.RequestReceive, context)
}

func (p *lookingPair) posted(of nd2.RequestType, context uintptr) nd2.Status {
	g := p.given
	g.requests = append(g.requests, context)
	if g.refuses {
		return nd2.InsufficientResources
	}
	g.results = append(g.results, nd2.Result{
		RequestType: of, RequestContext: context, QueuePairContext: g.pairs[len(g.pairs)-1],
	})
	return nd2.Success
}

func (q *lookingQueue) GetResults(results []nd2.Result) uint32 {
	n := copy(results, q.given.results)
	q.given.results = q.given.results[n:]
	return uint32(n)
}

// Notify notifies of the request that it makes.
func (q *lookingQueue) Notify(_ nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	q.given.overlapped, q.given.events = append(q.given.overlapped, o), append(q.given.events, o.Event)
	if o.Event != nil {
		o.Event.Reset()
	}
	return nd2.Pending
}

func (q *lookingQueue) CancelOverlappedRequests() nd2.Status {
	for _, o := range q.given.overlapped[q.given.canceled:] {
		q.given.canceled++
		o.Internal = uintptr(nd2.Canceled)
		if o.Event != nil {
			o.Event.Set()
		}
	}
	return nd2.Success
}

func (q *lookingQueue) GetOverlappedResult(o *nd2.Overlapped, _ bool) nd2.Status {
	return nd2.Status(o.Internal)
}

// looking returns a provider of a client that keeps its values, and what it is given.
func looking(t *testing.T) (*given, *judge.Checker, nd2.Adapter, nd2.CompletionQueue) {
	g, k := new(given), judge.New(nil)
	k.KeepValues()
	var adapter, queue nd2.Unknown
	k.Watch(lookingProvider{given: g}).OpenAdapter(nd2.IIDAdapter, 1, &adapter)
	adapter.(nd2.Adapter).CreateCompletionQueue(nd2.IIDCompletionQueue, nil, 1, 0, 0, &queue)
	return g, k, adapter.(nd2.Adapter), queue.(nd2.CompletionQueue)
}

// TestOwnContexts: the provider is given the program's own contexts, and other numbers only while two requests or queue
// pairs would be one for the results of a queue; who tries again gives the same.
func TestOwnContexts(t *testing.T) {
	const all = ^uintptr(0)
	g, _, adapter, queue := looking(t)
	var out nd2.Unknown
	for _, context := range []uintptr{0, all, 7} {
		adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, context, 9, 9, 1, 1, 0, &out)
	}
	if want := []uintptr{0, all, 7}; !slices.Equal(g.pairs, want) {
		t.Errorf("queue pairs have %#x", g.pairs)
	}
	pair := out.(nd2.QueuePair)
	results := make([]nd2.Result, 8)
	for range 2 { // the first round has ended when the second begins
		g.requests = nil
		for _, context := range []uintptr{0, all, 5} {
			pair.Send(context, nil, 0)
			pair.Receive(context, nil)
		}
		if want := []uintptr{0, 0, all, all, 5, 5}; !slices.Equal(g.requests, want) {
			t.Errorf("requests have %#x", g.requests)
		}
		if n := queue.GetResults(results); n != 6 || results[2].RequestContext != all || results[2].QueuePairContext != 7 {
			t.Errorf("results: %+v", results[:n])
		}
	}
	pair.Send(5, nil, 0)
	g.refuses, g.requests = true, nil
	pair.Send(5, nil, 0)
	pair.Send(5, nil, 0)
	if of := g.requests; of[0] == 5 || of[0] != of[1] {
		t.Errorf("a second one, tried twice, has %#x", of)
	}
}

// TestLateSharedResult: a queue pair that was released with a shared Receive's result to come keeps its context.
func TestLateSharedResult(t *testing.T) {
	g, k, adapter, queue := looking(t)
	var shared, first, second nd2.Unknown
	adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, nil, 4, 1, 0, 0, 0, &shared)
	adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, queue, queue, shared, 0, 4, 1, 0, &first)
	shared.(nd2.SharedReceiveQueue).Receive(1, nil)
	first.Release()
	adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, 4, 4, 1, 1, 0, &second)
	if g.pairs[1] == 0 {
		t.Error("a second queue pair has the context of one whose result is to come")
	}
	g.results[0].Status, g.results[0].QueuePairContext = nd2.Canceled, 0
	queue.GetResults(make([]nd2.Result, 1))
	for _, f := range k.Findings() {
		if f.Of == judge.Provider {
			t.Errorf("found %v", f)
		}
	}
}

// TestOwnOverlapped: the provider knows an OVERLAPPED, an event and a port again, also an event of several requests, and
// sees that there is none.
func TestOwnOverlapped(t *testing.T) {
	g, _, _, queue := looking(t)
	shared, other := new(ndclient.Event), new(ndclient.Event)
	first, second, none := &nd2.Overlapped{Event: shared}, &nd2.Overlapped{Event: shared}, new(nd2.Overlapped)
	for range 2 {
		for _, o := range []*nd2.Overlapped{first, second, none} {
			queue.Notify(nd2.NotifyAny, o)
		}
		queue.CancelOverlappedRequests()
		for _, o := range []*nd2.Overlapped{first, second, none} {
			queue.GetOverlappedResult(o, false)
		}
	}
	first.Event = other
	queue.Notify(nd2.NotifyAny, first)
	queue.CancelOverlappedRequests()
	e := g.events
	if e[0] != e[1] || e[0] != e[3] || e[0] != e[4] || e[2] != nil || e[6] == e[0] || e[6] == nil {
		t.Errorf("events: %v", e)
	}
	if !other.IsSet() || !shared.IsSet() {
		t.Error("an event was not set")
	}
	o := g.overlapped
	if o[0] == o[1] || o[0] != o[3] || o[1] != o[4] || o[0] != o[6] {
		t.Errorf("OVERLAPPEDs: %p", o)
	}
}

// TestOwnPorts: files that share a port share it for the provider, with their own keys. A packet that comes while the
// port is being bound reaches the client.
func TestOwnPorts(t *testing.T) {
	g, k, adapter, _ := looking(t)
	one, two := new(ndclient.Port), new(ndclient.Port)
	for i, port := range []*ndclient.Port{one, one, two} {
		var file nd2.OverlappedFile
		adapter.CreateOverlappedFile(&file)
		file.BindCompletionPort(port, uintptr(i))
	}
	if p := g.ports; p[0] != p[1] || p[0] == p[2] || !slices.Equal(g.keys, []uintptr{0, 1, 2}) {
		t.Errorf("ports: %v, keys: %v", p, g.keys)
	}
	if n := len(one.Packets()); n != 2 {
		t.Errorf("%d packets came", n)
	}
	for _, f := range k.Findings() {
		if f.ID != "overlapped.notification.requested-only" {
			t.Errorf("found %v", f)
		}
	}
}
