package rc

import "testing"

// checkInvariants checks the invariants between two calls.
func checkInvariants(t testing.TB, e end) {
	t.Helper()
	c := e.conn
	bad := func(what string) {
		t.Helper()
		t.Fatalf("%s: %s: %+v", e.name, what, c.requester)
	}
	if c.busy {
		bad("busy between calls")
	}
	if c.state == Ended {
		if c.requester.head != nil || c.responder.receive != nil {
			bad("something is left after the end")
		}
		if _, ok := c.Deadline(); ok || c.Unfinished() {
			bad("something to come after the end")
		}
		return
	}
	if n := c.requester.next.Sub(c.requester.una); n < 0 || int(n) > c.cfg.Window {
		bad("next is outside the window")
	}
	if c.requester.end.Before(c.requester.next) {
		bad("end is before next")
	}
	if c.requester.una != c.requester.end && c.cfg.AckTimeout > 0 &&
		c.requester.retry.ackTimer.armed == c.requester.retry.rnrTimer.armed {
		bad("packets are outstanding and not one timer is armed")
	}
	if c.requester.una == c.requester.end && (c.requester.retry.ackTimer.armed || c.requester.retry.rnrTimer.armed) {
		bad("a timer is armed for nothing")
	}
	if c.requester.readsSent < 0 || c.requester.readsSent > c.cfg.ReadsOut {
		bad("too many Reads on the wire")
	}
	checkQueue(c, bad)
	checkAnswers(c, bad)
}

// checkQueue checks that una is in head at acked, and next in turn at sent.
func checkQueue(c *Conn, bad func(string)) {
	psn, open, turn := c.requester.una.Add(-int(c.requester.acked)), 0, c.requester.turn == nil
	for r := c.requester.head; r != nil; r = r.state.after {
		if r.Kind == Read && r.state.started {
			open++
		}
		if r == c.requester.turn {
			turn = true
			if psn.Add(int(c.requester.sent)) != c.requester.next {
				bad("next is not where turn and sent are")
			}
		}
		if r.state.after == nil && r != c.requester.tail {
			bad("tail is not the last")
		}
		psn = psn.Add(int(r.state.packets))
	}
	if !turn {
		bad("turn is not in the queue")
	}
	if c.requester.turn == nil && (psn != c.requester.next || c.requester.next != c.requester.end) {
		bad("nothing is left to transmit, but next is not the end")
	}
	if open != c.requester.readsOpen {
		bad("Reads are miscounted")
	}
}

func checkAnswers(c *Conn, bad func(string)) {
	fresh := 0
	for i, a := range c.responder.reads {
		if !a.again {
			fresh++
		}
		if i > 0 && a.psn.Before(c.responder.reads[i-1].end) {
			bad("answers to Reads are out of order")
		}
		if !a.psn.Before(a.end) || a.end.After(c.responder.expected) {
			bad("an answer has PSNs it should not")
		}
	}
	if fresh != c.responder.fresh || fresh > c.cfg.ReadsIn || len(c.responder.reads)-fresh > c.cfg.ReadsIn {
		bad("answers are miscounted")
	}
}
