package ref

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// beyond is an entry with unregistered memory.
func (s *testSide) beyond() []nd2.SGE {
	return []nd2.SGE{{Buffer: make([]byte, 8), MemoryRegionToken: s.region.GetLocalToken()}}
}

func TestFoundInCall(t *testing.T) {
	a, b := withQuirks(t, "found-in-call")
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Send(0, a.beyond(), 0), nd2.AccessViolation)
	returns(t, p.bQueuePair.Receive(0, b.beyond()), nd2.AccessViolation)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
}

func TestLostRefusals(t *testing.T) {
	a, b := withQuirks(t, "lost-refusals")
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Write(0, a.sge(8), 0, 0, 0), nd2.Success)
	returns(t, a.result().Status, nd2.IOTimeout)
}

func TestCanceledRefusals(t *testing.T) {
	a, b := withQuirks(t, "canceled-refusals")
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Write(0, a.sge(8), 0, 0, 0), nd2.Success)
	returns(t, a.result().Status, nd2.Canceled)
}

func TestSpoiledSinks(t *testing.T) {
	a, b := withQuirks(t, "spoiled-sinks")
	p := connectPair(t, a, b)
	a.memory[0], a.memory[8] = 1, 1
	returns(t, p.aQueuePair.Read(0, a.sge(8), 0, 0, 0), nd2.Success)
	if r := a.result(); r.Status == nd2.Success || a.memory[0] == 1 || a.memory[8] != 1 {
		t.Errorf("%v, with %x in the buffer and %x behind it", r.Status, a.memory[0], a.memory[8])
	}
}

// Silent requests make room once a later request has a result.
func TestSilentRoom(t *testing.T) {
	a, b := withQuirks(t, "silent-room")
	p := connectPair(t, a, b)
	n := 0
	for p.aQueuePair.Write(0, nil, 0, 0, nd2.SilentSuccess) == nd2.Success {
		n++
	}
	returns(t, p.aQueuePair.Write(0, nil, 0, 0, 0), nd2.NoMoreEntries)
	p = connectPair(t, a, b)
	for range 3 {
		for range n - 1 {
			returns(t, p.aQueuePair.Write(0, nil, 0, 0, nd2.SilentSuccess), nd2.Success)
		}
		returns(t, p.aQueuePair.Write(0, nil, 0, 0, 0), nd2.Success)
		returns(t, a.result().Status, nd2.Success)
	}
}

// After an early result, as on iWARP, there is room again.
func TestSilentRoomBehindEarlyResults(t *testing.T) {
	a, b := withQuirks(t, "silent-room+iwarp")
	p := connectPair(t, a, b)
	address, token := nic.AddressOf(b.memory), b.region.GetRemoteToken()
	for range 200 {
		returns(t, p.aQueuePair.Read(0, a.sge(8), address, token, nd2.SilentSuccess), nd2.Success)
		returns(t, p.aQueuePair.Write(0, nil, 0, 0, 0), nd2.Success)
		returns(t, a.result().Status, nd2.Success)
	}
}

func TestActiveFirst(t *testing.T) {
	a, b := withQuirks(t, "active-first")
	p := connectPair(t, a, b)
	returns(t, p.aQueuePair.Receive(1, a.sge(8)), nd2.Success)
	returns(t, p.bQueuePair.Receive(1, b.sge(8)), nd2.Success)
	returns(t, p.bQueuePair.Send(2, b.sge(8), 0), nd2.Success)
	if n := a.cq.GetResults(make([]nd2.Result, 1)); n != 0 {
		t.Error("the passive side sends before it has heard of the active one")
	}
	returns(t, p.aQueuePair.Send(2, a.sge(8), 0), nd2.Success)
	for _, s := range []*testSide{a, b} {
		for range 2 {
			returns(t, s.result().Status, nd2.Success)
		}
	}
}
