package interop

import (
	"net/netip"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/ref"
)

// The two providers, as --provider selects them; each is the reference engine over
// UDP if its variable is not set.
const (
	first  = "NDCONFORM_INTEROP_A"
	second = "NDCONFORM_INTEROP_B"
)

const (
	limit    = 60 * time.Second // how long a test waits for anything
	largest  = 4 << 20          // the longest transfer in bytes
	capacity = 4 * largest      // of an end's memory
)

// An end is a queue pair that can be connected, with its objects.
type end struct {
	nd2.QueuePair
	t         *testing.T
	address   netip.Addr
	adapter   nd2.Adapter
	file      nd2.OverlappedFile
	cq        nd2.CompletionQueue
	region    nd2.MemoryRegion
	memory    []byte
	connector nd2.Connector
	what      string // is being done
}

// open opens the provider that a variable selects.
func open(t *testing.T, variable string) providers.Instance {
	t.Helper()
	selected := os.Getenv(variable)
	if selected == "" {
		if runtime.GOOS != "linux" && runtime.GOOS != "windows" {
			t.Skip("127.0.0.2 is no address of this system's")
		}
		selected = "ref,fabric=udp"
	}
	s, err := providers.ParseSelector(selected)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { instance.Close() })
	return instance
}

// newEnd opens the first adapter and makes an end.
func newEnd(t *testing.T, instance providers.Instance) *end {
	t.Helper()
	e := &end{t: t}
	provider := instance.ND2()
	defer provider.Release()
	var list nd2.SocketAddressList
	size := uint32(0)
	if s := provider.QueryAddressList(&list, &size); s != nd2.BufferOverflow {
		t.Fatal(s)
	}
	e.want(provider.QueryAddressList(&list, &size))
	at, _ := nd2.ParseSockaddr(list.Address[0])
	e.address = at.Addr()
	var id uint64
	e.want(provider.ResolveAddress(list.Address[0], &id))
	e.adapter = made[nd2.Adapter](e, func(out *nd2.Unknown) nd2.Status {
		return provider.OpenAdapter(nd2.IIDAdapter, id, out)
	})
	e.want(e.adapter.CreateOverlappedFile(&e.file))
	e.cq = made[nd2.CompletionQueue](e, func(out *nd2.Unknown) nd2.Status {
		return e.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, e.file, 64, 0, 0, out)
	})
	e.QueuePair = made[nd2.QueuePair](e, func(out *nd2.Unknown) nd2.Status {
		return e.adapter.CreateQueuePair(nd2.IIDQueuePair, e.cq, e.cq, 7, 16, 16, 2, 2, 0, out)
	})
	e.connector = made[nd2.Connector](e, func(out *nd2.Unknown) nd2.Status {
		return e.adapter.CreateConnector(nd2.IIDConnector, e.file, out)
	})
	e.register()
	return e
}

func (e *end) register() {
	e.t.Helper()
	var free func()
	e.memory, free = allocate(e.t, capacity)
	e.t.Cleanup(free)
	e.region = made[nd2.MemoryRegion](e, func(out *nd2.Unknown) nd2.Status {
		return e.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, e.file, out)
	})
	e.want(e.do(e.region, func(o *nd2.Overlapped) nd2.Status {
		return e.region.Register(e.memory, nd2.AllowLocalWrite|nd2.AllowRemoteRead|nd2.AllowRemoteWrite|nd2.RDMAReadSink, o)
	}))
}

// made returns an object that is released when the test ends.
func made[T nd2.Unknown](e *end, create func(*nd2.Unknown) nd2.Status) T {
	e.t.Helper()
	var object nd2.Unknown
	e.want(create(&object))
	e.t.Cleanup(func() { object.Release() })
	return object.(T)
}

func (e *end) want(s nd2.Status) {
	e.t.Helper()
	if s != nd2.Success {
		e.t.Fatal(s)
	}
}

// sge is a part of the end's memory.
func (e *end) sge(offset, length int) []nd2.SGE {
	if length == 0 {
		return nil
	}
	return []nd2.SGE{{Buffer: e.memory[offset : offset+length], MemoryRegionToken: e.region.GetLocalToken()}}
}

// connect connects e to a listener of passive's.
func (e *end) connect(passive *end, data string) {
	e.t.Helper()
	connect := e.ask(passive, data)
	accept := passive.accept(data)
	e.want(connect.wait())
	e.wantPrivateData(data)
	e.want(e.do(e.connector, e.connector.CompleteConnect))
	e.want(accept.wait())
}

// ask connects until passive holds the request, and returns the Connect in progress.
func (e *end) ask(passive *end, data string) (connect *request) {
	e.t.Helper()
	l := passive.newListener()
	address := passive.listen(l)
	e.t.Cleanup(func() { l.Release() })
	request := passive.start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive.connector, o) })
	connect = e.dial(address, data)
	e.want(request.wait())
	passive.wantPrivateData(data)
	return connect
}

// newListener returns a listener that the test releases.
func (e *end) newListener() nd2.Listener {
	e.t.Helper()
	var out nd2.Unknown
	e.want(e.adapter.CreateListener(nd2.IIDListener, e.file, &out))
	return out.(nd2.Listener)
}

// listen makes l listen at a port of the provider's choice, and returns the sockaddr.
func (e *end) listen(l nd2.Listener) []byte {
	e.t.Helper()
	e.want(l.Bind(nd2.Sockaddr(netip.AddrPortFrom(e.address, 0))))
	e.want(l.Listen(0))
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	e.want(l.GetLocalAddress(address, &size))
	return address[:size]
}

// dial starts a Connect, accept an Accept.
func (e *end) dial(address []byte, data string) *request {
	e.t.Helper()
	e.want(e.connector.Bind(nd2.Sockaddr(netip.AddrPortFrom(e.address, 0))))
	return e.start(e.connector, func(o *nd2.Overlapped) nd2.Status {
		return e.connector.Connect(e.QueuePair, address, 4, 4, []byte(data), o)
	})
}

func (e *end) accept(data string) *request {
	return e.start(e.connector, func(o *nd2.Overlapped) nd2.Status {
		return e.connector.Accept(e.QueuePair, 4, 4, []byte(data), o)
	})
}

// wantPrivateData checks the peer's private data.
func (e *end) wantPrivateData(data string) {
	e.t.Helper()
	got := make([]byte, 256)
	size := uint32(len(got))
	if s := e.connector.GetPrivateData(got, &size); s != nd2.Success || string(got[:len(data)]) != data {
		e.t.Errorf("private data: %v, %q, want %q", s, got[:size], data)
	}
}

// A request is an overlapped request in progress.
type request struct {
	t          *testing.T
	object     nd2.Overlapping
	overlapped nd2.Overlapped
	ended      *event
	returned   nd2.Status
}

func (e *end) start(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *request {
	r := &request{t: e.t, object: object, ended: &event{set: make(chan struct{})}}
	r.overlapped.Event = r.ended
	r.returned = call(&r.overlapped)
	return r
}

func (e *end) do(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	e.t.Helper()
	return e.start(object, call).wait()
}

func (r *request) wait() nd2.Status {
	r.t.Helper()
	if r.returned != nd2.Pending {
		return r.returned
	}
	select {
	case <-r.ended.set:
	case <-time.After(limit):
		r.t.Fatal("a request has not ended")
	}
	return r.object.GetOverlappedResult(&r.overlapped, false)
}

// An event is set once.
type event struct {
	once sync.Once
	set  chan struct{}
}

func (e *event) Set()   { e.once.Do(func() { close(e.set) }) }
func (e *event) Reset() {}

// results waits for n results.
func (e *end) results(n int) []nd2.Result {
	e.t.Helper()
	all := make([]nd2.Result, n)
	got := int(e.cq.GetResults(all))
	for got < n {
		e.want(e.do(e.cq, func(o *nd2.Overlapped) nd2.Status { return e.cq.Notify(nd2.NotifyAny, o) }))
		got += int(e.cq.GetResults(all[got:]))
	}
	return all
}

// result waits for a result with a status.
func (e *end) result(s nd2.Status) nd2.Result {
	e.t.Helper()
	r := e.results(1)[0]
	if r.Status != s {
		e.t.Fatalf("%v: %v at %v ended with %v, want %v", e.what, r.RequestType, e.address, r.Status, s)
	}
	return r
}
