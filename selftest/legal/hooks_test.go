package legal

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// limit is how long a test waits for what has to come.
const limit = 10 * time.Second

// An event counts, and tells when it is set.
type event struct {
	mu     sync.Mutex
	isSet  bool
	resets int
	set    chan struct{}
}

func newEvent() *event { return &event{set: make(chan struct{}, 16)} }

func (e *event) Set() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.isSet = true
	e.set <- struct{}{}
}

func (e *event) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.isSet = false
	e.resets++
}

func (e *event) wait(t *testing.T) {
	t.Helper()
	select {
	case <-e.set:
	case <-time.After(limit):
		t.Fatal("the event was not set")
	}
}

// A port takes packets.
type port chan *nd2.Overlapped

func (p port) Post(_ uintptr, o *nd2.Overlapped) { p <- o }

// open opens an adapter of a variant, and a file with a port.
func open(t *testing.T, id string) (nd2.Adapter, nd2.OverlappedFile, port) {
	t.Helper()
	selector, err := providers.ParseSelector("legal,adapters=1,basic-adapters=0,id=" + id)
	if err != nil {
		t.Fatal(err)
	}
	instance, err := selector.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	})
	var object nd2.Unknown
	var list nd2.SocketAddressList
	var adapterID uint64
	p, size := instance.ND2(), uint32(1<<12)
	check(t, p.QueryAddressList(&list, &size))
	check(t, p.ResolveAddress(list.Address[0], &adapterID))
	check(t, p.OpenAdapter(nd2.IIDAdapter, adapterID, &object))
	adapter := object.(nd2.Adapter)
	var file nd2.OverlappedFile
	check(t, adapter.CreateOverlappedFile(&file))
	packets := make(port, 16)
	check(t, file.BindCompletionPort(packets, 1))
	return adapter, file, packets
}

// region creates a region of a variant's adapter.
func region(t *testing.T, id string) (nd2.MemoryRegion, port) {
	t.Helper()
	adapter, file, packets := open(t, id)
	var object nd2.Unknown
	check(t, adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &object))
	return object.(nd2.MemoryRegion), packets
}

func check(t *testing.T, s nd2.Status) {
	t.Helper()
	if s != nd2.Success {
		t.Fatal(s)
	}
}

func TestATwoPhaseRequestNotifiesTwice(t *testing.T) {
	m, packets := region(t, "all-pending+two-phase")
	e := newEvent()
	o := &nd2.Overlapped{Event: e}
	if s := m.Register(make([]byte, 4096), nd2.AllowLocalWrite, o); s != nd2.Pending {
		t.Fatal(s)
	}
	e.wait(t)
	<-packets
	if s := m.GetOverlappedResult(o, false); s != nd2.Pending {
		t.Fatalf("after the first notification: %v", s)
	}
	e.wait(t)
	<-packets
	check(t, m.GetOverlappedResult(o, false))
	check(t, m.GetOverlappedResult(o, false))
}

func TestWaitingSeesBothPhases(t *testing.T) {
	m, _ := region(t, "all-pending+two-phase")
	e := newEvent()
	o := &nd2.Overlapped{Event: e}
	if s := m.Register(make([]byte, 4096), nd2.AllowLocalWrite, o); s != nd2.Pending {
		t.Fatal(s)
	}
	e.wait(t)
	check(t, m.GetOverlappedResult(o, true))
}

func TestARequestThatEndsInItsCallIsInline(t *testing.T) {
	m, packets := region(t, "all-inline")
	e := newEvent()
	check(t, m.Register(make([]byte, 4096), nd2.AllowLocalWrite, &nd2.Overlapped{Event: e}))
	if e.isSet || e.resets > 0 || len(packets) > 0 {
		t.Errorf("notified: %v, %d resets, %d packets", e.isSet, e.resets, len(packets))
	}
}

func TestARequestThatSucceedsAtOncePends(t *testing.T) {
	m, packets := region(t, "all-pending+all-flags")
	for range 3 {
		e := newEvent()
		o := &nd2.Overlapped{Event: e}
		if s := m.Register(make([]byte, 4096), nd2.AllowLocalWrite, o); s != nd2.Pending {
			t.Fatal(s)
		}
		check(t, m.GetOverlappedResult(o, true))
		<-packets
		if s := m.Deregister(o); s != nd2.Pending {
			t.Fatal(s)
		}
		e.wait(t)
		check(t, m.GetOverlappedResult(o, true))
		<-packets
	}
}

func TestLatePacketsKeepTheirOrder(t *testing.T) {
	adapter, file, packets := open(t, "late-packets")
	var object nd2.Unknown
	check(t, adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 4, 0, 0, &object))
	queue := object.(nd2.CompletionQueue)
	var sent []*nd2.Overlapped
	for range 5 {
		o := &nd2.Overlapped{}
		if s := queue.Notify(nd2.NotifyErrors, o); s != nd2.Pending {
			t.Fatal(s)
		}
		sent = append(sent, o)
	}
	check(t, queue.CancelOverlappedRequests())
	for i, o := range sent {
		if came := <-packets; came != o {
			t.Errorf("another packet came as number %d", i)
		}
	}
}

func TestNothingComesAfterClose(t *testing.T) {
	var l timers
	l.after(time.Hour, func() { t.Error("it came") })
	ran := make(chan struct{})
	l.after(0, func() { close(ran) })
	<-ran
	l.close()
	l.after(0, func() { t.Error("it came after the end") })
}

// No variant keeps from another one what the engine tells: each request ends.
func TestRequestsEndWithEveryOtherVariant(t *testing.T) {
	for _, other := range []struct {
		id     string
		buffer []byte
	}{{"slow-memory", make([]byte, 4096)}, {"late-refusals", nil}} {
		for _, v := range All() {
			both, err := combine(v, registry().byID[other.id])
			if err != nil || strings.HasPrefix(v.ID, "lacks-") { // region asks once
				continue
			}
			t.Run(both.ID, func(t *testing.T) {
				m, _ := region(t, both.ID)
				if status := registered(t, m, other.buffer); status.Failed() != (other.buffer == nil) {
					t.Error(status)
				}
			})
		}
	}
}

// registered returns how a Register ends.
func registered(t *testing.T, m nd2.MemoryRegion, buffer []byte) nd2.Status {
	t.Helper()
	e := newEvent()
	o := &nd2.Overlapped{Event: e}
	status := m.Register(buffer, nd2.AllowLocalWrite, o)
	if providers.Lacks(status) { // perhaps of the moment
		status = m.Register(buffer, nd2.AllowLocalWrite, o)
	}
	for status == nd2.Pending {
		e.wait(t)
		status = m.GetOverlappedResult(o, false)
	}
	return status
}

// TestLatePacket shows that a packet comes with the end of its request where two hooks put it off.
func TestLatePacket(t *testing.T) {
	adapter, file, packets := open(t, "slow-memory+all-pending")
	var object nd2.Unknown
	if s := adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &object); s != nd2.Success {
		t.Fatal(s)
	}
	region := object.(nd2.MemoryRegion)
	var o nd2.Overlapped
	if s := region.Register(make([]byte, 4096), nd2.AllowLocalWrite, &o); s != nd2.Pending {
		t.Fatal(s)
	}
	select {
	case <-packets:
	case <-time.After(limit):
		t.Fatal("no packet was posted")
	}
	if s := region.GetOverlappedResult(&o, false); s != nd2.Success {
		t.Errorf("when its packet has come, the request has ended with %v", s)
	}
}
