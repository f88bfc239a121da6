//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"net/netip"
	"runtime"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A world is an adapter of acme.dll's, with the objects for its methods.
type world struct {
	*instance
	adapter nd2.Adapter
	file    nd2.OverlappedFile
	queue   nd2.CompletionQueue
	pair    nd2.QueuePair
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := openWorld(t)
	t.Cleanup(func() { w.Close() })
	return w
}

// openWorld is newWorld for a test that closes it itself.
func openWorld(t testing.TB) *world {
	t.Helper()
	opened, err := open(&options{path: *acme})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{instance: opened.(*instance)}
	p := w.ND2()
	defer p.Release()
	var id uint64
	want(t, p.ResolveAddress(nd2.Sockaddr(netip.MustParseAddrPort("127.0.0.1:0")), &id), nd2.Success)
	w.adapter = created[nd2.Adapter](t, func(out *nd2.Unknown) nd2.Status {
		return p.OpenAdapter(nd2.IIDAdapter, id, out)
	})
	want(t, w.adapter.CreateOverlappedFile(&w.file), nd2.Success)
	w.queue = created[nd2.CompletionQueue](t, func(out *nd2.Unknown) nd2.Status {
		return w.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, w.file, 64, 0, 0, out)
	})
	w.pair = created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return w.adapter.CreateQueuePair(nd2.IIDQueuePair, w.queue, w.queue, 7, 16, 16, 4, 4, 0, out)
	})
	return w
}

func created[T nd2.Unknown](t testing.TB, call func(out *nd2.Unknown) nd2.Status) T {
	t.Helper()
	var out nd2.Unknown
	want(t, call(&out), nd2.Success)
	return out.(T)
}

func want(t testing.TB, got, status nd2.Status) {
	t.Helper()
	if got != status {
		t.Fatalf("returned %v, want %v", got, status)
	}
}

func TestDataFlows(t *testing.T) {
	w := newWorld(t)
	from, to := newBlock(8), newBlock(8)
	copy(from.bytes, "message")
	want(t, w.pair.Receive(1, []nd2.SGE{{Buffer: to.bytes[:3]}, {Buffer: to.bytes[3:]}}), nd2.Success)
	want(t, w.pair.Send(2, []nd2.SGE{{Buffer: from.bytes}}, 0), nd2.Success)
	results := make([]nd2.Result, 3)
	if n := w.queue.GetResults(results); n != 2 {
		t.Fatalf("%d results", n)
	}
	if got := results[0]; got != (nd2.Result{
		BytesTransferred: 8, QueuePairContext: 7, RequestContext: 1,
		RequestType: nd2.RequestReceive,
	}) {
		t.Errorf("%+v", got)
	}
	if string(to.bytes) != string(from.bytes) {
		t.Errorf("received % x", to.bytes)
	}
}

func TestObjectsHaveOneIdentity(t *testing.T) {
	w := newWorld(t)
	for _, iid := range []nd2.GUID{nd2.IIDCompletionQueue, nd2.IIDOverlapped, nd2.IIDUnknown} {
		same := created[nd2.Unknown](t, func(out *nd2.Unknown) nd2.Status { return w.queue.QueryInterface(iid, out) })
		if same != nd2.Unknown(w.queue) {
			t.Errorf("%v gives another object", iid)
		}
		same.Release()
	}
	other := nd2.Unknown(w.queue)
	if s := w.queue.QueryInterface(nd2.IIDQueuePair, &other); s == nd2.Success || other != nil {
		t.Errorf("an interface that it lacks: %v, %v", s, other)
	}
	w.pair.Release()
	if n := w.queue.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
	if n := w.queue.Release(); n != 0 {
		t.Errorf("one Release too many: %d", n)
	}
	want(t, w.queue.Resize(8), nd2.InvalidHandle)
}

// foreignUnknown is an object from outside the DLL.
type foreignUnknown struct{ nd2.Unknown }

func TestObjectsOfEveryKindArePassed(t *testing.T) {
	w := newWorld(t)
	var out nd2.Unknown
	call := func(q nd2.Unknown) nd2.Status {
		return w.adapter.CreateQueuePair(nd2.IIDQueuePair, q, w.queue, 0, 1, 1, 1, 1, 0, &out)
	}
	for what, q := range map[string]nd2.Unknown{"nil": nil, "another kind": w.pair, "none of a DLL's": foreignUnknown{}} {
		if s := call(q); s != nd2.InvalidParameter2 || out != nil {
			t.Errorf("%s: %v, %v", what, s, out)
		}
	}
}

func TestSizesAreTheClients(t *testing.T) {
	w := newWorld(t)
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	for given, status := range map[uint32]nd2.Status{
		0: nd2.BufferOverflow, 95: nd2.BufferOverflow, 96: nd2.Success,
		4096: nd2.Success, 1 << 31: nd2.Success,
	} {
		size := given
		if s := w.adapter.Query(&info, &size); s != status || size != nd2.AdapterInfoSize {
			t.Errorf("%d bytes: %v, %d", given, s, size)
		}
	}
	if info.MaxCompletionQueueDepth != 64 || info.MaxCalleeData != 148 ||
		info.AdapterFlags&nd2.AdapterLoopbackConnections == 0 {
		t.Errorf("%+v", info)
	}
	var list nd2.SocketAddressList
	size := uint32(0)
	want(t, w.adapter.QueryAddressList(nil, &size), nd2.BufferOverflow)
	want(t, w.adapter.QueryAddressList(&list, &size), nd2.Success)
	if a, ok := nd2.ParseSockaddr(list.Address[0]); !ok || a.Addr().String() != "127.0.0.1" {
		t.Errorf("%v", list)
	}
}

type packets chan *nd2.Overlapped

func (p packets) Post(_ uintptr, o *nd2.Overlapped) { p <- o }

type event struct{ set chan struct{} }

func (e event) Set()   { e.set <- struct{}{} }
func (e event) Reset() {}

func TestRequestsAreNotified(t *testing.T) {
	t.Run("by GetQueuedCompletionStatus", func(t *testing.T) {
		testNotified(t, func(w *world, p packets) nd2.Status { return w.file.BindCompletionPort(p, 0) })
	})
	t.Run("by GetQueuedCompletionStatusEx", func(t *testing.T) {
		testNotified(t, func(w *world, p packets) nd2.Status { return w.BindAs(providers.ManyAtOnce, w.file, p, 0) })
	})
}

func testNotified(t *testing.T, bind func(w *world, p packets) nd2.Status) {
	runtime.LockOSThread() // Wine cancels another thread's request when that thread gets to it
	defer runtime.UnlockOSThread()
	w := newWorld(t)
	p := make(packets, 1000)
	want(t, bind(w, p), nd2.Success)
	want(t, bind(w, p), nd2.InvalidParameter)
	const requests = 200 // more than one thread waits for
	var all []*nd2.Overlapped
	for range requests {
		o := &nd2.Overlapped{Event: event{make(chan struct{}, 1)}}
		want(t, w.queue.Notify(nd2.NotifyAny, o), nd2.Pending)
		want(t, w.queue.GetOverlappedResult(o, false), nd2.Pending)
		all = append(all, o)
	}
	want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
	if len(p) != requests {
		t.Errorf("%d packets when it returns", len(p))
	}
	waiting := map[*nd2.Overlapped]bool{} // Wine tells of requests of several threads in any order
	for _, o := range all {
		<-o.Event.(event).set
		waiting[<-p] = true
		want(t, w.queue.GetOverlappedResult(o, true), nd2.Canceled)
	}
	if len(waiting) != requests {
		t.Errorf("packets of %d requests", len(waiting))
	}
}

// When CancelOverlappedRequests returns, requests that the DLL has ended in the call were notified.
func TestCancelNotifiesOfEvents(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := newWorld(t)
	var all [3]*nd2.Overlapped
	for i := range all {
		all[i] = &nd2.Overlapped{Event: event{make(chan struct{}, 1)}}
	}
	for range 100 { // they are used again while their events are watched
		for i := range all {
			want(t, w.queue.Notify(nd2.NotifyAny, all[i]), nd2.Pending)
		}
		want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
		for i, o := range all {
			select {
			case <-o.Event.(event).set:
			default:
				t.Fatalf("the event of request %d is not set when it returns", i)
			}
			want(t, w.queue.GetOverlappedResult(o, false), nd2.Canceled)
		}
	}
}

// An ordered event says that it is set by sending its number.
type ordered struct {
	to     chan<- int
	number int
}

func (e ordered) Set() { e.to <- e.number }
func (ordered) Reset() {}

// Requests canceled together end in the order of their making, however often OVERLAPPEDs are reused while a thread
// watches their events. One thread has them all, or the system may set the second event first.
func TestCanceledRequestsEndInOrder(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := newWorld(t)
	ends := make(chan int, 4)
	first, second := &nd2.Overlapped{Event: ordered{ends, 1}}, &nd2.Overlapped{Event: ordered{ends, 2}}
	for n := range 500 {
		want(t, w.queue.Notify(nd2.NotifyAny, first), nd2.Pending)
		want(t, w.queue.Notify(nd2.NotifyAny, second), nd2.Pending)
		want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
		if a, b := <-ends, <-ends; a != 1 || b != 2 {
			t.Fatalf("in round %d, request %d ended before request %d", n, a, b)
		}
		want(t, w.queue.GetOverlappedResult(first, false), nd2.Canceled)
		want(t, w.queue.GetOverlappedResult(second, false), nd2.Canceled)
	}
}

// A packet that has come before the call returns also shows the event: nobody waits until the event is looked at.
func TestAPacketMayComeBeforeTheCallReturns(t *testing.T) {
	w := newWorld(t)
	want(t, w.file.BindCompletionPort(make(packets, 1), 0), nd2.Success)
	o := &nd2.Overlapped{Event: event{make(chan struct{}, 1)}}
	request := w.proxies.of(o)
	request.begin(o, w.queue.(*completionQueue).object, nil)
	_ = windows.SetEvent(request.event)
	request.arrived()
	request.returned(o, nd2.Pending)
	if len(o.Event.(event).set) != 1 || request.watched {
		t.Error("the event is yet to be noticed")
	}
	request.answered(o, nd2.Success, false, true)
}

// Events that the DLL has set before the instance is closed are handed on, even if nobody has looked at them.
func TestCloseHandsOnWhatIsSet(t *testing.T) {
	w := newWorld(t)
	want(t, w.file.BindCompletionPort(make(packets, 1), 0), nd2.Success)
	o := &nd2.Overlapped{Event: event{make(chan struct{}, 1)}}
	request := w.proxies.of(o)
	request.begin(o, w.queue.(*completionQueue).object, nil)
	request.returned(o, nd2.Pending) // its packet is waited for first
	_ = windows.SetEvent(request.event)
	w.watch.close()
	if len(o.Event.(event).set) != 1 {
		t.Error("nobody was told of the event")
	}
	request.answered(o, nd2.Success, false, true)
}

// A held is an event with the OVERLAPPED of its request.
type held struct {
	nd2.Overlapped
	event
}

func newHeld() *held {
	h := &held{event: event{make(chan struct{}, 1)}}
	h.Event = h
	return h
}

// Abandoned OVERLAPPEDs are reused, but not soon.
func TestOverlappedsAreUsedAgain(t *testing.T) {
	notify := func(t *testing.T, w *world, o *nd2.Overlapped) {
		want(t, w.queue.Notify(nd2.NotifyAny, o), nd2.Pending)
		want(t, w.queue.CancelOverlappedRequests(), nd2.Success)
	}
	for name, request := range map[string]func(t *testing.T, w *world, p packets){
		"asked how they ended": func(t *testing.T, w *world, p packets) {
			o := new(nd2.Overlapped)
			notify(t, w, o)
			want(t, w.queue.GetOverlappedResult(o, false), nd2.Canceled)
			<-p
		},
		"held by their events": func(t *testing.T, w *world, p packets) {
			h := newHeld()
			notify(t, w, &h.Overlapped)
			<-h.set
			want(t, w.queue.GetOverlappedResult(&h.Overlapped, false), nd2.Canceled)
			<-p
		},
		"never asked about": func(t *testing.T, w *world, p packets) {
			h := newHeld()
			notify(t, w, &h.Overlapped)
			<-h.set
			<-p
		},
		"known by their packets only": func(t *testing.T, w *world, p packets) {
			notify(t, w, new(nd2.Overlapped))
			<-p
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			p := make(packets, 1)
			want(t, w.file.BindCompletionPort(p, 0), nd2.Success)
			for n := range 4 * quarantine {
				request(t, w, p)
				if n%64 == 0 {
					runtime.GC()
				}
			}
			w.proxies.mu.Lock()
			defer w.proxies.mu.Unlock()
			if n := len(w.proxies.byAddress); n > 3*quarantine {
				t.Errorf("%d OVERLAPPEDs", n)
			}
		})
	}
}

func TestObjectsThatAreLetGoAreForgotten(t *testing.T) {
	w := newWorld(t)
	had := len(w.order)
	for range 10 {
		created[nd2.MemoryRegion](t, func(out *nd2.Unknown) nd2.Status {
			return w.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, w.file, out)
		}).Release()
	}
	if len(w.order) != had {
		t.Errorf("%d objects are known, and %d were", len(w.order), had)
	}
}

func TestAClosedFileIsNotPassed(t *testing.T) {
	w := newWorld(t)
	want(t, w.file.Close(), nd2.Success)
	want(t, w.file.Close(), nd2.InvalidHandle)
	want(t, w.file.BindCompletionPort(make(packets), 0), nd2.InvalidHandle)
	var out nd2.Unknown
	if s := w.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, w.file, &out); s == nd2.Success {
		t.Error("a region on a file that is closed")
	}
}

func BenchmarkGetResultsOfNone(b *testing.B) {
	w := newWorld(b)
	results := make([]nd2.Result, 1)
	b.ReportAllocs()
	for b.Loop() {
		w.queue.GetResults(results)
	}
}

// A Send, the Receive that it takes, and the results of both.
func BenchmarkMessage(b *testing.B) {
	w := newWorld(b)
	list := []nd2.SGE{{Buffer: newBlock(64).bytes}}
	results := make([]nd2.Result, 2)
	b.ReportAllocs()
	for b.Loop() {
		w.pair.Receive(1, list)
		w.pair.Send(2, list, 0)
		if w.queue.GetResults(results) != 2 {
			b.Fatal("the message has not come")
		}
	}
}

// The cost of a Send that the DLL refuses at once: the way there and back.
func BenchmarkSendRefused(b *testing.B) {
	w := newWorld(b)
	list := []nd2.SGE{{Buffer: newBlock(64).bytes}}
	b.ReportAllocs()
	for b.Loop() {
		w.pair.Send(2, list, 0)
	}
}
