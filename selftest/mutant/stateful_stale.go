package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// stale are mutants whose answers are of something that was before.
func stale() []Stateful {
	return []Stateful{
		stateful(Data, "length-of-the-one-before", "BytesTransferred of a message of another length than two of one length before it is theirs.", lengthOfTheOneBefore, "cq.getresults.bytes-transferred"),
		stateful(Data, "context-after-wrap", "When a receive queue wraps, the result has the context of the one before.", contextAfterWrap, "cq.getresults.contexts"),
		stateful(Data, "neighbors-context", "Of two results in one batch, the second has the context of the first one's queue pair.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					if fresh[i].On != nil && fresh[i-1].On != nil && fresh[i].On != fresh[i-1].On {
						fresh[i].QueuePairContext = fresh[i-1].On.Context
					}
				}
				return fresh
			}), "cq.getresults.contexts", "cq.getresults.several-queue-pairs"),
		stateful(Lifetime, "number-used-again", "A request takes the place of a finished one whose result is queued behind three others, and its context.", numberUsedAgain, "cq.getresults.contexts"),
		stateful(Data, "private-data-of-the-one-before", "Every third Connect carries the private data of the one before.",
			privateDataBefore, "connector.connect.private-data"),
		stateful(Data, "read-limits-of-the-one-before", "From the third connection on, the read limits are those of the connection before.", limitsBefore, "connector.getreadlimits.active", "connector.getreadlimits.passive"),
		stateful(Lifetime, "limits-shrink", "Each connection that fails takes one from the depth that the adapter tells of.", shrinkingLimits, "adapter.query.constant-limits"),
		stateful(Data, "canceled-as-success", "Of more than three Receives that are canceled at once, the fourth says that it has succeeded.",
			batches(func(fresh []calls.Outcome) []calls.Outcome {
				canceled := 0
				for i := range fresh {
					if o := &fresh[i]; o.RequestType == nd2.RequestReceive && o.Status == nd2.Canceled {
						canceled++
						if canceled == 4 {
							o.Status = nd2.Success
						}
					}
				}
				return fresh
			}), "qp.flush.cancels-receives", "cq.getresults.receive.nd-canceled"),
	}
}

func lengthOfTheOneBefore() calls.Hooks {
	type lengths struct{ last, before uint32 }
	var seen calls.Record[lengths]
	return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
		if !o.Succeeded(nd2.RequestReceive) || o.On == nil {
			return
		}
		n, was := o.BytesTransferred, seen.Get(&o.On.Object)
		seen.Set(&o.On.Object, lengths{n, was.last})
		if was.last == was.before && n != was.last && was.last > 0 {
			o.BytesTransferred = was.last
		}
	})}
}

func contextAfterWrap() calls.Hooks {
	var depths, taken calls.Record[int]
	var last calls.Record[uintptr]
	return calls.Hooks{
		Call: calls.After(calls.AdapterCreateQueuePair, func(c *calls.Call) {
			depths.Set(calls.ObjectOf(*c.Out), int(c.ReceiveDepth))
		}),
		Results: calls.Each(func(o *calls.Outcome) {
			if !o.Succeeded(nd2.RequestReceive) || o.On == nil || o.FromSRQ() {
				return
			}
			q := &o.On.Object
			was, depth := last.Set(q, o.RequestContext), depths.Get(q)
			if n := taken.Update(q, increment); depth > 1 && n > depth && n%depth == 1 {
				o.RequestContext = was
			}
		}),
	}
}

// numberUsedAgain is the defect by which a request is posted under the number of one
// whose result is queued.
func numberUsedAgain() calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		q, ok := c.Self.(*calls.QueuePair)
		if !ok || s != nd2.Success || c.Request == nd2.RequestReceive || c.SGE == nil {
			return s
		}
		q.InitiatorCQ.Queued(func(list []calls.Outcome) []calls.Outcome {
			if len(list) > 3 && list[3].On == q && list[3].RequestType != nd2.RequestReceive {
				list[3].RequestContext = c.Context
			}
			return list
		})
		return s
	}}
}

func privateDataBefore() calls.Hooks {
	var mu sync.Mutex
	var count nth
	var before []byte
	return calls.Hooks{Call: calls.Before(calls.ConnectorConnect, func(c *calls.Call) {
		mu.Lock()
		defer mu.Unlock()
		own := slices.Clone(c.Buffer)
		if count.of(3) && len(before) > 0 {
			c.Buffer = before
		}
		before = own
	})}
}

func limitsBefore() calls.Hooks {
	type limits struct{ in, out uint32 }
	var told calls.Record[limits]
	var known calls.Record[bool]
	var connections nth
	return calls.Hooks{Call: calls.After(calls.ConnectorGetReadLimits, func(c *calls.Call) {
		if c.InboundLimit == nil || c.OutboundLimit == nil || known.Set(c.Object, true) {
			return
		}
		before := told.Set(nil, limits{*c.InboundLimit, *c.OutboundLimit})
		if connections.passed(2) {
			*c.InboundLimit, *c.OutboundLimit = before.in, before.out
		}
	})}
}

func shrinkingLimits() calls.Hooks {
	var failed calls.Record[bool]
	var lost calls.Record[int]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if o.On != nil && initiatedFailure(o) && !failed.Set(&o.On.Object, true) {
				lost.Update(nil, increment)
			}
		}),
		Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
			c.Info.MaxInitiatorQueueDepth -= min(uint32(lost.Get(nil)), c.Info.MaxInitiatorQueueDepth)
		}),
	}
}
