package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// pairCreations break both methods that create queue pairs.
func pairCreations() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"adapter.createqueuepair", calls.AdapterCreateQueuePair},
		{"adapter.createqueuepairwithsrq", calls.AdapterCreateQueuePairWithSrq},
	} {
		list = append(list,
			mutant.New(m.entry+".context/none", "Results have no queue pair's context.",
				mutant.Before(m.method, func(c *calls.Call) { c.Context = 0 })),
			mutant.New(m.entry+".one-completion-queue/refused", "A queue pair needs two completion queues.",
				mutant.Refusing(m.method, nd2.InvalidParameter3, func(c *calls.Call) bool { return c.ReceiveCQ == c.InitiatorCQ })),
			mutant.New(m.entry+".results-by-kind/swapped",
				"Results of Receives go to the initiator completion queue, and all others to the receive completion queue.",
				mutant.Before(m.method, func(c *calls.Call) { c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ })),
			mutant.New(m.entry+".maxima-together/invalid", "All the largest limits at once are invalid parameters.",
				mutant.Refusing(m.method, nd2.InvalidParameter6, func(c *calls.Call) bool {
					info := limits(c)
					return c.InitiatorDepth == info.MaxInitiatorQueueDepth && c.InitiatorSGEs == info.MaxInitiatorSGE
				})))
	}
	return list
}

func createQueuePair() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("adapter.createqueuepair.depths-together/invalid",
			"Both largest depths at once are an invalid parameter.",
			mutant.Refusing(calls.AdapterCreateQueuePair, nd2.InvalidParameter6, func(c *calls.Call) bool {
				info := limits(c)
				return c.ReceiveDepth == info.MaxReceiveQueueDepth && c.InitiatorDepth == info.MaxInitiatorQueueDepth
			})),
		mutant.New("adapter.createqueuepair.drops-references/kept",
			"A queue pair leaves a reference to its completion queue behind.",
			mutant.After(calls.AdapterCreateQueuePair, func(c *calls.Call) {
				(*c.Out).(*calls.QueuePair).ReceiveCQ.Inner.AddRef()
			})),
		mutant.New("adapter.createqueuepair.drops-references/kept-if-peer-left",
			"A queue pair whose peer has left leaves a reference to its completion queue behind.",
			mutant.BeforeNotifying(calls.ConnectorNotifyDisconnect, nd2.Success, func(c *calls.Call) {
				if q := c.OnConnector().QP(); q != nil {
					q.InitiatorCQ.Inner.AddRef()
				}
			})),
		mutant.New("adapter.createqueuepair.interfaces/no-unknown",
			"The queue pair says that it has no interface IUnknown.",
			mutant.RefusingInterface("IND2QueuePair", nd2.IIDUnknown)),
		mutant.New("adapter.createqueuepair.interfaces/not-itself",
			"The queue pair does not return IND2QueuePair from QueryInterface.",
			mutant.RefusingInterface("IND2QueuePair", nd2.IIDQueuePair)),
		mutant.New("adapter.createqueuepair.keeps-references/not",
			"A queue pair keeps no reference to its receive completion queue.",
			mutant.After(calls.AdapterCreateQueuePair, func(c *calls.Call) {
				calls.Unwrap(c.ReceiveCQ).Release()
				if c.InitiatorCQ == c.ReceiveCQ {
					calls.Unwrap(c.InitiatorCQ).Release()
				}
			})),
		mutant.New("adapter.createqueuepair.nd-invalid-parameter-2/foreign-taken",
			"A completion queue of another adapter for Receives is replaced by one of this adapter's.",
			mutant.Before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.ReceiveCQ, c) })),
		mutant.New("adapter.createqueuepair.nd-invalid-parameter-3/foreign-taken",
			"A completion queue of another adapter for initiator requests is replaced by one of this adapter's.",
			mutant.Before(calls.AdapterCreateQueuePair, func(c *calls.Call) { own(&c.InitiatorCQ, c) })),
		mutant.New("adapter.createqueuepair.nd-success/every-limit",
			"At the largest depth and inline size, a queue pair takes one byte of inline data less.",
			mutant.Before(calls.AdapterCreateQueuePair, func(c *calls.Call) {
				l := limits(c)
				if c.InlineSize == l.MaxInlineDataSize && c.InitiatorDepth == l.MaxInitiatorQueueDepth {
					c.InlineSize -= min(c.InlineSize, 1)
				}
			})),
		mutant.New("adapter.createqueuepair.no-completion-queue/other",
			"Without a receive completion queue the initiator's serves as both.",
			mutant.Before(calls.AdapterCreateQueuePair, otherQueue)),
	}
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
