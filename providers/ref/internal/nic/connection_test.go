package nic

import (
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestConnect(t *testing.T) {
	t.Run("two adapters", func(t *testing.T) {
		_, a, b := parties(t)
		establish(a, b)
		converse(a, b)
		converse(b, a)
	})
	t.Run("loopback", func(t *testing.T) {
		_, a, _ := parties(t)
		b := a.other()
		establish(a, b)
		converse(a, b)
		converse(b, a)
	})
	t.Run("IPv6", func(t *testing.T) {
		w, _, _ := parties(t)
		six := func(text string) *party {
			return newParty(t, w.node(netip.MustParseAddr(text), DefaultLimits()))
		}
		a, b := six("2001:db8::1"), six("2001:db8::2")
		t.Cleanup(a.device.Close)
		t.Cleanup(b.device.Close)
		establish(a, b)
		converse(a, b)
	})
	t.Run("any address", func(t *testing.T) {
		_, a, b := parties(t)
		l := b.manager.NewListener(b.file)
		want(t, l.Bind(netip.AddrPortFrom(netip.IPv4Unspecified(), 0)), nd2.Success)
		want(t, l.Listen(0), nd2.Success)
		address, s := l.Address()
		want(t, s, nd2.Success)
		request := b.get(l)
		a.connect(b.at(address.Port()), Reads{}, "")
		want(t, request.status(), nd2.Success)
		if local, _ := b.connector.LocalAddress(); local != b.at(address.Port()) {
			t.Errorf("the connection's address is %v", local)
		}
	})
}

// TestSequence is what each side sees at each step.
// Source: IND2Connector::Connect, Remarks; IND2Listener, Remarks.
func TestSequence(t *testing.T) {
	_, a, b := parties(t)
	want(t, a.connector.CompleteConnect(), nd2.ConnectionInvalid)
	connect := meet(a, b, Reads{3, 2}, "knock")
	if !connect.pending() {
		t.Error("Connect has ended before Accept")
	}
	want(t, a.connector.CompleteConnect(), nd2.ConnectionInvalid)
	want(t, a.queuePair.Send(0, nil, 0), nd2.ConnectionInvalid)
	accept := b.accept(Reads{8, 8}, "enter")
	want(t, connect.status(), nd2.Success)
	if !accept.pending() {
		t.Error("Accept has ended before CompleteConnect")
	}
	want(t, b.queuePair.Send(0, nil, 0), nd2.ConnectionInvalid)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	want(t, a.connector.CompleteConnect(), nd2.ConnectionInvalid)
	want(t, accept.status(), nd2.Success)
	converse(a, b)

	noticed := b.notifyDisconnect()
	want(t, noticed.returned, nd2.Pending)
	want(t, a.disconnect().status(), nd2.Success)
	want(t, noticed.status(), nd2.Success)
	want(t, a.disconnect().returned, nd2.ConnectionInvalid)
	want(t, b.disconnect().returned, nd2.Success)
	want(t, b.disconnect().returned, nd2.ConnectionInvalid)
}

func TestPrivateData(t *testing.T) {
	_, a, b := parties(t)
	_, s := a.connector.PrivateData()
	want(t, s, nd2.ConnectionInvalid)
	full := strings.Repeat("x", MaxCallerData)
	connect := meet(a, b, Reads{}, full)
	_, s = a.connector.PrivateData()
	want(t, s, nd2.ConnectionInvalid)
	data(t, b, full, MaxCallerData)
	b.accept(Reads{}, "short")
	want(t, connect.status(), nd2.Success)
	data(t, a, "short", MaxCalleeData)
	data(t, b, full, MaxCallerData)
}

func data(t *testing.T, p *party, prefix string, length int) {
	t.Helper()
	got, s := p.connector.PrivateData()
	want(t, s, nd2.Success)
	if len(got) != length || !strings.HasPrefix(string(got), prefix) || strings.Trim(string(got[len(prefix):]),
		"\x00") != "" {
		t.Errorf("got %q (%d bytes), want %q padded to %d", got, len(got), prefix, length)
	}
}

func TestPrivateDataTooLong(t *testing.T) {
	_, a, b := parties(t)
	want(t, a.connect(b.at(1), Reads{}, strings.Repeat("x", MaxCallerData+1)).returned, nd2.InvalidBufferSize)
	tooLong := strings.Repeat("x", MaxCalleeData+1)
	connect := meet(a, b, Reads{}, "")
	want(t, b.accept(Reads{}, tooLong).returned, nd2.InvalidBufferSize)
	want(t, b.connector.Reject([]byte(tooLong)), nd2.InvalidBufferSize)
	accept := b.accept(Reads{}, tooLong[1:])
	want(t, connect.status(), nd2.Success)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	want(t, accept.status(), nd2.Success)
}

// TestReadLimits: the effective limit is the least of the adapter's, this side's
// and the peer's, inbound against outbound.
func TestReadLimits(t *testing.T) {
	const many = 0xffffffff
	for _, c := range []struct {
		name                    string
		active, passive         Reads
		seen, atActive, atEnd   Reads
		activeLimit, otherLimit uint32
	}{
		{"the offers", Reads{3, 5}, Reads{4, 2}, Reads{5, 3}, Reads{2, 4}, Reads{4, 2}, 16, 16},
		{"nothing", Reads{}, Reads{4, 4}, Reads{}, Reads{}, Reads{}, 16, 16},
		{"the adapters", Reads{many, many}, Reads{many, many}, Reads{6, 6}, Reads{6, 6}, Reads{6, 6}, 6, 16},
		{"the other adapter", Reads{many, many}, Reads{many, many}, Reads{6, 6}, Reads{6, 6}, Reads{6, 6}, 16, 6},
		{
			"what fits into a message",
			Reads{many, many},
			Reads{many, many},
			Reads{255, 255},
			Reads{255, 255},
			Reads{255, 255},
			1000, 1000,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, a, b := parties(t)
			a.device.limits.InboundReads, a.device.limits.OutboundReads = c.activeLimit, c.activeLimit
			b.device.limits.InboundReads, b.device.limits.OutboundReads = c.otherLimit, c.otherLimit
			_, s := a.connector.ReadLimits()
			want(t, s, nd2.ConnectionInvalid)
			connect := meet(a, b, c.active, "")
			reads(t, b, c.seen)
			b.accept(c.passive, "")
			want(t, connect.status(), nd2.Success)
			reads(t, a, c.atActive)
			reads(t, b, c.atEnd)
			want(t, a.connector.CompleteConnect(), nd2.Success)
			reads(t, a, c.atActive)
		})
	}
}

func reads(t *testing.T, p *party, r Reads) {
	t.Helper()
	got, s := p.connector.ReadLimits()
	want(t, s, nd2.Success)
	if got != r {
		t.Errorf("read limits %+v, want %+v", got, r)
	}
}

func TestRefused(t *testing.T) {
	t.Run("no listener", func(t *testing.T) {
		_, a, b := parties(t)
		want(t, a.connect(b.at(7), Reads{}, "").status(), nd2.ConnectionRefused)
		_, s := a.connector.PrivateData()
		want(t, s, nd2.ConnectionInvalid)
		establish(a, b) // the same connector can try again
	})
	t.Run("bound only", func(t *testing.T) {
		_, a, b := parties(t)
		b.manager.NewListener(b.file)
		want(t, b.manager.NewListener(b.file).Bind(b.at(7)), nd2.Success)
		want(t, a.connect(b.at(7), Reads{}, "").status(), nd2.ConnectionRefused)
	})
	t.Run("listener closed", func(t *testing.T) {
		_, a, b := parties(t)
		l := b.listen(7, 0)
		connect := a.connect(b.at(7), Reads{}, "")
		if !connect.pending() {
			t.Error("a waiting request has ended")
		}
		l.Close()
		want(t, connect.status(), nd2.ConnectionRefused)
		want(t, a.connect(b.at(7), Reads{}, "").status(), nd2.ConnectionRefused)
	})
	t.Run("rejected", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		want(t, b.connector.Reject([]byte("no")), nd2.Success)
		want(t, connect.status(), nd2.ConnectionRefused)
		data(t, a, "no", MaxCalleeData)
		want(t, b.connector.Reject(nil), nd2.ConnectionInvalid)
		establish(a, b)
	})
	t.Run("by the active side", func(t *testing.T) {
		_, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		accept := b.accept(Reads{}, "")
		want(t, connect.status(), nd2.Success)
		want(t, a.connector.Reject([]byte("no")), nd2.Success)
		want(t, accept.status(), nd2.ConnectionAborted)
		data(t, b, "no", MaxCalleeData)
		establish(a, b.other())
	})
}

func TestBacklog(t *testing.T) {
	_, a, b := parties(t)
	l := b.listen(7, 2)
	first, second := a.connect(b.at(7), Reads{}, "1"), a.other()
	waiting := second.connect(b.at(7), Reads{}, "2")
	want(t, a.other().connect(b.at(7), Reads{}, "3").status(), nd2.ConnectionRefused)

	// A peer that gives up makes room, and is not seen any more.
	want(t, a.connector.Cancel(), nd2.Success)
	want(t, first.status(), nd2.Canceled)
	third := a.other()
	third.connect(b.at(7), Reads{}, "4")
	for _, expected := range []string{"2", "4"} {
		p := b.other()
		want(t, p.get(l).returned, nd2.Success)
		data(t, p, expected, MaxCallerData)
	}
	if !waiting.pending() {
		t.Error("a request that is held has ended")
	}
	l.Close()
}

// TestRequests: each GetConnectionRequest takes one request, in order.
func TestRequests(t *testing.T) {
	_, a, b := parties(t)
	l := b.listen(7, 1)
	takers := []*party{b, b.other(), b.other()}
	gets := []*operation{}
	for _, p := range takers {
		gets = append(gets, p.get(l))
	}
	want(t, takers[0].get(l).returned, nd2.ConnectionActive)
	want(t, takers[0].connect(a.at(7), Reads{}, "").returned, nd2.ConnectionActive)
	for i, text := range []string{"1", "2"} {
		a.other().connect(b.at(7), Reads{}, text)
		want(t, gets[i].status(), nd2.Success)
		data(t, takers[i], text, MaxCallerData)
	}
	if !gets[2].pending() {
		t.Error("one request was given to two")
	}
	want(t, l.Cancel(), nd2.Success)
	want(t, gets[2].status(), nd2.Canceled)
	get := takers[2].get(l)
	want(t, get.returned, nd2.Pending)
	l.Close()
	want(t, get.status(), nd2.Canceled)
	get = takers[2].get(b.listen(8, 0))
	takers[2].connector.Close()
	want(t, get.status(), nd2.Canceled)
}

func TestQueuePairInUse(t *testing.T) {
	_, a, b := parties(t)
	connect := meet(a, b, Reads{}, "")
	busy := a.other()
	busy.queuePair = a.queuePair
	want(t, busy.connect(b.at(7), Reads{}, "").returned, nd2.ConnectionActive)
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.ConnectionActive)
	accept := b.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.ConnectionActive)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	want(t, accept.status(), nd2.Success)
	want(t, busy.connect(b.at(7), Reads{}, "").returned, nd2.ConnectionActive)

	other := b.other()
	meet(a.other(), other, Reads{}, "")
	other.queuePair = b.queuePair
	want(t, other.accept(Reads{}, "").returned, nd2.ConnectionActive)

	want(t, a.disconnect().status(), nd2.Success)
	want(t, busy.connect(b.at(7), Reads{}, "").returned, nd2.InvalidDeviceState)
}

// TestFirstPacket: the active side's data stands for an RTU that has not come.
func TestFirstPacket(t *testing.T) {
	w, a, b := parties(t)
	b.manager.timing.Response, a.manager.timing.Response = 21, 21 // nobody gives up meanwhile
	connect := meet(a, b, Reads{}, "")
	accept := b.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	w.b.device.Port().Hold(true)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	if !accept.pending() {
		t.Error("Accept has ended before anything has come")
	}
	b.device.Lock()
	b.manager.FirstPacket(b.queuePair)
	b.device.UnlockAndDeliver()
	want(t, accept.status(), nd2.Success)
	w.b.device.Port().Hold(false)
	w.b.deliver()
	converse(b, a)
}

// TestPorts: the ephemeral ports are those documented, each given once.
func TestPorts(t *testing.T) {
	var p ports
	p.init(rand.New(rand.NewPCG(1, 1)), new(Quirks))
	any4 := netip.AddrPortFrom(netip.MustParseAddr("192.0.2.1"), 0)
	held := map[uint16]*binding{}
	for range lastEphemeral - firstEphemeral + 1 {
		b, s := p.bind(any4, false)
		want(t, s, nd2.Success)
		if port := b.address.Port(); port < 49152 || held[port] != nil {
			t.Fatalf("port %d is given", port)
		}
		held[b.address.Port()] = b
	}
	_, s := p.bind(any4, true)
	want(t, s, nd2.TooManyAddresses)
	p.release(held[60000])
	b, s := p.bind(any4, true)
	want(t, s, nd2.Success)
	if b.address.Port() != 60000 {
		t.Errorf("port %d is given", b.address.Port())
	}
}

// TestBinding shows which addresses can be held at the same time.
func TestBinding(t *testing.T) {
	const port = ":7"
	for _, c := range []struct {
		first, second                   string
		firstListening, secondListening bool
		status                          nd2.Status
	}{
		{"192.0.2.1", "192.0.2.1", true, true, nd2.SharingViolation},
		{"192.0.2.1", "192.0.2.1", false, false, nd2.SharingViolation},
		{"192.0.2.1", "192.0.2.1", false, true, nd2.SharingViolation},
		{"192.0.2.1", "192.0.2.1", true, false, nd2.Success},
		{"192.0.2.1", "192.0.2.2", true, true, nd2.Success},
		{"0.0.0.0", "192.0.2.1", true, true, nd2.SharingViolation},
		{"192.0.2.1", "0.0.0.0", true, true, nd2.SharingViolation},
		{"0.0.0.0", "192.0.2.1", true, false, nd2.Success},
		{"0.0.0.0", "[::]", true, true, nd2.Success},
		{"[::]", "[2001:db8::1]", true, true, nd2.SharingViolation},
	} {
		var p ports
		p.init(rand.New(rand.NewPCG(1, 1)), new(Quirks))
		_, s := p.bind(netip.MustParseAddrPort(c.first+port), c.firstListening)
		want(t, s, nd2.Success)
		if _, s := p.bind(netip.MustParseAddrPort(c.second+port), c.secondListening); s != c.status {
			t.Errorf("%+v: %v", c, s)
		}
	}
}
