package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// rings breaks queues where they have gone round many times, or have served queue pairs before.
var rings = []Mutant{
	New("cq.getresults.initiator-order/round-twice",
		"Where a ring of 1024 places has gone round, a Send's result is given with the context of the one before.",
		RecordingResults(func(o *calls.Outcome, sent *calls.Record[int]) {
			if o.On != nil && o.RequestType == nd2.RequestSend && sent.Update(&o.On.Object, Increment)%1024 == 0 {
				o.RequestContext--
			}
		})),
	New("cq.getresults.receive-order/round-twice",
		"Where a ring of 1024 places has gone round, a Receive's result is given with the context of the one before.",
		RecordingResults(func(o *calls.Outcome, received *calls.Record[int]) {
			if o.On != nil && o.RequestType == nd2.RequestReceive && received.Update(&o.On.Object, Increment)%1024 == 0 {
				o.RequestContext--
			}
		})),
	New("adapter.createcompletionqueue.holds-depth/after-canceled",
		"Of the results that a queue has had with ND_CANCELED every third takes its place for good.", losingPlaces()),
}

// losingPlaces makes a defect: a queue that has given canceled results loses later ones.
func losingPlaces() Defect {
	return func() calls.Hooks {
		var canceled, since calls.Record[int]
		return calls.Hooks{
			Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.CQNotify {
					since.Set(c.Object, 0)
				}
				return c.Proceed()
			},
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
				for _, o := range fresh {
					if o.Status == nd2.Canceled {
						canceled.Update(&q.Object, Increment)
					} else if n := since.Update(&q.Object, Increment); n > int(q.Depth)-canceled.Get(&q.Object)/3 {
						continue
					}
					given = append(given, o)
				}
				return given
			},
		}
	}
}
