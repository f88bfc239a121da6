package cm

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// requested makes the passive side hold a request, accepted makes it send its REP, and
// replied delivers the REP.
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

// opened establishes both sides, and left makes the active side disconnect.
func opened() (*world, *side) {
	w, active := replied()
	active.conn.Complete(w.now)
	w.deliver()
	return w, w.passive()
}

func left() (*world, *side) {
	w, _ := opened()
	active := w.active()
	active.conn.End(w.now, nil)
	return w, active
}

// TestOutOfPlace: messages that are unexpected, or for another connection, are dropped.
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
		"DREP before DREQ":           {accepted, &wire.DREP{LocalCommID: activeID, RemoteCommID: passiveID}},
		"DREP of another connection": {left, &wire.DREP{LocalCommID: 77, RemoteCommID: activeID}},
		"REQ to the active side":     {replied, &wire.REQ{LocalCommID: passiveID}},
		"REQ of another connection":  {requested, &wire.REQ{LocalCommID: 77}},
		"REP to the passive side":    {requested, &wire.REP{LocalCommID: activeID, RemoteCommID: passiveID}},
		"REP of another connection":  {replied, &wire.REP{LocalCommID: 77, RemoteCommID: activeID}},
		"MRA of another connection": {accepted, &wire.MRA{
			LocalCommID: 77, RemoteCommID: passiveID, MessageMRAed: wire.MRAOfREP, ServiceTimeout: 31,
		}},
		"MRA of what was not sent": {accepted, &wire.MRA{
			LocalCommID: activeID, RemoteCommID: passiveID, MessageMRAed: wire.MRAOfREQ, ServiceTimeout: 31,
		}},
		"REJ of another connection": {accepted, &wire.REJ{LocalCommID: 77, RemoteCommID: passiveID}},
		"REJ of another REQ":        {requested, &wire.REJ{LocalCommID: 77}},
		"REJ of another peer":       {replied, &wire.REJ{LocalCommID: 77, RemoteCommID: activeID}},
		"REJ after RTU":             {opened, &wire.REJ{LocalCommID: activeID, RemoteCommID: passiveID}},
	} {
		t.Run(name, func(t *testing.T) {
			w, s := c.begin()
			w.air = nil
			before, seen := s.conn.State(), slices.Clone(s.events)
			due, _ := s.conn.Deadline()
			w.receive(flight{s, c.m})
			if s.conn.State() != before || len(s.events) != len(seen) {
				t.Errorf("%v became %v, events %v", before, s.conn.State(), s.events)
			}
			if at, _ := s.conn.Deadline(); at != due {
				t.Errorf("the deadline was %d, and is %d", due, at)
			}
			for _, f := range w.air {
				if _, again := f.m.(*wire.MRA); !again {
					t.Errorf("answered %s", describe(f.m))
				}
			}
		})
	}
}

// TestPassiveGivesUp: a side that waits for RTU in vain says so, with its GUID. IBTA
// 12.6.7.2.
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

// TestKnown is what each side knows of the other after the Accept, and the passive side of
// a refusal.
func TestKnown(t *testing.T) {
	w, active := replied()
	a, p := active.conn, w.passive().conn
	if a.LocalID() != activeID || a.RemoteID() != passiveID || p.LocalID() != passiveID || p.RemoteID() != activeID {
		t.Errorf("the ids are %x and %x, %x and %x", a.LocalID(), a.RemoteID(), p.LocalID(), p.RemoteID())
	}
	if p.Req().LocalQPN != activeQPN || a.Rep().LocalQPN != passiveQPN || p.Rej() != nil {
		t.Errorf("got %+v, %+v, %+v", p.Req(), a.Rep(), p.Rej())
	}
	a.End(w.now, []byte("no"))
	w.deliver()
	if rej := p.Rej(); rej == nil || rej.Reason != wire.RejectConsumer || rej.PrivateData[0] != 'n' {
		t.Errorf("got %+v", rej)
	}
	if name := p.State().String(); name != "TimeWait" {
		t.Errorf("it is %s", name)
	}
}
