package cm

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// requested has the passive side hold a request, accepted has it sent its REP, and
// replied has that arrived.
func requested() (*world, *side) {
	w := newWorld()
	w.dial()
	w.deliver()
	return w, w.passive()
}

func accepted() (*world, *side) {
	w, passive := requested()
	w.accept()
	return w, passive
}

func replied() (*world, *side) {
	w, _ := accepted()
	w.deliver()
	return w, w.active()
}

// TestOutOfPlace: what the peer has no reason to send, and what is for another
// connection, is dropped.
func TestOutOfPlace(t *testing.T) {
	for name, c := range map[string]struct {
		begin func() (*world, *side)
		m     wire.CMMessage
	}{
		"RTU to the active side":    {replied, &wire.RTU{LocalCommID: passiveID, RemoteCommID: activeID}},
		"RTU of another connection": {accepted, &wire.RTU{LocalCommID: 77, RemoteCommID: passiveID}},
		"RTU before REP":            {requested, &wire.RTU{LocalCommID: activeID, RemoteCommID: passiveID}},
		"DREQ before REP":           {requested, &wire.DREQ{LocalCommID: activeID, RemoteCommID: passiveID}},
		"DREQ before RTU": {replied, &wire.DREQ{
			LocalCommID: passiveID, RemoteCommID: activeID, RemoteQPN: activeQPN,
		}},
		"DREQ of another queue pair": {accepted, &wire.DREQ{
			LocalCommID: activeID, RemoteCommID: passiveID, RemoteQPN: activeQPN,
		}},
		"DREP before DREQ": {accepted, &wire.DREP{LocalCommID: activeID, RemoteCommID: passiveID}},
	} {
		t.Run(name, func(t *testing.T) {
			w, s := c.begin()
			w.air = nil
			before, seen := s.conn.State(), slices.Clone(s.events)
			w.receive(flight{s, c.m})
			if s.conn.State() != before || len(s.events) != len(seen) {
				t.Errorf("%v became %v, events %v", before, s.conn.State(), s.events)
			}
			for _, f := range w.air {
				if _, again := f.m.(*wire.MRA); !again {
					t.Errorf("answered %s", describe(f.m))
				}
			}
		})
	}
}

// TestPassiveGivesUp: who waits for RTU in vain says so, with its GUID. IBTA 12.6.7.2.
func TestPassiveGivesUp(t *testing.T) {
	w, passive := accepted()
	w.active().conn = nil
	for !passive.saw(TimedOut) {
		w.air = nil
		if !w.tick() {
			t.Fatal("it does not give up")
		}
	}
	rej, ok := w.air[0].m.(*wire.REJ)
	if !ok || rej.Reason != wire.RejectTimeout || binary.BigEndian.Uint64(rej.ARI[:]) != 8 {
		t.Errorf("sent %+v", w.air[0].m)
	}
}

func TestDecline(t *testing.T) {
	req := &wire.REQ{LocalCommID: 5, TransactionID: 6}
	rej := Decline(req, wire.RejectInvalidMTU, 3)
	if rej.RemoteCommID != 5 || rej.LocalCommID != 0 || rej.TransactionID != 6 ||
		rej.MessageRejected != wire.RejectedREQ || rej.Reason != wire.RejectInvalidMTU ||
		rej.ARILength != 1 || rej.ARI[0] != 3 {
		t.Errorf("got %+v", rej)
	}
}
