package nic

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestLocalAccess(t *testing.T) {
	w := newWorld(t)
	buffer := make([]byte, 100)
	other := w.a.device.NewDomain()
	allFlags := nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.AllowRemoteWrite | nd2.RDMAReadSink
	for _, c := range []struct {
		name   string
		flags  nd2.RegionFlags
		part   []byte
		domain *Domain
		need   rights
		want   bool
	}{
		{"all of it", 0, buffer[:], w.a.domain, 0, true},
		{"the first byte", 0, buffer[:1], w.a.domain, 0, true},
		{"the last byte", 0, buffer[99:], w.a.domain, 0, true},
		{"other memory", allFlags, make([]byte, 1), w.a.domain, 0, false},
		{"another domain", allFlags, buffer, other, 0, false},
		{"write", nd2.AllowLocalWrite, buffer, w.a.domain, localWrite, true},
		{"write to what is readable", nd2.AllowRemoteRead | nd2.RDMAReadSink, buffer, w.a.domain, localWrite, false},
		{"write to what is remotely writable", nd2.AllowRemoteWrite, buffer, w.a.domain, localWrite, true},
		{"read into a sink", nd2.RDMAReadSink, buffer, w.a.domain, localWrite | readSink, true},
		{"read into what is writable", nd2.AllowLocalWrite, buffer, w.a.domain, localWrite | readSink, true},
		{"read into what is readable", nd2.AllowRemoteRead, buffer, w.a.domain, localWrite | readSink, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := w.a.domain.NewRegion()
			want(t, r.Register(buffer, c.flags), nd2.Success)
			if got := w.a.device.allows(c.domain, r.LocalToken(), c.part, c.need); got != c.want {
				t.Errorf("got %v", got)
			}
			token := r.LocalToken()
			want(t, r.Deregister(), nd2.Success)
			if w.a.device.allows(w.a.domain, token, buffer, 0) {
				t.Error("allowed after Deregister")
			}
			r.Close()
		})
	}
}

func TestLocalBounds(t *testing.T) {
	w := newWorld(t)
	whole := make([]byte, 300)
	r := w.a.domain.NewRegion()
	want(t, r.Register(whole[100:200], 0), nd2.Success)
	for _, c := range []struct {
		from, to int
		want     bool
	}{
		{100, 200, true},
		{150, 150, true},
		{200, 200, true},
		{99, 100, false},
		{99, 150, false},
		{150, 201, false},
		{200, 201, false},
		{0, 300, false},
		{201, 300, false},
	} {
		if got := w.a.device.allows(w.a.domain, r.LocalToken(), whole[c.from:c.to], 0); got != c.want {
			t.Errorf("[%d:%d]: %v", c.from, c.to, got)
		}
	}
}

func TestRemoteAccess(t *testing.T) {
	w := newWorld(t)
	q := w.a.queuePair(t)
	buffer := make([]byte, 100)
	at := AddressOf(buffer)
	for _, c := range []struct {
		name    string
		flags   nd2.RegionFlags
		address uint64
		length  uint32
		need    rights
		want    bool
	}{
		{"read", nd2.AllowRemoteRead, at, 100, remoteRead, true},
		{"read of what is writable", nd2.AllowRemoteWrite, at, 100, remoteRead, false},
		{"read of what is local", nd2.AllowLocalWrite | nd2.RDMAReadSink, at, 1, remoteRead, false},
		{"write", nd2.AllowRemoteWrite, at, 100, remoteWrite, true},
		{"write to what is locally writable", nd2.AllowLocalWrite, at, 1, remoteWrite, false},
		{"write to what is readable", nd2.AllowRemoteRead, at, 1, remoteWrite, false},
		{"one beyond", nd2.AllowRemoteRead, at, 101, remoteRead, false},
		{"one before", nd2.AllowRemoteRead, at - 1, 2, remoteRead, false},
		{"behind", nd2.AllowRemoteRead, at + 101, 1, remoteRead, false},
		{"around the end of the address space", nd2.AllowRemoteRead, ^uint64(0), 2, remoteRead, false},
		{"most", nd2.AllowRemoteRead, at, ^uint32(0), remoteRead, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := w.a.domain.NewRegion()
			want(t, r.Register(buffer, c.flags), nd2.Success)
			key := networkOrder(r.RemoteToken())
			if got := q.opened(key, c.address, c.length, c.need) != nil; got != c.want {
				t.Errorf("got %v", got)
			}
			for _, wrong := range []uint32{0, key + 1, key ^ 1<<31, key ^ 1, ^uint32(0)} {
				if q.opened(wrong, at, 1, c.need) != nil {
					t.Errorf("opened by key %#x, which is not %#x", wrong, key)
				}
			}
			r.Close()
			if q.opened(key, at, 1, c.need) != nil {
				t.Error("opened after Close")
			}
		})
	}
	r := w.a.domain.NewRegion()
	want(t, r.Register(buffer, nd2.AllowRemoteRead), nd2.Success)
	stranger, _ := w.a.device.NewDomain().NewQueuePair(QueuePairConfig{ReceiveCQ: w.a.cq, InitiatorCQ: w.a.cq})
	if stranger.opened(networkOrder(r.RemoteToken()), at, 1, remoteRead) != nil {
		t.Error("opened to the peer of another domain's queue pair")
	}
}

func TestTokensAreNotUsedAgainSoon(t *testing.T) {
	w := newWorld(t)
	seen := map[uint32]bool{}
	buffer := make([]byte, 1)
	for range 3000 {
		r := w.a.domain.NewRegion()
		want(t, r.Register(buffer, 0), nd2.Success)
		if n := r.LocalToken(); seen[n] || n == 0 {
			t.Fatalf("token %#x came twice, or is 0", n)
		}
		seen[r.LocalToken()] = true
		r.Close()
	}
	if n := len(w.a.device.keys.slots); n > minFree+10 {
		t.Errorf("the table has grown to %d", n)
	}
}

func TestTableIsFull(t *testing.T) {
	var table table[int]
	table.init(firstQPN, generationQPN, 1)
	n := 0
	for object := new(int); ; n++ {
		if _, ok := table.add(object); !ok {
			break
		}
	}
	if n != indexMask+1-firstQPN {
		t.Errorf("%d objects", n)
	}
	table.remove(7)
	if i, ok := table.add(new(int)); !ok || i != 7 {
		t.Errorf("got %d, %v", i, ok)
	}
	if table.at(0) != nil || table.at(1) != nil {
		t.Error("an object at a reserved index")
	}
	if number := table.issue(7); number >= 1<<24 || number&indexMask != 7 {
		t.Errorf("queue pair number %#x", number)
	}
}

func TestRegister(t *testing.T) {
	w := newWorld(t)
	r := w.a.domain.NewRegion()
	want(t, r.Deregister(), nd2.InvalidDeviceState)
	want(t, r.Register(make([]byte, 8), 0), nd2.Success)
	want(t, r.Register(make([]byte, 8), 0), nd2.InvalidDeviceState)
	first := r.LocalToken()
	want(t, r.Deregister(), nd2.Success)
	want(t, r.Register(make([]byte, 8), 0), nd2.Success)
	if r.LocalToken() == first {
		t.Error("the same token for another registration")
	}
}
