package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// disorder are mutants that do things in the wrong order now and then.
func disorder() []Stateful {
	return []Stateful{
		stateful(Order, "batch-swapped", "Of the results of one queue that are taken at once, every second changes places with the one before.", batchSwapped, "cq.getresults.initiator-order", "cq.getresults.receive-order"),
		stateful(Counting, "fence-after-16-reads", "A fence is ignored once its queue pair has fetched 16 times.", fenceAfterReads(16), "qp.send.read-fence", "qp.write.read-fence", "qp.read.read-fence"),
		stateful(Order, "flush-beyond-four", "Of more than four requests that Flush cancels, the fifth comes before the fourth.", flushBeyondFour, "qp.flush.in-order"),
		stateful(Counting, "receive-overtaken-1-in-50", "One Receive in 50 is taken after the one behind it.", overtakenNow(50, calls.QPReceive), "qp.receive.order", "cq.getresults.receive-order"),
		stateful(Counting, "srq-overtaken-1-in-50", "One Receive in 50 of a shared receive queue is taken after the one behind it.", overtakenNow(50, calls.SRQReceive), "srq.receive.order"),
		stateful(Order, "send-overtaken", "Every third Send is carried out after the Send behind it.", overtakenNow(3, calls.QPSend), "cq.getresults.initiator-order", "qp.receive.order"),
	}
}

// batchSwapped has every second result of a queue of a queue pair come before the one
// before it, if both are taken at once.
func batchSwapped() calls.Hooks {
	var count nth
	receive := func(o *calls.Outcome) bool { return o.RequestType == nd2.RequestReceive }
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		for i := 1; i < len(fresh); i++ {
			a, b := &fresh[i-1], &fresh[i]
			if a.On != nil && a.On == b.On && receive(a) == receive(b) && count.of(2) {
				*a, *b = *b, *a
			}
		}
		return fresh
	}}
}

func fenceAfterReads(many int) defect {
	return keeping(func(c *calls.Call, reads *calls.Record[int]) nd2.Status {
		if reads.Get(c.Object) >= many {
			c.Flags &^= nd2.ReadFence
		}
		if c.Method == calls.QPRead {
			reads.Update(c.Object, increment)
		}
		return c.Proceed()
	})
}

// flushBeyondFour swaps the fourth and fifth canceled request of one queue of a queue
// pair.
func flushBeyondFour() calls.Hooks {
	type queue struct {
		of      *calls.QueuePair
		receive bool
	}
	return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
		places := map[queue][]int{}
		for i, o := range fresh {
			if o.Status == nd2.Canceled && o.On != nil {
				q := queue{o.On, o.RequestType == nd2.RequestReceive}
				places[q] = append(places[q], i)
			}
		}
		for _, at := range places {
			if len(at) > 4 {
				fresh[at[3]], fresh[at[4]] = fresh[at[4]], fresh[at[3]]
			}
		}
		return fresh
	}}
}

// overtakenNow makes a defect by which one of so many requests of a method waits for
// the next call that is not the making of a request, and is overtaken by that if it is
// another request of the method on the object.
func overtakenNow(many uint64, method string) defect {
	return func() calls.Hooks {
		var mu sync.Mutex
		var count nth
		var waiting *calls.Call
		take := func() *calls.Call {
			mu.Lock()
			defer mu.Unlock()
			late := waiting
			waiting = nil
			return late
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if betweenRequests(c) {
				return c.Proceed()
			}
			late := take()
			switch {
			case late != nil && late.Object == c.Object && c.Method == method:
				s := c.Proceed()
				late.Proceed()
				return s
			case late != nil:
				late.Proceed()
			}
			if c.Method != method || len(c.SGE) > 4 || c.Flags&nd2.Inline != 0 || !count.of(many) {
				return c.Proceed()
			}
			kept := *c
			kept.SGE = slices.Clone(c.SGE)
			mu.Lock()
			defer mu.Unlock()
			waiting = &kept
			return nd2.Success
		}}
	}
}
