package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// cancels has the next results, of up to 8, be of Receives of the shared queue that were canceled, the first ones.
func cancels(count int) fault {
	var posted []uintptr
	var pair uintptr
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == calls.AdapterCreateQueuePairWithSrq:
			pair = c.Context
		case c.Method == calls.SRQReceive:
			posted = append(posted, c.Context)
		case c.Method == calls.CQGetResults && len(c.Results) == 8 && posted != nil:
			for n := range count {
				c.Results[n] = nd2.Result{
					Status: nd2.Canceled, QueuePairContext: pair, RequestContext: posted[n], RequestType: nd2.RequestReceive,
				}
			}
			c.Count, posted = uint32(count), nil
		}
		return s
	}
}

// TestSpared: a queue pair cancels no more Receives of a shared queue than messages were sent to it.
func TestSpared(t *testing.T) {
	for _, c := range []struct {
		sent, canceled int
		wrong          bool
	}{{0, 0, false}, {0, 1, true}, {1, 1, false}, {1, 2, true}, {2, 2, false}} {
		b := breach{apart: true, program: sharing(
			func(s *setup, from nd2.QueuePair, _ nd2.SharedReceiveQueue, _ nd2.CompletionQueue) {
				for n := range c.sent {
					s.ok("Send", from.Send(uintptr(n), s.ends[0].entry(0, 32), 0))
				}
				s.take(s.ends[0].queue, c.sent)
			})}
		found := b.on(t, cancels(c.canceled))
		if len(found) > 0 != c.wrong || c.wrong && found[0].ID != "srq.receive.flush-spares-untaken" {
			t.Errorf("%d messages, and %d canceled: %v", c.sent, c.canceled, found)
		}
	}
}
