package mutant

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// remnants are what ends and leaves something behind, or takes too much along.
func remnants() []Mutant {
	return slices.Concat(wearing(), staleAddresses(), lostReceives(), spentQueuePairs(), []Mutant{
		by("connector.connect.private-data", "newest", "A request is handed over with the private data of the newest one.",
			keeping(func(c *calls.Call, newest *calls.Record[[]byte]) nd2.Status {
				switch {
				case c.Method == calls.ConnectorConnect:
					newest.Set(nil, bytes.Clone(c.Buffer))
				case c.Method == calls.ConnectorGetPrivateData && !c.OnConnector().Active():
					s := c.Proceed()
					if s == nd2.Success || s == nd2.BufferOverflow {
						copy(c.Buffer, newest.Get(nil))
					}
					return s
				}
				return c.Proceed()
			})),
		by("connector.getreadlimits.passive", "first-offer", "A Connect that is tried again offers no more than the first time.",
			keepingAt(calls.ConnectorConnect, func(c *calls.Call, first *calls.Record[[2]uint32]) nd2.Status {
				offer := first.Keep(c.Object, [2]uint32{c.InboundReads, c.OutboundReads})
				c.InboundReads, c.OutboundReads = min(c.InboundReads, offer[0]), min(c.OutboundReads, offer[1])
				return c.Proceed()
			})),
		by("connector.getreadlimits.passive", "first-offer-again", "A Connect that is tried again offers what it did the first time.",
			keepingAt(calls.ConnectorConnect, func(c *calls.Call, first *calls.Record[[2]uint32]) nd2.Status {
				offer := first.Keep(c.Object, [2]uint32{c.InboundReads, c.OutboundReads})
				c.InboundReads, c.OutboundReads = offer[0], offer[1]
				return c.Proceed()
			})),
	})
}

// spentQueuePairs leave something of a queue pair behind.
func spentQueuePairs() []Mutant {
	aborted := func(after int) defect {
		return keepingAt(calls.ConnectorAccept, func(c *calls.Call, failed *calls.Record[int]) nd2.Status {
			q := calls.ObjectOf(c.QueuePair)
			if q != nil && failed.Get(q) >= after {
				return nd2.ConnectionActive
			}
			s := c.Proceed()
			if q != nil && s == nd2.ConnectionAborted {
				failed.Update(q, increment)
			}
			return s
		})
	}
	return []Mutant{
		by("connector.accept.failure-spares-queue-pair", "kept", "A queue pair counts as connected once an Accept has come too late.", aborted(1)),
		by("connector.accept.failure-spares-queue-pair", "kept-at-last", "A queue pair counts as connected once two Accepts have come too late.", aborted(2)),
		by("adapter.createqueuepair.drops-references", "kept", "A queue pair leaves a reference to its completion queue behind.",
			after(calls.AdapterCreateQueuePair, func(c *calls.Call) { (*c.Out).(*calls.QueuePair).ReceiveCQ.Inner.AddRef() })),
		by("adapter.createqueuepair.drops-references", "kept-if-peer-left", "A queue pair whose peer has left leaves a reference to its completion queue behind.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.ConnectorNotifyDisconnect, nd2.Success) {
					if q := c.OnConnector().QP(); q != nil {
						q.InitiatorCQ.Inner.AddRef()
					}
				}
				return c.Proceed()
			})),
	}
}
