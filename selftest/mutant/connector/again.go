package connector

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// afterFailure breaks, for each way in which a Connect can fail, that its queue pair is as it was.
func afterFailure() (list []Mutant) {
	for _, by := range []struct {
		name, what string
		status     nd2.Status
	}{
		{"cancel", "was canceled", nd2.Canceled},
		{"refusal", "was refused", nd2.ConnectionRefused},
		{"timeout", "has timed out", nd2.IOTimeout},
	} {
		list = append(list,
			New("connector.connect.failure-spares-queue-pair/spent-by-"+by.name,
				"A queue pair whose Connect "+by.what+" counts as connected.", spentBy(by.status)),
			New("connector.connect.failure-spares-queue-pair/flushed-by-"+by.name,
				"A queue pair whose Connect "+by.what+" is flushed.",
				When(Ended(calls.ConnectorConnect, by.status), First(func(c *calls.Call) {
					if q := c.OnConnector().QP(); q != nil {
						q.Inner.Flush()
					}
				}))))
	}
	return list
}

// askedAgain breaks what can be asked for several times.
func askedAgain() []Mutant {
	onSide := func(active bool) Defect {
		return Again(calls.ConnectorGetPrivateData, func(c *calls.Call) nd2.Status {
			if c.OnConnector().Active() == active {
				return nd2.ConnectionInvalid
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		New("connector.getprivatedata.nd-success/once-active", "The active side gets private data only once.", onSide(true)),
		New("connector.getprivatedata.nd-success/once-passive", "The passive side gets private data only once.",
			onSide(false)),
		New("connector.getreadlimits.nd-success/once", "The read limits can be asked for only once.",
			Once(calls.ConnectorGetReadLimits, nd2.ConnectionInvalid)),
		New("connector.connect.private-data/refused-data-stays",
			"After private data was refused as too long, the next Connect sends the beginning of that.",
			keepingRefused(calls.ConnectorConnect)),
		New("connector.accept.private-data/refused-data-stays",
			"After private data was refused as too long, the next Accept sends the beginning of that.",
			keepingRefused(calls.ConnectorAccept)),
	}
}

// keepingRefused makes a defect: private data that was refused takes the place of that of the method's next call.
func keepingRefused(method string) Defect {
	return KeepingAt(method, func(c *calls.Call, refused *calls.Record[[]byte]) nd2.Status {
		if old := refused.Set(c.Object, nil); len(old) >= len(c.Buffer) {
			c.Buffer = old[:len(c.Buffer)]
		}
		s := c.Proceed()
		if s == nd2.InvalidBufferSize {
			refused.Set(c.Object, bytes.Clone(c.Buffer))
		}
		return s
	})
}

// notifiedAgain breaks NotifyDisconnect of a connector on which one has ended before.
func notifiedAgain() []Mutant {
	neverAfter := func(status nd2.Status) Defect {
		return Since(EndedAnyhow(calls.ConnectorNotifyDisconnect, status), On(calls.ConnectorNotifyDisconnect), Unanswered)
	}
	return []Mutant{
		New("connector.notifydisconnect.nd-success/not-after-cancel",
			"After a NotifyDisconnect that was canceled, no other is ever completed.", neverAfter(nd2.Canceled)),
		New("connector.notifydisconnect.late/once-told",
			"A connector that has told of its peer's Disconnect does not tell again.", neverAfter(nd2.Success)),
		New("connector.notifydisconnect.nd-canceled/once", "Requests of a connector can be canceled only once.",
			CancelingOnce("IND2Connector")),
	}
}

// canceledStages breaks the cancellation of a Connect whose request has been taken, or has not.
func canceledStages() []Mutant {
	unless := func(taken bool) Defect {
		return Keeping2(func(c *calls.Call, given, before *calls.Record[int]) nd2.Status {
			switch {
			case c.Notifies(calls.ListenerGetConnectionRequest, nd2.Success):
				given.Update(nil, Increment)
			case c.Method == calls.ConnectorConnect:
				before.Set(c.Object, given.Get(nil))
			case c.Method == calls.CancelOverlappedRequests &&
				len(Outstanding(c.Object, calls.ConnectorConnect)) > 0 &&
				(given.Get(nil) > before.Get(c.Object)) == taken:
				return nd2.Success
			}
			s := c.Proceed()
			if c.Method == calls.ListenerGetConnectionRequest && s == nd2.Success {
				given.Update(nil, Increment)
			}
			return s
		})
	}
	return []Mutant{
		New("connector.connect.canceled/goes-on-once-taken",
			"A Connect whose request the peer has taken can't be canceled.", unless(true)),
		New("connector.connect.canceled/goes-on-until-taken",
			"A Connect whose request the peer has not taken can't be canceled.", unless(false)),
	}
}

// refusals breaks the code of a refused Connect for one cause at a time.
func refusals() []Mutant {
	const id = "connector.connect.nd-connection-refused"
	because := func(name, when string, holds func(c *calls.Call, rejected bool, gone map[int]bool) bool) Mutant {
		m := Halves(id, Half{Name: name, When: when})[0]
		m.Hooks = func() calls.Hooks {
			var rejected calls.Record[bool]
			var ports calls.Record[map[int]bool] // of listeners that are gone
			var to calls.Record[[]byte]
			wrong := Halves(id, Half{Call: func(c *calls.Call) bool {
				if c.Destination == nil {
					c.Destination = to.Get(c.Object)
				}
				return holds(c, rejected.Get(nil), ports.Get(nil))
			}})[0].Hooks()
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				switch l, _ := c.Self.(*calls.Listener); {
				case l != nil && c.Method == calls.Release && c.LastReference():
					port := int(PortOf(l.Inner.GetLocalAddress))
					ports.Update(nil, func(m map[int]bool) map[int]bool { return Added(m, port, true) })
				case c.Method == calls.ConnectorReject:
					rejected.Set(nil, true)
				case c.Method == calls.ConnectorConnect:
					rejected.Set(nil, false)
					to.Set(c.Object, slices.Clone(c.Destination))
				}
				return wrong.Call(c)
			}}
		}
		return m
	}
	gone := func(c *calls.Call, ports map[int]bool) bool { return ports[int(PortIn(c.Destination))] }
	unbound := func(l *calls.Listener) bool { return PortOf(l.Inner.GetLocalAddress) == 0 }
	return []Mutant{
		because("listeners-unbound", "while there are listeners without an address",
			func(c *calls.Call, _ bool, _ map[int]bool) bool {
				return slices.ContainsFunc(calls.Living[*calls.Listener](c.Object), unbound)
			}),
		because("rejected", "when the peer rejects", func(_ *calls.Call, rejected bool, _ map[int]bool) bool {
			return rejected
		}),
		because("no-listener", "where there is no listener", func(c *calls.Call, rejected bool, ports map[int]bool) bool {
			return !rejected && !gone(c, ports)
		}),
		because("listener-gone", "where the listener has gone", func(c *calls.Call, rejected bool, ports map[int]bool) bool {
			return !rejected && gone(c, ports)
		}),
	}
}

// rejectedBySide breaks that a Reject frees the active side's queue pair, for one side that rejects at a time.
func rejectedBySide() []Mutant {
	keeping := func(active bool) Defect {
		return Keeping2(func(c *calls.Call, kept, rejected *calls.Record[bool]) nd2.Status {
			k, _ := c.Self.(*calls.Connector)
			switch {
			case c.Method == calls.ConnectorConnect && kept.Get(calls.ObjectOf(c.QueuePair)):
				return nd2.ConnectionActive
			case c.Method == calls.ConnectorReject && active && k.Active() && k.QP() != nil:
				kept.Set(&k.QP().Object, true)
			case c.Method == calls.ConnectorReject && !active && !k.Active():
				rejected.Set(nil, true)
			case c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) && rejected.Set(nil, false):
				kept.Set(&k.QP().Object, true)
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		New("connector.reject.frees-queue-pair/kept-by-active",
			"The queue pair of a side that has rejected the answer to its own request can't be connected again.", keeping(true)),
		New("connector.reject.frees-queue-pair/kept-by-passive",
			"A queue pair whose request the peer has rejected can't be connected again.", keeping(false)),
	}
}

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
func refusedOften() (list []Mutant) {
	for _, m := range []struct{ id, method, broken string }{
		{"accept.one-connection", calls.ConnectorConnect, calls.ConnectorConnect},
		{"accept.retry-after-invalid-buffer-size", calls.ConnectorAccept, calls.ConnectorAccept},
		{"bind.bound", calls.ConnectorBind, calls.ConnectorConnect},
		{"connect.retry-after-invalid-buffer-size", calls.ConnectorConnect, calls.ConnectorConnect},
		{"disconnect.nd-connection-invalid", calls.ConnectorDisconnect, calls.ConnectorConnect},
		{"getpeeraddress.nd-connection-invalid", calls.ConnectorGetPeerAddress, calls.ConnectorConnect},
		{"getprivatedata.nd-connection-invalid", calls.ConnectorGetPrivateData, calls.ConnectorConnect},
		{"getreadlimits.nd-connection-invalid", calls.ConnectorGetReadLimits, calls.ConnectorConnect},
		{"notifydisconnect.nd-connection-invalid", calls.ConnectorNotifyDisconnect, calls.ConnectorConnect},
		{"reject.retry-after-invalid-buffer-size", calls.ConnectorReject, calls.ConnectorAccept},
	} {
		list = append(list, WearingOut("connector."+m.id+"/worn", m.method, m.broken, nd2.InsufficientResources))
	}
	return append(list, Exhausted("connector.notifydisconnect.nd-canceled", calls.ConnectorNotifyDisconnect))
}

// copiedOut breaks what a connector copies out in some states, and of some lengths.
var copiedOut = []Mutant{
	New("connector.getlocaladdress.nd-buffer-overflow/connecting",
		"A connector whose Connect is in progress does not say how much room its address takes.",
		Overflowing(calls.ConnectorGetLocalAddress, func(c *calls.Call, given uint32) {
			if connects(c.Object) {
				SetSize(c, given)
			}
		})),
	New("connector.getreadlimits.optional/active", "Both limits have to be asked for on the active side.",
		Refusing(calls.ConnectorGetReadLimits, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.OnConnector().Active() && (c.InboundLimit == nil || c.OutboundLimit == nil)
		})),
}
