//go:build linux && cgo && verbs

package verbs

import (
	"bytes"
	"cmp"
	"fmt"
	"net/netip"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// These tests need a device that can connect to itself. In a virtual machine:
//
//	go test -c -tags verbs -o verbs.test ./providers/verbs && scripts/rdma-vm ./verbs.test
//
// With RDMA_DEVICE=siw, the machine has siw0 instead of rxe0. NDCONFORM_VERBS names another device.

// limit is how long a test waits for anything.
const limit = 30 * time.Second

// event is an event that can be waited for.
type event struct {
	mu  sync.Mutex
	set chan struct{}
}

func newEvent() *event { return &event{set: make(chan struct{})} }

func (e *event) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case <-e.set:
	default:
		close(e.set)
	}
}

func (e *event) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set = make(chan struct{})
}

func (e *event) signaled() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.set
}

// request is an overlapped request that has been started.
type request struct {
	object     nd2.Overlapping
	overlapped nd2.Overlapped
	event      *event
	returned   nd2.Status
}

func start(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) *request {
	r := &request{object: object, event: newEvent()}
	r.overlapped.Event = r.event
	r.returned = call(&r.overlapped)
	return r
}

func (r *request) wait(t *testing.T) nd2.Status {
	t.Helper()
	if r.returned != nd2.Pending {
		return r.returned
	}
	select {
	case <-r.event.signaled():
	case <-time.After(limit):
		t.Fatal("a request has not completed")
	}
	return r.object.GetOverlappedResult(&r.overlapped, false)
}

func (r *request) pending() bool {
	return r.returned == nd2.Pending && r.object.GetOverlappedResult(&r.overlapped, false) == nd2.Pending
}

// side is an opened adapter with a file.
type side struct {
	t       *testing.T
	device  *device
	adapter nd2.Adapter
	file    nd2.OverlappedFile
	info    nd2.AdapterInfo
}

func openSide(t *testing.T) *side {
	t.Helper()
	name := cmp.Or(os.Getenv("NDCONFORM_VERBS"), cmp.Or(os.Getenv("RDMA_DEVICE"), "rxe")+"0")
	instance, err := open(&options{device: name, port: 1, gid: -1})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { instance.Close() })
	s := &side{t: t, device: instance.(*device)}
	provider := instance.ND2()
	defer provider.Release()
	s.adapter = made[nd2.Adapter](t, func(out *nd2.Unknown) nd2.Status {
		return provider.OpenAdapter(nd2.IIDAdapter, s.device.info.AdapterID, out)
	})
	succeed(t, "CreateOverlappedFile", s.adapter.CreateOverlappedFile(&s.file))
	s.info.InfoVersion = nd2.Version2
	size := uint32(nd2.AdapterInfoSize)
	succeed(t, "Query", s.adapter.Query(&s.info, &size))
	return s
}

func succeed(t *testing.T, what string, s nd2.Status) {
	t.Helper()
	if s != nd2.Success {
		t.Fatalf("%s: %v", what, s)
	}
}

func made[T nd2.Unknown](t *testing.T, create func(*nd2.Unknown) nd2.Status) T {
	t.Helper()
	var object nd2.Unknown
	succeed(t, "create", create(&object))
	t.Cleanup(func() { object.Release() })
	return object.(T)
}

// region is registered memory.
type region struct {
	nd2.MemoryRegion
	bytes []byte
}

const allRights = nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink

func (s *side) memory(size int, rights nd2.RegionFlags) *region {
	s.t.Helper()
	b, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		s.t.Fatal(err)
	}
	r := &region{bytes: b}
	r.MemoryRegion = made[nd2.MemoryRegion](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, s.file, out)
	})
	succeed(s.t, "Register", start(r, func(o *nd2.Overlapped) nd2.Status { return r.Register(b, rights, o) }).wait(s.t))
	return r
}

func (r *region) list(offset, length int) []nd2.SGE {
	return []nd2.SGE{{Buffer: r.bytes[offset : offset+length], MemoryRegionToken: r.GetLocalToken()}}
}

// end is one end of a connection.
type end struct {
	*side
	nd2.QueuePair
	cq        nd2.CompletionQueue
	srq       nd2.SharedReceiveQueue
	connector nd2.Connector
	memory    *region
}

func (s *side) completionQueue(depth uint32) nd2.CompletionQueue {
	s.t.Helper()
	return made[nd2.CompletionQueue](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, depth, 0, 0, out)
	})
}

func (s *side) end(shared bool) *end {
	s.t.Helper()
	e := &end{side: s, memory: s.memory(1<<20, allRights), cq: s.completionQueue(64)}
	if shared {
		e.srq = made[nd2.SharedReceiveQueue](s.t, func(out *nd2.Unknown) nd2.Status {
			return s.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.file, 16, 2, 3, 0, 0, out)
		})
	}
	e.QueuePair = made[nd2.QueuePair](s.t, func(out *nd2.Unknown) nd2.Status {
		if shared {
			return s.adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, e.cq, e.cq, e.srq, 7, 16, 2, 64, out)
		}
		return s.adapter.CreateQueuePair(nd2.IIDQueuePair, e.cq, e.cq, 7, 16, 16, 2, 2, 64, out)
	})
	e.connector = s.connector()
	return e
}

func (s *side) connector() nd2.Connector {
	s.t.Helper()
	return made[nd2.Connector](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateConnector(nd2.IIDConnector, s.file, out)
	})
}

func (s *side) listener() (nd2.Listener, []byte) {
	s.t.Helper()
	l := made[nd2.Listener](s.t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateListener(nd2.IIDListener, s.file, out)
	})
	succeed(s.t, "Bind", l.Bind(s.sockaddr()))
	succeed(s.t, "Listen", l.Listen(0))
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	succeed(s.t, "GetLocalAddress", l.GetLocalAddress(address, &size))
	return l, address[:size]
}

func (s *side) sockaddr() []byte { return nd2.Sockaddr(s.address(0)) }

// request brings a connecting to where the passive side holds the request.
func (s *side) request(active, passive *end, data []byte) *request {
	s.t.Helper()
	l, address := s.listener()
	got := start(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive.connector, o) })
	connect := start(active.connector, func(o *nd2.Overlapped) nd2.Status {
		return active.connector.Connect(active.QueuePair, address, 4, 4, data, o)
	})
	succeed(s.t, "GetConnectionRequest", got.wait(s.t))
	return connect
}

// connect connects two ends.
func (s *side) connect(active, passive *end) {
	s.t.Helper()
	connect := s.request(active, passive, []byte("ask"))
	accept := start(passive.connector, func(o *nd2.Overlapped) nd2.Status {
		return passive.connector.Accept(passive.QueuePair, 4, 4, []byte("answer"), o)
	})
	succeed(s.t, "Connect", connect.wait(s.t))
	succeed(s.t, "CompleteConnect", start(active.connector, active.connector.CompleteConnect).wait(s.t))
	succeed(s.t, "Accept", accept.wait(s.t))
}

func (e *end) results(n int) []nd2.Result {
	e.t.Helper()
	all := make([]nd2.Result, n)
	deadline := time.Now().Add(limit)
	for got := 0; got < n; {
		got += int(e.cq.GetResults(all[got:]))
		if time.Now().After(deadline) {
			e.t.Fatalf("%d of %d results: %v", got, n, all[:got])
		}
	}
	return all
}

func (e *end) expect(want ...string) {
	e.t.Helper()
	var got []string
	for _, r := range e.results(len(want)) {
		got = append(got, fmt.Sprintf("%v %d %v", r.RequestType, r.RequestContext, r.Status))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		e.t.Fatalf("results %q, want %q", got, want)
	}
}

func pair(t *testing.T, shared bool) (active, passive *end) {
	t.Helper()
	s := openSide(t)
	active, passive = s.end(false), s.end(shared)
	s.connect(active, passive)
	return active, passive
}

func TestSendReceive(t *testing.T) {
	a, p := pair(t, false)
	copy(a.memory.bytes, "hello, other side")
	succeed(t, "Receive", p.Receive(1, p.memory.list(0, 64)))
	succeed(t, "Send", a.Send(2, a.memory.list(0, 17), 0))
	a.expect("Send 2 ND_SUCCESS")
	p.expect("Receive 1 ND_SUCCESS")
	if !bytes.Equal(p.memory.bytes[:18], append([]byte("hello, other side"), 0)) {
		t.Errorf("%q", p.memory.bytes[:18])
	}
}

// address is the side's with a port.
func (s *side) address(port uint16) netip.AddrPort {
	return netip.AddrPortFrom(s.device.addresses[0], port)
}

// nobody is an address of the side's network that nobody has.
func (s *side) nobody() netip.AddrPort {
	b := s.device.addresses[0].AsSlice()
	b[len(b)-1] ^= 0x7e
	a, _ := netip.AddrFromSlice(b)
	return netip.AddrPortFrom(a, 1)
}
