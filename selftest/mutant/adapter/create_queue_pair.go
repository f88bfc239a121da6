package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// pairCreations break both methods that create queue pairs.
func pairCreations() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"adapter.createqueuepair", calls.AdapterCreateQueuePair},
		{"adapter.createqueuepairwithsrq", calls.AdapterCreateQueuePairWithSrq},
	} {
		list = append(list,
			New(m.entry+".context/none", "Results have no queue pair's context.",
				Before(m.method, func(c *calls.Call) { c.Context = 0 })),
			New(m.entry+".one-completion-queue/refused", "A queue pair needs two completion queues.",
				Refusing(m.method, nd2.InvalidParameter3, func(c *calls.Call) bool { return c.ReceiveCQ == c.InitiatorCQ })),
			New(m.entry+".results-by-kind/swapped",
				"Results of Receives go to the initiator completion queue, and all others to the receive completion queue.",
				Before(m.method, func(c *calls.Call) { c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ })),
			New(m.entry+".maxima-together/invalid", "All the largest limits at once are invalid parameters.",
				Refusing(m.method, nd2.InvalidParameter6, func(c *calls.Call) bool {
					info := limits(c)
					return c.InitiatorDepth == info.MaxInitiatorQueueDepth && c.InitiatorSGEs == info.MaxInitiatorSGE
				})))
	}
	return list
}

var createQueuePair = []Mutant{
	New("adapter.createqueuepair.depths-together/invalid", "Both largest depths at once are an invalid parameter.",
		Refusing(calls.AdapterCreateQueuePair, nd2.InvalidParameter6, func(c *calls.Call) bool {
			info := limits(c)
			return c.ReceiveDepth == info.MaxReceiveQueueDepth && c.InitiatorDepth == info.MaxInitiatorQueueDepth
		})),
	New("adapter.createqueuepair.drops-references/kept-if-peer-left",
		"A queue pair whose peer has left leaves a reference to its completion queue behind.",
		BeforeNotifying(calls.ConnectorNotifyDisconnect, nd2.Success, func(c *calls.Call) {
			if q := c.OnConnector().QP(); q != nil {
				q.InitiatorCQ.Inner.AddRef()
			}
		})),
	New("adapter.createqueuepair.interfaces/no-unknown", "The queue pair says that it has no interface IUnknown.",
		RefusingInterface("IND2QueuePair", nd2.IIDUnknown)),
	New("adapter.createqueuepair.interfaces/not-itself",
		"The queue pair does not return IND2QueuePair from QueryInterface.",
		RefusingInterface("IND2QueuePair", nd2.IIDQueuePair)),
	New("adapter.createqueuepair.keeps-references/not", "A queue pair keeps no reference to its receive completion queue.",
		After(calls.AdapterCreateQueuePair, func(c *calls.Call) {
			calls.Unwrap(c.ReceiveCQ).Release()
			if c.InitiatorCQ == c.ReceiveCQ {
				calls.Unwrap(c.InitiatorCQ).Release()
			}
		})),
	New("adapter.createqueuepair.nd-invalid-parameter-2/foreign-taken",
		"A completion queue of another adapter for Receives is replaced by one of this adapter's.",
		Before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.ReceiveCQ, c) })),
	New("adapter.createqueuepair.nd-invalid-parameter-3/foreign-taken",
		"A completion queue of another adapter for initiator requests is replaced by one of this adapter's.",
		Before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.InitiatorCQ, c) })),
	New("adapter.createqueuepair.nd-success/every-limit",
		"At the largest depth and inline size, a queue pair takes one byte of inline data less.",
		Before(calls.AdapterCreateQueuePair, func(c *calls.Call) {
			l := limits(c)
			if c.InlineSize == l.MaxInlineDataSize && c.InitiatorDepth == l.MaxInitiatorQueueDepth {
				c.InlineSize -= min(c.InlineSize, 1)
			}
		})),
	New("adapter.createqueuepair.no-completion-queue/other",
		"Without a receive completion queue the initiator's serves as both.",
		Before(calls.AdapterCreateQueuePair, otherQueue)),
}

// own has a queue of the adapter in place of another's.
func own(u *nd2.Unknown, c *calls.Call) {
	q, ok := (*u).(*calls.CompletionQueue)
	if !ok || q.Parent == nil || q.Parent == c.Self {
		return
	}
	for _, other := range calls.Living[*calls.CompletionQueue](c.Object) {
		if other.Parent == c.Self {
			*u = other
			return
		}
	}
}
