package model

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// Queues may have room for a limited number of requests, but for one at least.
func TestARequestIsRefusedBesideOthersOnly(t *testing.T) {
	for _, number := range []int{0, SharedQueue} {
		w := &World{}
		w.ends[0], w.ends[1] = &end{queues: []*queue{{}}}, &end{}
		first, second := &PendingNotify{}, &PendingNotify{}
		if number == SharedQueue {
			w.ends[0].watching = []*PendingNotify{first, second}
		} else {
			w.ends[0].queues[0].pending = []*PendingNotify{first, second}
		}
		if v := w.NotifyReturned(&Call{Queue: number, Notify: second}, nd2.InsufficientResources); v != nil {
			t.Errorf("queue %d, beside another one: %v", number, v)
		}
		if v := w.NotifyReturned(&Call{Queue: number, Notify: first}, nd2.InsufficientResources); v == nil {
			t.Errorf("queue %d: the only request may be refused", number)
		}
	}
}
