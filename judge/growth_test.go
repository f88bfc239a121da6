package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
)

// Receives that are left in shared queues when these are released are not kept for ever.
func TestReceivesOfReleasedQueuesAreForgotten(t *testing.T) {
	s := open(t, "ref")
	a := s.ends[0]
	const queues = judge.MaxUnshared + 2*judge.MaxEnded/depth
	for range queues {
		q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0))
		for n := range depth {
			s.ok("Receive", q.Receive(uintptr(n), nil))
		}
		q.Release()
	}
	if kept, most := s.checker.Requests(), judge.MaxUnshared*depth+judge.MaxEnded; kept > most {
		t.Errorf("%d of %d Receives are kept, and %d at most may be", kept, queues*depth, most)
	}
	s.close()
}
