package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// ample is an adapter that limits nothing that these programs ask for.
var ample = nd2.AdapterInfo{
	MaxInitiatorQueueDepth: 64, MaxReceiveQueueDepth: 64, MaxSharedReceiveQueueDepth: 64, MaxCompletionQueueDepth: 256,
	MaxInboundReadLimit: 4, MaxOutboundReadLimit: 4, MaxInitiatorSGE: 4, MaxReceiveSGE: 4, MaxReadSGE: 4,
	MaxInlineDataSize: 128,
	MaxTransferLength: 1 << 20, MaxRegistrationSize: 1 << 20, AdapterFlags: nd2.AdapterCQResize,
}

// connectedWorld has n connections, all made; those with odd numbers share queues.
func connectedWorld(connections, shared int) *World {
	w := New(program.Config{
		Connections: connections, Initiator: 16, Receive: 16, Shared: shared, Queue: 128, Reads: 2, Entries: 1,
		Memory: 16 << 10, Regions: 1, Message: 4 << 10, Windows: 1,
	}, [2]nd2.AdapterInfo{ample, ample})
	for n := range connections {
		w.Join(n)
		w.Joined(n)
	}
	return w
}

// do resolves a step for a target and returns what it comes to.
func (w *World) do(op program.Op, target, wishes, seed uint64) *Call {
	return w.Resolve(program.Step{Op: op, Bits: seed<<16 | wishes | target})
}

// A fenced Send may send on the bytes that a Read brings. It may not if it is inline as well: a provider may copy those
// bytes during the call.
func TestAnInlineSendTakesNothingFromWhereAReadLands(t *testing.T) {
	for _, c := range []struct {
		name   string
		wishes uint64
		may    bool
	}{
		{"unfenced", 0, false},
		{"fenced", wishFence, true},
		{"inline", wishInline, false},
		{"fenced and inline", wishFence | wishInline, false},
	} {
		overlaps := false
		for seed := range uint64(400) {
			w := connectedWorld(1, 0)
			end := uint64(w.Active(0))
			w.do(program.Receive, 1-end, 0, seed)
			read := w.do(program.Read, end, 0, seed)
			send := w.do(program.Send, end, c.wishes, seed+1)
			if read == nil || send == nil {
				continue
			}
			for _, from := range send.Entries {
				for _, to := range read.Entries {
					overlaps = overlaps || from.Length > 0 && to.Length > 0 && from.touches(to)
				}
			}
		}
		if overlaps != c.may {
			t.Errorf("%s: a Send from where a Read lands: %v, want %v", c.name, overlaps, c.may)
		}
	}
}

// What is counted was known before.
func TestKnownTransitionsAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range Known() {
		if seen[name] || name == "" {
			t.Errorf("%q is named twice, or nothing", name)
		}
		seen[name] = true
	}
}

// Requests reach the first and the last byte of a region.
func TestPlacesReachTheBounds(t *testing.T) {
	var first, last bool
	for seed := range uint64(200) {
		w := connectedWorld(1, 0)
		c := w.do(program.Write, uint64(w.Active(0)), 0, seed)
		if c == nil || c.Remote.Length == 0 {
			continue
		}
		first = first || c.Remote.Offset == 0
		last = last || c.Remote.Offset+c.Remote.Length == w.Config.Memory
	}
	if !first || !last {
		t.Errorf("the first byte: %v, the last one: %v", first, last)
	}
}
