package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func accept() []mutant.Mutant {
	aborted := func(after int) mutant.Defect {
		return mutant.RecordingAt(calls.ConnectorAccept, func(c *calls.Call, failed *calls.Record[int]) nd2.Status {
			q := calls.ObjectOf(c.QueuePair)
			if q != nil && failed.Get(q) >= after {
				return nd2.ConnectionActive
			}
			s := c.Proceed()
			if q != nil && s == nd2.ConnectionAborted {
				failed.Update(q, mutant.Increment)
			}
			return s
		})
	}
	return []mutant.Mutant{
		mutant.New("connector.accept.canceled/goes-on", "CancelOverlappedRequests leaves an Accept in progress.",
			uncancelable(calls.ConnectorAccept)),
		mutant.New("connector.accept.failure-spares-queue-pair/kept",
			"A queue pair counts as connected once an Accept has come too late.", aborted(1)),
		mutant.New("connector.accept.failure-spares-queue-pair/kept-at-last",
			"A queue pair counts as connected once two Accepts have come too late.", aborted(2)),
		mutant.New("connector.accept.first-receive/incomplete", "The last byte of a message is not there.",
			mutant.EachResult(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestReceive) {
					mutant.FlipByte(o.Of.SGE, int(o.BytesTransferred)-1)
				}
			})),
		mutant.New("connector.accept.foreign-queue-pair/taken", "What is no queue pair is taken for one.",
			mutant.NeverFailing(calls.ConnectorAccept)),
		mutant.New("connector.accept.nd-io-timeout/aborted-once-heard",
			"An Accept that the peer has heard of, and does not complete, is said to be canceled.",
			mutant.Recording(func(c *calls.Call, heard *calls.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(calls.ConnectorConnect, nd2.Success):
					heard.Set(nil, true)
				case c.Notifies(calls.ConnectorAccept, nd2.IOTimeout) && heard.Get(nil):
					c.Shadow.Force(nd2.Canceled)
				}
				return c.Proceed()
			})),
		mutant.New("connector.accept.no-request/accepted", "Accept without a request succeeds.",
			mutant.NeverFailing(calls.ConnectorAccept)),
		mutant.New("connector.accept.one-connection/ended",
			"An attempt to connect a queue pair a second time ends its connection.",
			mutant.OnCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if q, ok := c.QueuePair.(*calls.QueuePair); ok && s == nd2.ConnectionActive {
					q.Inner.Flush()
				}
				return s
			})),
		mutant.New("connector.accept.passive-sends-second/refused",
			"The passive side cannot Send, although it has received.",
			mutant.Refusing(calls.QPSend, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && !k.Active()
			})),
		mutant.New("connector.accept.queue-pair-of-other-handle/taken",
			"A queue pair of another handle is taken for one of the connector's.",
			mutant.NeverFailing(calls.ConnectorAccept)),
		mutant.New("connector.accept.retry-after-invalid-buffer-size/invalid",
			"After ND_INVALID_BUFFER_SIZE a connector holds no request.",
			afterTooMuch(calls.ConnectorAccept, calls.ConnectorAccept)),
	}
}
