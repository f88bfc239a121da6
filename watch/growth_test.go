package watch_test

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/watch"
)

// Receives that are left in shared queues when these are released are not kept for ever.
func TestReceivesOfReleasedQueuesAreForgotten(t *testing.T) {
	s := open(t, "ref")
	a := s.ends[0]
	const queues = watch.MaxUnshared + 2*watch.MaxEnded/depth
	for range queues {
		q := make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0))
		for n := range depth {
			s.ok("Receive", q.Receive(uintptr(n), nil))
		}
		q.Release()
	}
	if kept, most := s.checker.Requests(), watch.MaxUnshared*depth+watch.MaxEnded; kept > most {
		t.Errorf("%d of %d Receives are kept, and %d at most may be", kept, queues*depth, most)
	}
	s.close()
}
