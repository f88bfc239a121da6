package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// signals are faults of how the ends of requests are signaled and told.
var signals = []Fault{
	fault("stateful/accepts-packet-lost", Notification, "One Accept in 4 has no packet posted when it ends.",
		OneIn(4, On(calls.PortPost).If(func(c *calls.Call) bool {
			return c.Proxy.Method == calls.ConnectorAccept
		}), Nothing), "overlapped.notification.pending"),
	fault("stateful/signaled-by-disconnect", Notification,
		"When a connector disconnects, its Connect or Accept is signaled once more.",
		signaledAgain, "overlapped.notification.pending"),
	fault("stateful/status-changes-1-in-8", Lifetime,
		"One request in 8 is told to be canceled when it is asked about once more after its end.",
		statusChanging, "overlapped.getoverlappedresult.status-stays"),
}

// signaledAgain signals a request of a connector that has ended once more.
var signaledAgain = Keeping(func(c *calls.Call, last *Table[*calls.Object, *calls.ProxyOverlapped]) nd2.Status {
	s := c.Proceed()
	switch {
	case c.Notifies(calls.ConnectorConnect, nd2.Success), c.Notifies(calls.ConnectorAccept, nd2.Success):
		last.Set(c.Proxy.Object, c.Proxy)
	case c.Method == calls.ConnectorDisconnect && !s.Failed():
		if before := last.Get(c.Object); before != nil {
			last.Set(c.Object, nil)
			Deliver([]*calls.ProxyOverlapped{before})
		}
	}
	return s
})

// statusChanging tells another status the second time.
var statusChanging = Keeping2(func(c *calls.Call,
	count *Counter, told *Table[*calls.ProxyOverlapped, bool],
) nd2.Status {
	s := c.Proceed()
	if c.Method != calls.GetOverlappedResult || c.Proxy == nil || s != nd2.Success {
		return s
	}
	if told.Get(c.Proxy) && count.EveryNth(8) {
		return nd2.Canceled
	}
	told.Set(c.Proxy, true)
	return s
})

// answers are faults of what connectors tell.
var answers = []Fault{
	fault("stateful/read-limits-swapped-1-in-4", Counting, "One answer in 4 about read limits has them swapped.",
		OneIn(4, On(calls.ConnectorGetReadLimits), Then(func(c *calls.Call) {
			if c.InboundLimit != nil && c.OutboundLimit != nil {
				*c.InboundLimit, *c.OutboundLimit = *c.OutboundLimit, *c.InboundLimit
			}
		})), "connector.getreadlimits.passive", "connector.getreadlimits.active"),
	fault("stateful/no-reads-1-in-8", Counting, "One answer in 8 about read limits has an outbound limit of 0.",
		OneIn(8, On(calls.ConnectorGetReadLimits), Then(func(c *calls.Call) {
			if c.OutboundLimit != nil {
				*c.OutboundLimit = 0
			}
		})), "connector.getreadlimits.passive", "connector.getreadlimits.active"),
	fault("stateful/peer-port-shifted", Data, "The port of the peer's address has its lowest bit inverted.",
		After(calls.ConnectorGetPeerAddress, func(c *calls.Call) {
			const low = 3 // in both families
			if c.Size != nil && int(*c.Size) > low && len(c.Buffer) > low {
				c.Buffer[low] ^= 1
			}
		}), "connector.getpeeraddress.nd-success", "connector.getpeeraddress.size-used"),
}

// endedPairs are faults of queue pairs whose queue is full, or whose requests have ended.
var endedPairs = []Fault{
	fault("stateful/full-queue-overrun", Lifetime,
		"A Write, Read or Bind that finds the initiator queue full says that its list is too long.",
		saysTooLong(func(c *calls.Call) bool { return Initiates(c) && c.Method != calls.QPSend }),
		"qp.write.nd-no-more-entries", "qp.read.nd-no-more-entries", "qp.bind.nd-no-more-entries",
		"qp.invalidate.nd-no-more-entries"),
	fault("stateful/full-receive-queue-overrun", Lifetime,
		"A Receive that finds its queue full says that its list is too long.",
		saysTooLong(func(c *calls.Call) bool { return c.Method == calls.QPReceive }), "qp.receive.nd-no-more-entries"),
	fault("stateful/canceled-receive-written", Data, "A Receive that is canceled has its first byte changed.",
		EachResult(func(o *calls.Outcome) {
			if o.Status == nd2.Canceled && o.RequestType == nd2.RequestReceive && o.Of != nil {
				FlipByte(o.Of.SGE, 0)
			}
		}), "qp.receive.scatters", "qp.send.delivers"),
	fault("stateful/refused-read-fetches", Data,
		"A Read that the peer's memory refuses has fetched the bytes all the same.",
		refusedFetching, "mr.rights.no-remote-read", "cq.getresults.remote-access"),
	fault("stateful/disconnected-write-done", Lifetime,
		"A Write on a queue pair that was disconnected is reported as done.",
		Since(On(calls.ConnectorDisconnect).Of(Connected), On(calls.QPWrite), IfRefused(ReportDone, nd2.ConnectionInvalid)),
		"qp.disconnect.not-usable-again"),
}

// saysTooLong makes a defect of requests that find their queue full.
func saysTooLong(which func(c *calls.Call) bool) Defect {
	return When(Where(which), IfRefused(Say(nd2.DataOverrun), nd2.NoMoreEntries))
}

// refusedFetching copies what a Read has been refused, if it is registered.
func refusedFetching() calls.Hooks {
	var registered Table[*calls.Object, []byte]
	hooks := EachResult(func(o *calls.Outcome) {
		refused := o.Status == nd2.AccessViolation || o.Status == nd2.RemoteError
		if !refused || o.RequestType != nd2.RequestRead || o.Of == nil {
			return
		}
		from, n := uintptr(o.Of.Address), uintptr(TotalLength(o.Of.SGE))
		registered.Any(func(_ *calls.Object, b []byte) bool {
			first := AddressOf(b)
			if len(b) == 0 || from < first || from+n > first+uintptr(len(b)) {
				return false
			}
			theirs := b[from-first:][:n]
			for _, e := range o.Of.SGE {
				theirs = theirs[copy(e.Buffer, theirs):]
			}
			return true
		})
	})()
	hooks.Call = func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.MRRegister:
			registered.Set(c.Object, c.Buffer)
		case calls.MRDeregister:
			registered.Set(c.Object, nil)
		}
		return c.Proceed()
	}
	return hooks
}
