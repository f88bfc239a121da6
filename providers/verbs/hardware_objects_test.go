//go:build linux && cgo && verbs

package verbs

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// remote is the address and the token of memory for the peer.
func (r *region) remote(offset int) (uint64, uint32) {
	return uint64(addressOf(r.bytes)) + uint64(offset), r.GetRemoteToken()
}

func TestReadAndWrite(t *testing.T) {
	a, p := pair(t, false)
	address, token := p.memory.remote(100)
	copy(a.memory.bytes, "written")
	succeed(t, "Write", a.Write(1, a.memory.list(0, 7), address, token, 0))
	succeed(t, "Read", a.Read(2, a.memory.list(1000, 7), address, token, nd2.ReadFence))
	a.expect("Write 1 ND_SUCCESS", "Read 2 ND_SUCCESS") // a Write may overtake a Read: RFC 5040, 5.5
	succeed(t, "Write", a.Write(3, []nd2.SGE{{Buffer: []byte("in")}, {Buffer: []byte("li")}, {Buffer: []byte("ne")}},
		address, token, nd2.Inline))
	a.expect("Write 3 ND_SUCCESS")
	if got := string(a.memory.bytes[1000:1007]); got != "written" {
		t.Errorf("read %q", got)
	}
	succeed(t, "Read", a.Read(4, a.memory.list(1000, 7), address, token, nd2.ReadFence)) // the Write has arrived
	a.expect("Read 4 ND_SUCCESS")
	if got := string(p.memory.bytes[100:107]); got != "inlinen" {
		t.Errorf("the peer has %q", got)
	}
	succeed(t, "Write", a.Write(5, a.memory.list(0, 7), address, token^1, 0))
	if !a.device.limits.IWARP {
		a.expect("Write 5 ND_ACCESS_VIOLATION")
		return
	}
	a.expect("Write 5 ND_SUCCESS") // over when it is sent; the peer ends the connection: RFC 5040, 5.2 and 7
	succeed(t, "NotifyDisconnect", start(a.connector, a.connector.NotifyDisconnect).wait(t))
}

// unsupported ends a test of what the device lacks, and the provider says so.
func unsupported(t *testing.T, create func(*nd2.Unknown) nd2.Status) {
	t.Helper()
	if got := create(new(nd2.Unknown)); got != nd2.NotSupported {
		t.Fatalf("creating what the device lacks: %v", got)
	}
	t.Skip("the device lacks it")
}

// window makes a memory window.
func (s *side) window(t *testing.T) nd2.MemoryWindow {
	t.Helper()
	create := func(out *nd2.Unknown) nd2.Status { return s.adapter.CreateMemoryWindow(nd2.IIDMemoryWindow, out) }
	if !s.device.limits.Windows2B {
		unsupported(t, create)
	}
	return made[nd2.MemoryWindow](t, create)
}

func TestWindow(t *testing.T) {
	a, p := pair(t, false)
	w := p.window(t)
	address, _ := p.memory.remote(0)
	if s := p.Invalidate(1, w, 0); s != nd2.InvalidDeviceRequest {
		t.Fatalf("Invalidate of a window that is not bound: %v", s)
	}
	for round := range uintptr(3) {
		succeed(t, "Bind", p.Bind(10+round, p.memory.MemoryRegion, w, p.memory.bytes[:4096], nd2.AllowWrite))
		p.expect([]string{"Bind 10 ND_SUCCESS", "Bind 11 ND_SUCCESS", "Bind 12 ND_SUCCESS"}[round])
		succeed(t, "Write", a.Write(2, a.memory.list(0, 8), address, w.GetRemoteToken(), 0))
		a.expect("Write 2 ND_SUCCESS")
		if s := start(p.memory, p.memory.Deregister).wait(t); s != nd2.DeviceBusy {
			t.Fatalf("Deregister of a region with a window: %v", s)
		}
		succeed(t, "Invalidate", p.Invalidate(20, w, nd2.SilentSuccess))
	}
	succeed(t, "Receive", p.Receive(3, nil))
	succeed(t, "Send", a.Send(4, nil, 0))
	p.expect("Receive 3 ND_SUCCESS")
	succeed(t, "Deregister", start(p.memory, p.memory.Deregister).wait(t))
}

func TestQueuePairWithWindowsIsFreed(t *testing.T) {
	_, p := pair(t, false)
	w := p.window(t)
	succeed(t, "Bind", p.Bind(1, p.memory.MemoryRegion, w, p.memory.bytes[:4096], nd2.AllowWrite))
	p.expect("Bind 1 ND_SUCCESS")
	p.AddRef()
	p.QueuePair.Release()
	p.QueuePair.Release()
	succeed(t, "Deregister", start(p.memory, p.memory.Deregister).wait(t))
}

// A Bind that is canceled may have been carried out nevertheless: rdma_rxe carries one out
// while a request before it is in progress. The window can be bound again, and holds up
// nothing.
func TestWindowOfCanceledBind(t *testing.T) {
	for _, invalidated := range []bool{false, true} {
		t.Run(fmt.Sprintf("invalidated %v", invalidated), func(t *testing.T) {
			a, p := pair(t, false)
			w := p.window(t)
			succeed(t, "Send", p.Send(1, nil, 0)) // for which there is no Receive
			succeed(t, "Bind", p.Bind(2, p.memory.MemoryRegion, w, p.memory.bytes[:4096], nd2.AllowWrite))
			want := []string{"Send 1 ND_CANCELED", "Bind 2 ND_CANCELED"}
			if invalidated {
				succeed(t, "Invalidate", p.Invalidate(3, w, 0))
				want = append(want, "Invalidate 3 ND_CANCELED")
			}
			succeed(t, "Flush", p.Flush())
			p.expect(want...)
			succeed(t, "Deregister", start(p.memory, p.memory.Deregister).wait(t))

			succeed(t, "Bind again", a.Bind(4, a.memory.MemoryRegion, w, a.memory.bytes[:4096], nd2.AllowWrite))
			a.expect("Bind 4 ND_SUCCESS")
			succeed(t, "Invalidate", a.Invalidate(5, w, 0))
			a.expect("Invalidate 5 ND_SUCCESS")

			began := time.Now()
			p.AddRef()
			p.QueuePair.Release()
			p.QueuePair.Release()
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("it took %v to free the queue pair", took)
			}
		})
	}
}

func TestSharedReceiveQueue(t *testing.T) {
	s := openSide(t)
	if s.info.MaxSharedReceiveQueueDepth == 0 {
		unsupported(t, func(out *nd2.Unknown) nd2.Status {
			return s.adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, s.file, 16, 2, 3, 0, 0, out)
		})
	}
	a, p := s.end(false), s.end(true)
	s.connect(a, p)
	for i := range uintptr(4) {
		succeed(t, "Receive", p.srq.Receive(i, p.memory.list(int(i)*64, 64)))
	}
	low := start(p.srq, p.srq.Notify) // below 3
	succeed(t, "Send", a.Send(10, a.memory.list(0, 8), 0))
	p.expect("Receive 0 ND_SUCCESS")
	if !low.pending() {
		t.Error("notified with 3 left")
	}
	succeed(t, "Send", a.Send(11, a.memory.list(0, 8), 0))
	p.expect("Receive 1 ND_SUCCESS")
	succeed(t, "Notify", low.wait(t))
	succeed(t, "Notify, already low", start(p.srq, p.srq.Notify).wait(t))
	if s := p.srq.Modify(1, 0); s != nd2.BufferOverflow {
		t.Errorf("Modify to 1 with 2 posted: %v", s)
	}
	succeed(t, "Modify", p.srq.Modify(64, 0))
	a.expect("Send 10 ND_SUCCESS", "Send 11 ND_SUCCESS")
	// An empty queue holds the peer up, and no more.
	for i := range uintptr(3) {
		succeed(t, "Send", a.Send(20+i, nil, 0))
	}
	p.expect("Receive 2 ND_SUCCESS", "Receive 3 ND_SUCCESS")
	succeed(t, "Receive", p.srq.Receive(5, nil))
	p.expect("Receive 5 ND_SUCCESS")
}

func TestNotify(t *testing.T) {
	a, p := pair(t, false)
	notify := func(kind nd2.NotifyType) *request {
		return start(p.cq, func(o *nd2.Overlapped) nd2.Status { return p.cq.Notify(kind, o) })
	}
	send := func(context uintptr, flags nd2.OpFlags) {
		succeed(t, "Receive", p.Receive(context, nil))
		succeed(t, "Send", a.Send(context, nil, flags))
		a.results(1)
	}
	anything, failures := notify(nd2.NotifyAny), notify(nd2.NotifyErrors)
	send(1, 0)
	succeed(t, "Notify any", anything.wait(t))
	p.expect("Receive 1 ND_SUCCESS")

	canceled := notify(nd2.NotifyAny)
	succeed(t, "CancelOverlappedRequests", p.cq.CancelOverlappedRequests())
	if s := canceled.wait(t); s != nd2.Canceled {
		t.Errorf("canceled: %v", s)
	}
	solicited := notify(nd2.NotifySolicited)
	send(2, 0)
	p.expect("Receive 2 ND_SUCCESS")
	if p.device.siw { // which announces no message as solicited: see mayBeSolicited
		succeed(t, "Notify solicited, by any message", solicited.wait(t))
		solicited = notify(nd2.NotifySolicited)
	} else if !solicited.pending() {
		t.Error("a message that nobody solicited is told of")
	}
	send(3, nd2.SendAndSolicitEvent)
	succeed(t, "Notify solicited", solicited.wait(t))
	p.expect("Receive 3 ND_SUCCESS")

	// The failure of a Send is a failure too.
	broken := notify(nd2.NotifySolicited)
	succeed(t, "Flush", p.Flush())
	succeed(t, "Send", p.Send(4, nil, 0))
	succeed(t, "Notify of a failure", broken.wait(t))
	p.expect("Send 4 ND_CANCELED")
	if s := failures.wait(t); s != nd2.Canceled {
		t.Errorf("canceled: %v", s)
	}
}

// What a queue pair reports as failed because its queue had no room does not pass for
// news of a sound queue, even if the device's event is yet to be handled.
func TestOverrunBeforeItsEvent(t *testing.T) {
	s := openSide(t)
	a, p := s.end(false), s.end(false)
	const messages = 512
	full := s.completionQueue(1)
	for _, e := range []*end{a, p} {
		e.QueuePair = made[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
			receives := map[*end]nd2.CompletionQueue{a: a.cq, p: full}[e]
			return s.adapter.CreateQueuePair(nd2.IIDQueuePair, receives, s.completionQueue(messages), 0, messages, messages, 1,
				1, 0, out)
		})
	}
	s.connect(a, p)
	kind := nd2.NotifySolicited
	if s.device.siw { // where the first message counts as solicited: see mayBeSolicited
		kind = nd2.NotifyErrors
	}
	waiting := start(full, func(o *nd2.Overlapped) nd2.Status { return full.Notify(kind, o) })

	s.device.news.handling.Lock()
	defer s.device.news.handling.Unlock()
	queue := full.(*completionQueue)
	queue.lock.Lock() // so that nothing is fetched
	unlock := sync.OnceFunc(queue.lock.Unlock)
	defer unlock()
	for i := range uintptr(messages) {
		succeed(t, "Receive", p.Receive(i, nil))
	}
	for i := range uintptr(messages) {
		succeed(t, "Send", a.Send(i, nil, 0))
	}
	for deadline := time.Now().Add(limit); !queue.overrun.Load() && time.Now().Before(deadline); {
		s.device.readEvents()
	}
	unlock()
	queue.Drain()
	succeed(t, "Receive", p.Receive(messages, nil))
	succeed(t, "Flush", p.Flush())
	if got := waiting.wait(t); got != nd2.BufferOverflow {
		t.Errorf("Notify of an overrun: %v", got)
	}
}

// A Notify that comes to know of the overrun itself does not wait for ever.
func TestNotifyFindsTheOverrun(t *testing.T) {
	s := openSide(t)
	for range 20 {
		notifyFindsOverrun(t, s)
	}
}

func notifyFindsOverrun(t *testing.T, s *side) {
	const receives = 64
	full := s.completionQueue(1)
	a, p := s.end(false), s.end(false)
	p.QueuePair = made[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return s.adapter.CreateQueuePair(nd2.IIDQueuePair, full, s.completionQueue(1), 0, receives, 1, 1, 1, 0, out)
	})
	s.connect(a, p) // siw is given Receives when there is a connection
	s.device.news.handling.Lock()
	defer s.device.news.handling.Unlock()
	queue := full.(*completionQueue)
	queue.lock.Lock() // so that nothing is fetched
	for i := range uintptr(receives) {
		succeed(t, "Receive", p.Receive(i, nil))
	}
	flushed := make(chan nd2.Status, 1)
	go func() { flushed <- p.Flush() }()
	for deadline := time.Now().Add(limit); !queue.overrun.Load() && time.Now().Before(deadline); {
		s.device.readEvents()
	}
	queue.lock.Unlock()
	notify := start(full, func(o *nd2.Overlapped) nd2.Status { return full.Notify(nd2.NotifyAny, o) })
	if got := notify.wait(t); got != nd2.BufferOverflow {
		t.Errorf("Notify of an overrun: %v", got)
	}
	<-flushed
}

func TestResizeAndFlush(t *testing.T) {
	s := openSide(t)
	e := s.end(false)
	for i := range uintptr(4) {
		succeed(t, "Receive", e.Receive(i, e.memory.list(0, 8)))
	}
	succeed(t, "Flush", e.Flush())
	succeed(t, "Receive", e.Receive(4, nil))
	if s.info.AdapterFlags&nd2.AdapterCQResize == 0 {
		if got := e.cq.Resize(4); got != nd2.NotSupported {
			t.Errorf("Resize: %v", got)
		}
	} else {
		resize(s, e.cq)
	}
	e.expect("Receive 0 ND_CANCELED", "Receive 1 ND_CANCELED", "Receive 2 ND_CANCELED", "Receive 3 ND_CANCELED",
		"Receive 4 ND_CANCELED")
	// It can be connected afterwards.
	other := s.end(false)
	s.connect(e, other)
	succeed(t, "Receive", other.Receive(1, nil))
	succeed(t, "Send", e.Send(2, nil, 0))
	e.expect("Send 2 ND_SUCCESS")
	other.expect("Receive 1 ND_SUCCESS")
}

// resize tries depths of a completion queue that has five results, or is going to.
func resize(s *side, queue nd2.CompletionQueue) {
	s.t.Helper()
	deadline := time.Now().Add(limit)
	for queue.Resize(4) != nd2.BufferOverflow && time.Now().Before(deadline) {
	}
	succeed(s.t, "Resize", queue.Resize(s.info.MaxCompletionQueueDepth))
	if got := queue.Resize(s.info.MaxCompletionQueueDepth + 1); got != nd2.InvalidParameter {
		s.t.Errorf("Resize beyond the maximum: %v", got)
	}
}

func dataOf(t *testing.T, c nd2.Connector) []byte {
	t.Helper()
	b := make([]byte, 512)
	size := uint32(len(b))
	succeed(t, "GetPrivateData", c.GetPrivateData(b, &size))
	return b[:size]
}

func TestPrivateDataAndReadLimits(t *testing.T) {
	s := openSide(t)
	a, p := s.end(false), s.end(false)
	connect := s.request(a, p, []byte("ask"))
	if got := dataOf(t, p.connector); !bytes.HasPrefix(got, []byte("ask")) || len(got) > maxCallerData {
		t.Errorf("asked with %q", got)
	}
	accept := start(p.connector, func(o *nd2.Overlapped) nd2.Status {
		return p.connector.Accept(p.QueuePair, 2, 99, []byte("answer"), o)
	})
	succeed(t, "Connect", connect.wait(t))
	if got := dataOf(t, a.connector); !bytes.HasPrefix(got, []byte("answer")) || len(got) > maxCalleeData {
		t.Errorf("answered with %q", got)
	}
	var in, out uint32
	succeed(t, "GetReadLimits", a.connector.GetReadLimits(&in, &out))
	accepted := uint32(2)
	if s.device.siw { // which raises the passive side's limit to what is asked for: siw_cm.c, siw_accept
		accepted = 4
	}
	if in != 4 || out != accepted {
		t.Errorf("read limits %d in, %d out", in, out)
	}
	succeed(t, "CompleteConnect", start(a.connector, a.connector.CompleteConnect).wait(t))
	succeed(t, "Accept", accept.wait(t))
}

func TestReject(t *testing.T) {
	s := openSide(t)
	a, p := s.end(false), s.end(false)
	connect := s.request(a, p, nil)
	succeed(t, "Reject", p.connector.Reject([]byte("no")))
	if got := connect.wait(t); got != nd2.ConnectionRefused {
		t.Errorf("Connect: %v", got)
	}
	if got := dataOf(t, a.connector); !bytes.HasPrefix(got, []byte("no")) {
		t.Errorf("rejected with %q", got)
	}
	// The active side refuses what has been accepted, on the same connectors.
	connect = s.request(a, p, nil)
	accept := start(p.connector, func(o *nd2.Overlapped) nd2.Status {
		return p.connector.Accept(p.QueuePair, 0, 0, nil, o)
	})
	succeed(t, "Connect", connect.wait(t))
	succeed(t, "Reject", a.connector.Reject([]byte("after all")))
	if !s.device.limits.IWARP {
		if got := accept.wait(t); got != nd2.ConnectionAborted {
			t.Errorf("Accept: %v", got)
		}
		return
	}
	// Accept completes when it has answered, and what the active side does with the answer is a
	// disconnection: RFC 5044, 7.1, has no third message; siw_cm.c, siw_accept.
	succeed(t, "Accept", accept.wait(t))
	succeed(t, "NotifyDisconnect", start(p.connector, p.connector.NotifyDisconnect).wait(t))
}

func TestDisconnect(t *testing.T) {
	a, p := pair(t, false)
	succeed(t, "Receive", a.Receive(1, nil))
	succeed(t, "Receive", p.Receive(2, nil))
	gone := start(p.connector, p.connector.NotifyDisconnect)
	if !gone.pending() {
		t.Fatal("gone too early")
	}
	succeed(t, "Disconnect", start(a.connector, a.connector.Disconnect).wait(t))
	a.expect("Receive 1 ND_CANCELED")
	succeed(t, "NotifyDisconnect", gone.wait(t))
	if p.device.limits.IWARP { // where the kernel ends both sides: siw_cm.c, siw_cm_work_handler
		p.expect("Receive 2 ND_CANCELED")
	}
	if n := p.cq.GetResults(make([]nd2.Result, 1)); n != 0 {
		t.Error("the peer's end flushes this one")
	}
	succeed(t, "Disconnect", start(p.connector, p.connector.Disconnect).wait(t))
	if !p.device.limits.IWARP {
		p.expect("Receive 2 ND_CANCELED")
	}
	if s := a.Send(3, nil, 0); s != nd2.ConnectionInvalid {
		t.Errorf("Send after Disconnect: %v", s)
	}
}

func TestUnreachable(t *testing.T) {
	s := openSide(t)
	e := s.end(false)
	refused := start(e.connector, func(o *nd2.Overlapped) nd2.Status {
		return e.connector.Connect(e.QueuePair, nd2.Sockaddr(s.address(1)), 0, 0, nil, o)
	})
	if got := refused.wait(t); got != nd2.ConnectionRefused {
		t.Errorf("Connect to a port where nobody listens: %v", got)
	}
	canceled := start(e.connector, func(o *nd2.Overlapped) nd2.Status {
		return e.connector.Connect(e.QueuePair, nd2.Sockaddr(s.nobody()), 0, 0, nil, o)
	})
	succeed(t, "CancelOverlappedRequests", e.connector.CancelOverlappedRequests())
	if got := canceled.wait(t); got != nd2.Canceled && got != nd2.HostUnreachable {
		t.Errorf("canceled: %v", got)
	}
}

// More queue pairs can be had at a time than siw's library can make by itself.
func TestManyQueuePairs(t *testing.T) {
	s := openSide(t)
	queue := s.completionQueue(1)
	for range 200 {
		made[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
			return s.adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, 1, 1, 1, 1, 0, out)
		})
	}
}

// TestNothingIsLeft closes an instance that a client has forgotten everything of.
func TestNothingIsLeft(t *testing.T) {
	before, held := descriptors(t), resourcesHeld(t)
	s := openSide(t)
	a, p := s.end(false), s.end(s.info.MaxSharedReceiveQueueDepth > 0)
	s.connect(a, p)
	start(p.cq, func(o *nd2.Overlapped) nd2.Status { return p.cq.Notify(nd2.NotifyAny, o) })
	start(p.connector, p.connector.NotifyDisconnect)
	if err := s.device.Close(); err != nil {
		t.Error(err)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	if after := resourcesHeld(t); after != held {
		t.Errorf("the kernel held %s before, and %s after", held, after)
	}
	if s := a.Send(1, nil, 0); s == nd2.Success {
		t.Error("a closed instance sends")
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// resourcesHeld is what the kernel has given out of its devices.
func resourcesHeld(t *testing.T) string {
	t.Helper()
	list, err := exec.Command("rdma", "resource").Output()
	if err != nil {
		t.Log(err)
	}
	return string(list)
}
