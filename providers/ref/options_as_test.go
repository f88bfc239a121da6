package ref

import (
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// inPracticeSides opens an instance with two adapters as programs expect it.
func inPracticeSides(t *testing.T) (a, b *testSide) {
	t.Helper()
	i := openForTest(t, &options{adapters: 2, fabric: inMemory, limits: nic.DefaultLimits(), as: practice})
	return newTestSide(t, i, 0), newTestSide(t, i, 1)
}

func TestAsRefused(t *testing.T) {
	_, err := providers.ParseSelector("ref,as=theory")
	if err == nil || !strings.Contains(err.Error(), "known: documents, practice, winof") {
		t.Errorf("error %v", err)
	}
}

func TestUsagesAreMadeOfQuirks(t *testing.T) {
	for _, s := range settings {
		for _, name := range s.quirks {
			if err := new(quirkList).Set(name); err != nil {
				t.Errorf("%s: %v", s.usage, err)
			}
		}
	}
}

// Posted requests end when the peer disconnects; the client's Disconnect comes later.
func TestPracticeFlushesWhatThePeerHasLeft(t *testing.T) {
	a, b := inPracticeSides(t)
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(5, b.sge(8)), nd2.Success)
	end := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	if r := b.result(); r.Status != nd2.Canceled || r.RequestContext != 5 {
		t.Errorf("%+v", r)
	}
	returns(t, end.wait(), nd2.Success)
	mine := pends(p.bConnector, p.bConnector.Disconnect)
	returns(t, mine.returned, nd2.Pending)
	returns(t, mine.wait(), nd2.Success)
}

// Each success is notified, once.
func TestPracticePends(t *testing.T) {
	a, b := inPracticeSides(t)
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Send(0, nil, nd2.Inline), nd2.Success)
	region := created[nd2.MemoryRegion](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateMemoryRegion(nd2.IIDMemoryRegion, a.file, out)
	})
	returns(t, p.bQueuePair.Receive(0, nil), nd2.Success)
	eventually(t, func() bool { return a.cq.GetResults(make([]nd2.Result, 1)) == 1 })
	for _, r := range []*testRequest{
		pends(region, func(o *nd2.Overlapped) nd2.Status { return region.Register(a.memory[:64], 0, o) }),
		pends(region, region.Deregister),
		b.notify(nd2.NotifyAny),
	} {
		returns(t, r.returned, nd2.Pending)
		returns(t, r.wait(), nd2.Success)
		if n := r.sets(); n != 1 {
			t.Errorf("notified %d times", n)
		}
	}
}

func TestPracticeCodes(t *testing.T) {
	a, b := inPracticeSides(t)
	l, address := b.listener()
	returns(t, l.Bind(address), nd2.AddressAlreadyAssociated)
	c := a.connector()
	returns(t, c.Bind(a.sockaddr(0)), nd2.Success)
	returns(t, c.Bind(a.sockaddr(0)), nd2.AddressAlreadyAssociated)
	nowhere := b.sockaddr(5000)
	clear(nowhere[4:8])
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), nowhere, 0, 0, nil, o)
	}).returned, nd2.BadNetworkName)
	for _, empty := range []struct {
		buffer []byte
		want   nd2.Status
	}{{nil, nd2.InvalidParameter}, {[]byte{}, nd2.InvalidBufferSize}} {
		returns(t, a.region.Register(empty.buffer, 0, new(nd2.Overlapped)), empty.want)
	}
}

func TestPracticeRefusesAcceptOfWhatThePeerHasLeft(t *testing.T) {
	a, b := inPracticeSides(t)
	l, address := b.listener()
	taken := b.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(taken, o) })
	c := a.connector()
	connect := pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(a.queuePair(), address, 0, 0, nil, o) })
	returns(t, request.wait(), nd2.Success)
	returns(t, c.CancelOverlappedRequests(), nd2.Success)
	returns(t, connect.wait(), nd2.Canceled)
	eventually(t, func() bool { return taken.GetReadLimits(nil, nil) != nd2.Success })
	returns(t, pends(taken, func(o *nd2.Overlapped) nd2.Status {
		return taken.Accept(b.queuePair(), 0, 0, nil, o)
	}).wait(), nd2.ConnectionRefused)
}

func TestPracticeNamesWhatIsTooLong(t *testing.T) {
	a, b := inPracticeSides(t)
	p := connectPair(t, a, b)
	returns(t, p.bQueuePair.Receive(0, b.sge(4)), nd2.Success)
	returns(t, p.aQueuePair.Send(0, a.sge(8), 0), nd2.Success)
	returns(t, b.result().Status, nd2.DataOverrun)
	returns(t, a.result().Status, nd2.DataError)
}

func TestPracticeTransfersMore(t *testing.T) {
	for text, want := range map[string]uint32{
		"ref": 16 << 20, "ref,as=practice": 64 << 20,
		"ref,as=practice,max-transfer=4096": 4096,
	} {
		selector, err := providers.ParseSelector(text)
		if err != nil {
			t.Fatal(err)
		}
		i, err := selector.Open()
		if err != nil {
			t.Fatal(err)
		}
		if got := i.(*instance).adapters[0].limits.Transfer; got != want {
			t.Errorf("%s: %d bytes, want %d", text, got, want)
		}
		if err := i.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Both ports of the card have its limits; what is given stands.
func TestWinOFIsTheCard(t *testing.T) {
	card := nd2.AdapterInfo{
		InfoVersion: nd2.Version2, MaxRegistrationSize: 1<<48 - 1, MaxWindowSize: 1<<48 - 1,
		MaxInitiatorSGE: 32, MaxReceiveSGE: 32, MaxReadSGE: 32, MaxTransferLength: 1 << 30, MaxInlineDataSize: 256,
		MaxInboundReadLimit: 16, MaxOutboundReadLimit: 128, MaxReceiveQueueDepth: 16351, MaxInitiatorQueueDepth: 16351,
		MaxCompletionQueueDepth: 4194303, MaxCallerData: 56, MaxCalleeData: 148, AdapterFlags: 0x10009,
	}
	less := card
	less.MaxCallerData, less.AdapterFlags = 8, nd2.AdapterInOrderDMA|nd2.AdapterCQResize
	for options, want := range map[string]nd2.AdapterInfo{"": card, ",max-caller-data=8,adapter-flags=0x101": less} {
		t.Run(options, func(t *testing.T) {
			a, b := selectedSides(t, "ref,as=winof"+options)
			for _, s := range []*testSide{a, b} {
				info, size := nd2.AdapterInfo{InfoVersion: nd2.Version2}, uint32(nd2.AdapterInfoSize)
				returns(t, s.adapter.Query(&info, &size), nd2.Success)
				info.VendorID, info.DeviceID, info.AdapterID = 0, 0, 0
				info.InlineRequestThreshold, info.LargeRequestThreshold = 0, 0
				if info != want {
					t.Errorf("got  %+v\nwant %+v", info, want)
				}
			}
		})
	}
}

// Connectors can have one address and port, as with Mellanox's provider.
func TestPracticeSharesPorts(t *testing.T) {
	a, _ := inPracticeSides(t)
	for range 2 {
		returns(t, a.connector().Bind(a.sockaddr(5000)), nd2.Success)
	}
}

// A queue pair made for one takes two, and no more than the adapter allows.
func TestPracticeIsRoomy(t *testing.T) {
	a, _ := inPracticeSides(t)
	q := created[nd2.QueuePair](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateQueuePair(nd2.IIDQueuePair, a.cq, a.cq, 0, 1, 1, 1, 1, 0, out)
	})
	two := append(a.sge(4), a.sge(4)...)
	returns(t, q.Receive(0, two), nd2.Success)
	returns(t, q.Receive(0, two), nd2.Success)
	returns(t, q.Receive(0, two), nd2.NoMoreEntries)
}

// On a real network, programs may spin at both ends; a given patience stands.
func TestPracticeIsPatient(t *testing.T) {
	for _, c := range []struct {
		o     options
		given bool
		want  time.Duration
	}{
		{options{fabric: overUDP, as: practice}, false, patienceInPractice},
		{options{fabric: overUDP, as: practice}, true, 0},
		{options{fabric: overUDP, as: practice, patience: time.Millisecond}, true, time.Millisecond},
		{options{fabric: overUDP, as: documents}, false, 0},
		{options{fabric: inMemory, as: practice}, false, 0},
	} {
		o := c.o
		o.wait(map[string]bool{"patience": c.given})
		if o.patience != c.want {
			t.Errorf("%s as %s, patience %v, given %v: %v", o.fabric, o.as, c.o.patience, c.given, o.patience)
		}
	}
}
