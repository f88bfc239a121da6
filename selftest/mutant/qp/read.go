package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// sided are mutants by which a one-sided request shows at the peer.
func sided() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.read.one-sided", calls.QPRead}, {"qp.write.one-sided", calls.QPWrite},
	} {
		list = append(list, New(m.entry+"/takes-a-receive", "The request takes a Receive of the peer.",
			After(m.method, func(c *calls.Call) { c.OnQP().Inner.Send(0, nil, nd2.SilentSuccess) })))
	}
	return list
}

var read = slices.Concat(
	incoming("qp.read.fetches", nd2.RequestRead),
	EntryLists("qp.read.scatters", calls.QPRead),
	[]Mutant{
		New("qp.read.answered-again/fails", "A Read whose answer is lost fails.",
			waitedFor(func(o *calls.Outcome) { o.Status = nd2.IOTimeout })),
		New("qp.read.answered-again/first-byte", "A Read that is answered again lacks its first byte.",
			waitedFor(func(o *calls.Outcome) { o.Of.SGE[0].Buffer[0]++ })),
		New("qp.read.beyond-read-limit/credit-lost",
			"A Read posted behind a Send in progress counts against the read limit forever.",
			KeepingAt(calls.QPRead, func(c *calls.Call, lost *calls.Record[int]) nd2.Status {
				k := c.OnQP().Connector()
				if k == nil {
					return c.Proceed()
				}
				if lost.Get(c.Object) >= int(k.OutboundReads()) {
					return nd2.Success
				}
				send := *c
				send.Request = nd2.RequestSend
				if send.Unfinished() {
					lost.Update(c.Object, Increment)
				}
				return c.Proceed()
			})),
		New("qp.read.beyond-read-limit/refused", "A Read beyond the number that may be in progress is refused.",
			RefusingReads),
	},
)

var deadPeers = []Mutant{
	New("qp.read.despite-losses/gap", "The third long Read of a queue pair leaves a byte in its middle as it was.",
		Nth(3, Where(longCall(calls.QPRead)), First(func(c *calls.Call) {
			b := c.SGE[0].Buffer
			middle, before := len(b)/2, b[len(b)/2]
			c.OnResult(func(*calls.Outcome) { b[middle] = before })
		}))),
	New("qp.read.despite-losses/twentieth-fails", "The twentieth Read of a queue pair fails.",
		Nth(20, On(calls.QPRead), First(fail))),
	New("qp.read.despite-losses/eleventh-fails",
		"Long Reads count against the peer's read limit forever; the eleventh fails.",
		Nth(11, Where(longCall(calls.QPRead)), First(fail))),
	New("qp.read.despite-losses/no-place", "Long Reads count against the peer's read limit forever; the third fails.",
		Nth(3, Where(longCall(calls.QPRead)), First(fail))),
	New("qp.read.empty-finds-dead-peer/local", "A Read of no bytes succeeds without asking the peer.",
		EachResult(func(o *calls.Outcome) {
			if o.Of != nil && o.RequestType == nd2.RequestRead && TotalLength(o.Of.SGE) == 0 {
				o.Status = nd2.Success
			}
		})),
}

// waitedFor makes a defect that changes the results of Reads for which GetResults once found nothing.
func waitedFor(change func(o *calls.Outcome)) Defect {
	return Recording(func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
		switch c.Method {
		case calls.QPRead:
			queue := &c.OnQP().InitiatorCQ.Object
			before := asked.Get(queue)
			c.OnResult(func(o *calls.Outcome) {
				if o != nil && o.Succeeded(nd2.RequestRead) && asked.Get(queue) > before {
					change(o)
				}
			})
		case calls.CQGetResults:
			s := c.Proceed()
			if c.Count == 0 {
				asked.Update(c.Object, Increment)
			}
			return s
		}
		return c.Proceed()
	})
}
