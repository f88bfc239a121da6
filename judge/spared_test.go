package judge_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// cancels has the next results, of up to 8, be of Receives of the shared queue that were canceled, the first ones.
func cancels(count int) fault {
	var posted []uintptr
	var pair uintptr
	over := false
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == calls.AdapterCreateQueuePairWithSrq:
			pair = c.Context
		case c.Method == calls.SRQReceive:
			posted = append(posted, c.Context)
		case c.Method == calls.CQGetResults && len(c.Results) == 8 && !over:
			for n := range count {
				c.Results[n] = nd2.Result{
					Status: nd2.Canceled, QueuePairContext: pair, RequestContext: posted[n], RequestType: nd2.RequestReceive,
				}
			}
			c.Count, over = uint32(count), true
		}
		return s
	}
}

// sparing sends messages to a shared queue that holds two Receives, looks at the results, and goes on until a Receive
// that is posted then has its message: the queue has not failed.
func sparing(sent int) shares {
	return func(s *setup, from nd2.QueuePair, to nd2.SharedReceiveQueue, results nd2.CompletionQueue) {
		for range sent {
			s.send(from)
		}
		results.GetResults(make([]nd2.Result, 8))
		s.ok("Receive", to.Receive(7, s.ends[1].entry(0, 64)))
		for range 3 - sent {
			s.send(from)
		}
		s.take(results, 3-sent)
	}
}

// TestSpared: a queue pair cancels no more Receives of a shared queue than messages were sent to it.
func TestSpared(t *testing.T) {
	const rule = "srq.receive.flush-spares-untaken"
	for _, c := range []struct {
		sent, canceled int
		wrong          bool
	}{{0, 0, false}, {0, 1, true}, {1, 1, false}, {1, 2, true}, {2, 2, false}} {
		found := slices.ContainsFunc(breach{apart: true, program: sharing(sparing(c.sent))}.on(t, cancels(c.canceled)),
			func(f judge.Finding) bool { return f.ID == rule })
		if found != c.wrong {
			t.Errorf("%d messages, and %d canceled: found %t", c.sent, c.canceled, found)
		}
	}
	failed := breach{apart: true, program: sharing(asksShared)}
	if found := failed.on(t, cancels(1)); len(found) > 0 {
		t.Errorf("of a queue that may have failed: %v", found)
	}
}
