package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestPostRefused(t *testing.T) {
	w := newWorld(t, func(l *Limits) { l.Transfer, l.ReadSGE = 1000, 3 })
	a, b := w.pair()
	loose := w.a.queuePair(t)
	mw := w.a.window(t)
	sges := func(n, size int) []nd2.SGE {
		var list []nd2.SGE
		for range n {
			list = append(list, w.a.sge(0, size))
		}
		return list
	}
	send := func(q *QueuePair, s []nd2.SGE, f nd2.OpFlags) nd2.Status { return q.Send(0, s, f) }
	write := func(q *QueuePair, s []nd2.SGE, f nd2.OpFlags) nd2.Status { return q.Write(0, s, 0, 0, f) }
	read := func(q *QueuePair, s []nd2.SGE, f nd2.OpFlags) nd2.Status { return q.Read(0, s, 0, 0, f) }
	receive := func(q *QueuePair, s []nd2.SGE, _ nd2.OpFlags) nd2.Status { return q.Receive(0, s) }
	bind := func(q *QueuePair, _ []nd2.SGE, f nd2.OpFlags) nd2.Status {
		return q.Bind(0, w.a.region, mw, w.a.memory[:1], f)
	}
	invalidate := func(q *QueuePair, _ []nd2.SGE, f nd2.OpFlags) nd2.Status { return q.Invalidate(0, mw, f) }
	for _, c := range []struct {
		name  string
		post  func(*QueuePair, []nd2.SGE, nd2.OpFlags) nd2.Status
		q     *QueuePair
		sge   []nd2.SGE
		flags nd2.OpFlags
		want  nd2.Status
	}{
		{"Send not connected", send, loose, nil, 0, nd2.ConnectionInvalid},
		{"Write not connected", write, loose, nil, 0, nd2.ConnectionInvalid},
		{"Read not connected", read, loose, nil, 0, nd2.ConnectionInvalid},
		{"Bind not connected", bind, loose, nil, nd2.AllowRead, nd2.ConnectionInvalid},
		{"Invalidate not connected", invalidate, loose, nil, 0, nd2.ConnectionInvalid},
		{"Receive not connected", receive, loose, nil, 0, nd2.Success},
		{"Send flags", send, a, nil, nd2.AllowRead, nd2.InvalidParameter4},
		{"Send reserved flags", send, a, nil, 0x80000000, nd2.InvalidParameter4},
		{"Write flags", write, a, nil, nd2.SendAndSolicitEvent, nd2.InvalidParameter6},
		{"Read flags", read, a, nil, nd2.Inline, nd2.InvalidParameter6},
		{"Invalidate flags", invalidate, a, nil, nd2.AllowWrite, nd2.InvalidParameter3},
		{"Send entries", send, a, sges(5, 1), 0, nd2.DataOverrun},
		{"Write entries", write, a, sges(5, 1), 0, nd2.DataOverrun},
		{"Read entries", read, a, sges(4, 1), 0, nd2.DataOverrun},
		{"Receive entries", receive, a, sges(5, 1), 0, nd2.DataOverrun},
		{"Send length", send, a, sges(2, 501), 0, nd2.BufferOverflow},
		{"Write length", write, a, sges(2, 501), 0, nd2.BufferOverflow},
		{"Read length", read, a, sges(2, 501), 0, nd2.BufferOverflow},
		{"Receive length", receive, a, sges(2, 501), 0, nd2.BufferOverflow},
		{"Send inline length", send, a, sges(1, 65), nd2.Inline, nd2.BufferOverflow},
		{"Write inline length", write, a, sges(5, 13), nd2.Inline, nd2.BufferOverflow},
	} {
		if got := c.post(c.q, c.sge, c.flags); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	// After all refusals, the connection works.
	want(t, b.Receive(0, nil), nd2.Success)
	want(t, a.Send(0, sges(4, 0), 0), nd2.Success)
	one(t, w.a.cq, nd2.Success)
	one(t, w.b.cq, nd2.Success)
}

func TestQueuesFill(t *testing.T) {
	w := newWorld(t)
	small := func(c *QueuePairConfig) { c.ReceiveDepth, c.InitiatorDepth = 3, 3 }
	a, b := w.a.queuePair(t, small), w.b.queuePair(t, small)
	connect(a, b)
	w.b.device.Port().Hold(true)
	mw := w.a.window(t)
	for round := range 3 {
		for range 3 {
			want(t, b.Receive(0, nil), nd2.Success)
			want(t, a.Send(0, nil, nd2.SilentSuccess), nd2.Success)
		}
		want(t, b.Receive(0, nil), nd2.NoMoreEntries)
		want(t, a.Send(0, nil, 0), nd2.NoMoreEntries)
		want(t, a.Write(0, nil, 0, 0, 0), nd2.NoMoreEntries)
		want(t, a.Read(0, nil, 0, 0, 0), nd2.NoMoreEntries)
		want(t, a.Bind(0, w.a.region, mw, w.a.memory, nd2.AllowRead), nd2.NoMoreEntries)
		want(t, a.Invalidate(0, mw, 0), nd2.NoMoreEntries)
		w.b.device.Port().Hold(false)
		w.b.device.Port().Run()
		if got := len(results(w.b.cq)); got != 3 {
			t.Fatalf("round %d: %d Receives", round, got)
		}
		w.b.device.Port().Hold(true)
	}
	none := w.a.queuePair(t, func(c *QueuePairConfig) { c.ReceiveDepth, c.InitiatorDepth = 0, 0 })
	want(t, none.Receive(0, nil), nd2.NoMoreEntries)
	w.b.device.Port().Hold(false)
}

func TestInline(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	unregistered := []byte("data that lies in no region")
	var sge []nd2.SGE
	for i := range unregistered { // more entries than a request may have
		sge = append(sge, nd2.SGE{Buffer: unregistered[i : i+1]})
	}
	n := len(unregistered)
	w.b.device.Port().Hold(true)
	want(t, b.Receive(0, []nd2.SGE{w.b.sge(0, n)}), nd2.Success)
	want(t, a.Send(0, sge, nd2.Inline), nd2.Success)
	want(t, a.Write(0, sge, w.b.address(100), w.b.region.RemoteToken(), nd2.Inline), nd2.Success)
	clear(unregistered) // the data was taken when the request was posted
	clear(sge)
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	await(t, w.a.cq, 2)
	one(t, w.b.cq, nd2.Success)
	for _, at := range []int{0, 100} {
		if got := string(w.b.memory[at : at+n]); got != "data that lies in no region" {
			t.Errorf("got %q", got)
		}
	}
}

// The client owns a slice of entries again when the call returns.
func TestEntriesAreCopied(t *testing.T) {
	w := newWorld(t)
	a, b := w.pair()
	copy(w.a.memory, "first.second")
	sge := []nd2.SGE{w.b.sge(0, 6)}
	want(t, b.Receive(0, sge), nd2.Success)
	sge[0] = w.b.sge(6, 12)
	want(t, b.Receive(0, sge), nd2.Success)
	w.b.device.Port().Hold(true)
	sge[0] = w.a.sge(0, 6)
	want(t, a.Send(0, sge, 0), nd2.Success)
	sge[0] = w.a.sge(6, 12)
	want(t, a.Send(0, sge, 0), nd2.Success)
	w.b.device.Port().Hold(false)
	w.b.device.Port().Run()
	await(t, w.b.cq, 2)
	if got := string(w.b.memory[:12]); got != "first.second" {
		t.Errorf("got %q", got)
	}
}

// TestOneBadEntry: no byte of a request with an unusable entry leaves the adapter,
// however long the request.
func TestOneBadEntry(t *testing.T) {
	for _, n := range []int{10, 10_000} {
		w := newWorld(t)
		a, _ := w.pair()
		bad := w.a.sge(n, 2*n)
		bad.MemoryRegionToken++
		sge := []nd2.SGE{w.a.sge(0, n), bad}
		w.a.memory[0] = 1
		want(t, a.Write(1, sge, w.b.address(0), w.b.region.RemoteToken(), 0), nd2.Success)
		one(t, w.a.cq, nd2.AccessViolation)
		if w.b.memory[0] != 0 {
			t.Errorf("%d bytes: some arrived", 2*n)
		}
	}
}
