package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A request for solicited results completes with a later one for any result, unless both
// were made beside each other.
func TestATriggerCompletesWhatWasThereBefore(t *testing.T) {
	for _, c := range []struct {
		what           string
		solicited, any uint64
		due            bool
	}{
		{"before", 4, 5, true},
		{"beside", 5, 5, false},
	} {
		solicited, other := &Arm{Kind: nd2.NotifySolicited, tick: c.solicited}, &Arm{Kind: nd2.NotifyAny, tick: c.any}
		q := &queue{arms: []*Arm{solicited, other}}
		q.result(9, false, nd2.Success)
		if solicited.due != c.due || !other.due {
			t.Errorf("made %s: due are %v and %v", c.what, solicited.due, other.due)
		}
	}
}

// A queue may have room for so many requests and no more, but for one at least.
func TestARequestIsRefusedBesideOthersOnly(t *testing.T) {
	for _, number := range []int{0, SharedQueue} {
		w := &World{}
		w.ends[0] = &end{queues: []*queue{{}}}
		first, second := &Arm{}, &Arm{}
		w.ends[0].queues[0].arms, w.ends[0].watching = []*Arm{first, second}, []*Arm{first, second}
		if v := w.Armed(&Call{Queue: number, Arm: second}, nd2.InsufficientResources); v != nil {
			t.Errorf("queue %d, beside another one: %v", number, v)
		}
		if v := w.Armed(&Call{Queue: number, Arm: first}, nd2.InsufficientResources); v == nil {
			t.Errorf("queue %d: the only request may be refused", number)
		}
	}
}

// A request for solicited results or errors waits for one, and may end with whatever a trigger for any
// result announces, or what has come before.
func TestRequestsWaitForWhatTheyAskFor(t *testing.T) {
	const number = 0
	for _, c := range []struct {
		name      string
		kind      nd2.NotifyType
		fresh     int
		beside    bool // another request for any result
		tick      uint64
		solicited bool
		status    nd2.Status
		may       bool
	}{
		{"nobody solicited", nd2.NotifySolicited, 0, false, 10, false, nd2.Success, false},
		{"solicited", nd2.NotifySolicited, 0, false, 10, true, nd2.Success, true},
		{"an error", nd2.NotifySolicited, 0, false, 10, false, nd2.Canceled, true},
		{"posted before", nd2.NotifySolicited, 0, false, 0, false, nd2.Success, true},
		{"queued before", nd2.NotifySolicited, 1, false, 10, false, nd2.Success, true},
		{"beside any", nd2.NotifySolicited, 0, true, 10, false, nd2.Success, true},
		{"no error", nd2.NotifyErrors, 0, false, 10, true, nd2.Success, false},
		{"any", nd2.NotifyAny, 0, false, 10, false, nd2.Success, true},
	} {
		w := New(program.Config{Connections: 1, Queue: 8}, [2]nd2.AdapterInfo{})
		q := w.ends[0].queues[number]
		q.fresh = c.fresh
		a := &Arm{Kind: c.kind, tick: 5, fresh: q.fresh}
		if c.beside {
			q.arm(&Arm{Kind: nd2.NotifyAny, tick: 4})
		}
		q.arm(a)
		q.taken++
		q.result(c.tick, c.solicited, c.status)
		if v := w.Fired(0, number, a, nd2.Success); (v == nil) != c.may {
			t.Errorf("%s: %v", c.name, v)
		}
	}
}
