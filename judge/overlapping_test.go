package judge_test

import (
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// TestNotifyDuringCancel shows that a Notify which a cancel call in progress may have ended is not held to what ends a
// later one, although that is canceled, too.
func TestNotifyDuringCancel(t *testing.T) {
	var during func() // what another thread calls while the queue's requests are canceled
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if call := during; c.Method == calls.CancelOverlappedRequests && call != nil {
			during = nil
			call()
		}
		return c.Proceed()
	}).connect()
	a := s.ends[0]
	var first *ndclient.Request
	during = func() { first = ndclient.Start(a.queue, a.notify) }
	a.queue.CancelOverlappedRequests()
	second := ndclient.Start(a.queue, a.notify)
	s.message()
	s.fine(second.Succeed("Notify", limit))
	a.queue.CancelOverlappedRequests()
	if status := first.Status(); status != nd2.Canceled {
		t.Fatalf("the Notify ended with %v", status)
	}
	for _, f := range s.close() {
		t.Errorf("found %s: %s", f.ID, f.Message)
	}
}

// TestReleaseWhileAsked shows that the checker follows a GetOverlappedResult whose object another thread releases.
func TestReleaseWhileAsked(t *testing.T) {
	var during func()
	s := openWith(t, "ref,adapters=2", true, func(c *calls.Call) nd2.Status {
		if call := during; c.Method == calls.GetOverlappedResult && call != nil {
			during = nil
			call()
		}
		return c.Proceed()
	}).connect()
	a := s.ends[0]
	n := ndclient.Start(a.queue, a.notify)
	a.queue.CancelOverlappedRequests()
	if status := n.Status(); status != nd2.Canceled {
		t.Fatalf("the Notify ended with %v", status)
	}
	a.queue.AddRef() // the pair's end releases one
	during = func() { a.queue.Release(); a.queue.Release() }
	a.queue.GetOverlappedResult(n.Overlapped, false)
}
