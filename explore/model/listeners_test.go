package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
)

// aboutConnector resolves a step in a lane until it calls a connector, or returns nil if it never does.
func (w *World) aboutConnector(lane int, op program.Op, target uint64) *Call {
	for seed := range uint64(64) {
		c := w.laned(lane, op, target, seed)
		if c != nil && c.Listener == NoListener {
			return c
		}
	}
	return nil
}

// Each lane has another listener, and a lane without one makes no connection.
func TestEachLaneHasItsOwnListener(t *testing.T) {
	w := connectedWorld(1, 0)
	w.Listens(0, 2)
	w.Listens(1, 2)
	w.BeginBlock()
	for lane := range 2 {
		c := w.laned(lane, program.Reject, 0, 1)
		if c == nil || c.Listener != lane {
			t.Errorf("lane %d: %+v", lane, c)
		}
	}
	if c := w.laned(2, program.Reject, 0, 1); c != nil {
		t.Errorf("a lane without a listener: %+v", c)
	}
}

// What a connector waits for is known only if its connection stays: a lane that ends it leaves its
// waits alone, and the reverse.
func TestAConnectorWaitsOnlyWhereItsConnectionStays(t *testing.T) {
	w := connectedWorld(2, 0)
	w.BeginBlock()
	if w.laned(1, program.Disconnect, 0, 1) == nil {
		t.Fatal("a lane can't end a connection")
	}
	if c := w.aboutConnector(0, program.Await, 0); c != nil {
		t.Errorf("a wait for the end of a connection that another lane ends: %+v", c)
	}
	if w.aboutConnector(0, program.Withdraw, 2) == nil {
		t.Fatal("no wait is canceled of a connection that stays")
	}
	if c := w.laned(1, program.Disconnect, 2, 1); c != nil {
		t.Errorf("a connection ends whose waits another lane cancels: %+v", c)
	}
}

// A connection that a lane makes is neither made twice nor used before the lanes have met.
func TestAConnectionIsMadeOnce(t *testing.T) {
	w := connectedWorld(1, 0)
	w.Listens(0, 2)
	w.Listens(1, 2)
	w.Gone(0)
	w.BeginBlock()
	if w.laned(0, program.Connect, 0, 1) == nil {
		t.Fatal("a lane can't make a connection")
	}
	for _, op := range []program.Op{program.Connect, program.Write, program.Disconnect} {
		for lane := range 2 {
			if c := w.laned(lane, op, 0, 2); c != nil {
				t.Errorf("%s in lane %d: %+v", op, lane, c)
			}
		}
	}
}
