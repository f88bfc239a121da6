package mutant

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// endedAttempts break what connectors tell and do once an attempt or a connection has
// ended, or before an attempt has been answered.
func endedAttempts() []Mutant {
	return slices.Concat(toldTooMuch(), triedAgain(), []Mutant{
		by("connector.notifydisconnect.nd-canceled", "active-only", "CancelOverlappedRequests leaves a NotifyDisconnect of the side that was connected to.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				k, ok := c.Self.(*calls.Connector)
				if !ok || k.Active() {
					return
				}
				for _, s := range c.Outstanding() {
					if s.Method == calls.ConnectorNotifyDisconnect {
						s.Mute()
					}
				}
			})),
		by("connector.notifydisconnect.canceled-only-by-cancel", "passive", "Disconnect by the side that was connected to cancels its NotifyDisconnect.",
			before(calls.ConnectorDisconnect, func(c *calls.Call) {
				if !calling(c) {
					cancelAll(c.Object, calls.ConnectorNotifyDisconnect)
				}
			})),
		by("connector.disconnect.ends-reading", "goes-on", "A side that has disconnected can be read from.", readOn(func(*calls.Call) bool { return true })),
		by("connector.disconnect.ends-reading", "goes-on-from-passive", "The side that was connected to can be read from once it has disconnected.", readOn(func(c *calls.Call) bool { return !calling(c) })),
		by("connector.accept.nd-io-timeout", "aborted-once-heard", "An Accept that the peer has heard of, and does not complete, is said to be canceled.",
			keeping(func(c *calls.Call, heard *calls.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(calls.ConnectorConnect, nd2.Success):
					heard.Set(nil, true)
				case c.Notifies(calls.ConnectorAccept, nd2.IOTimeout) && heard.Get(nil):
					c.Shadow.Force(nd2.Canceled)
				}
				return c.Proceed()
			})),
	})
}

// readOn breaks that a side which has disconnected can't be read from any more by one
// that has not; which says of whose Disconnect.
func readOn(which func(c *calls.Call) bool) defect {
	return keeping(func(c *calls.Call, ended *calls.Record[bool]) nd2.Status {
		if c.Method == calls.ConnectorDisconnect {
			ended.Set(c.Object, true)
			if which(c) {
				ended.Set(nil, true)
			}
		}
		if c.Method == calls.QPRead && ended.Get(nil) {
			if k := c.OnQP().Connector(); k != nil && !ended.Get(&k.Object) {
				c.OnResult(func(o *calls.Outcome) { o.Status = nd2.Success })
			}
		}
		return c.Proceed()
	})
}

// toldTooMuch tell what there is not, or not any more.
func toldTooMuch() []Mutant {
	attempting := func(c *calls.Call) bool {
		return slices.ContainsFunc(c.Outstanding(), func(s *calls.Shadow) bool { return s.Method == calls.ConnectorConnect })
	}
	// ended changes the local address that a connector tells once it has disconnected.
	ended := func(change func(c *calls.Call) nd2.Status) defect {
		return keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.ConnectorDisconnect:
				gone.Set(c.Object, true)
			case c.Method == calls.ConnectorGetLocalAddress && gone.Get(c.Object):
				return change(c)
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("connector.getreadlimits.nd-connection-invalid", "told-early", "The read limits are told, as 0, before the peer has answered.",
			at(calls.ConnectorGetReadLimits, func(c *calls.Call) nd2.Status {
				if s := c.Proceed(); s != nd2.ConnectionInvalid || !attempting(c) {
					return s
				}
				return nd2.Success
			})),
		by("connector.getreadlimits.nd-connection-invalid", "told-when-rejected", "The read limits are told, as 0, when the peer has rejected.",
			keeping(func(c *calls.Call, rejected *calls.Record[bool]) nd2.Status {
				if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
					rejected.Set(c.Object, true)
				}
				if s := c.Proceed(); c.Method != calls.ConnectorGetReadLimits || s != nd2.ConnectionInvalid || !rejected.Get(c.Object) {
					return s
				}
				return nd2.Success
			})),
		by("connector.getlocaladdress.bound", "peers-at-last", "The local address of a connector that has disconnected is its peer's.",
			keeping(func(c *calls.Call, peer *calls.Record[[]byte]) nd2.Status {
				if c.Method == calls.ConnectorDisconnect {
					b, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
					c.OnConnector().Inner.GetPeerAddress(b, &size)
					peer.Set(c.Object, b)
				}
				s := c.Proceed()
				if c.Method == calls.ConnectorGetLocalAddress && s == nd2.Success {
					copy(c.Buffer, peer.Get(c.Object))
				}
				return s
			})),
		by("connector.getlocaladdress.bound", "no-port-at-last", "The local address of a connector that has disconnected has no port.",
			ended(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success && len(c.Buffer) > 3 {
					c.Buffer[2], c.Buffer[3] = 0, 0
				}
				return s
			})),
		by("connector.getlocaladdress.bound", "unspecified-when-rejected", "The local address of a connector whose request was rejected is the unspecified one.",
			keeping(func(c *calls.Call, rejected *calls.Record[bool]) nd2.Status {
				if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
					rejected.Set(c.Object, true)
				}
				s := c.Proceed()
				if c.Method == calls.ConnectorGetLocalAddress && s == nd2.Success && rejected.Get(c.Object) {
					clear(c.Buffer[4:*c.Size])
				}
				return s
			})),
	}
}

// triedAgain break what becomes of a connector and its queue pair when a Connect has failed.
func triedAgain() []Mutant {
	unreached := func(_ *calls.Object, _ []byte, s nd2.Status) bool {
		return s == nd2.NetworkUnreachable || s == nd2.HostUnreachable || s == nd2.IOTimeout
	}
	// present is a refusal where a listener is bound.
	present := func(o *calls.Object, to []byte, s nd2.Status) bool {
		return s == nd2.ConnectionRefused && slices.ContainsFunc(calls.Living[*calls.Listener](o), func(l *calls.Listener) bool {
			return portOf(l.Inner.GetLocalAddress) == portIn(to)
		})
	}
	connector := func(c *calls.Call) *calls.Object { return c.Object }
	queuePair := func(c *calls.Call) *calls.Object { return calls.ObjectOf(c.QueuePair) }
	return []Mutant{
		by("connector.connect.retry-after-bad-destination", "active", "After a Connect to an address that nobody has, a connector can't connect.", spentBy(unreached, connector)),
		by("connector.connect.retry-after-connection-refused", "active-where-bound", "After a Connect that was refused where a listener is bound, a connector can't connect.", spentBy(present, connector)),
		by("connector.connect.failure-spares-queue-pair", "spent-by-nowhere", "A queue pair whose Connect went to an address that nobody has counts as connected.", spentBy(unreached, queuePair)),
		by("connector.connect.private-data", "first-again", "A Connect without private data hands over that of the connector's attempt before.",
			keepingAt(calls.ConnectorConnect, func(c *calls.Call, last *calls.Record[[]byte]) nd2.Status {
				if len(c.Buffer) > 0 {
					last.Set(c.Object, bytes.Clone(c.Buffer))
				} else {
					c.Buffer = last.Get(c.Object)
				}
				return c.Proceed()
			})),
	}
}

// spentBy makes a defect that refuses a Connect if one before, of the same object of the
// call's, has failed in a way: of a connector, to an address, with a status.
func spentBy(failed func(connector *calls.Object, to []byte, s nd2.Status) bool, of func(c *calls.Call) *calls.Object) defect {
	type attempt struct {
		of *calls.Object
		to []byte
	}
	return func() calls.Hooks {
		var spent calls.Record[bool]
		var last calls.Record[attempt] // of a connector
		note := func(connector *calls.Object, s nd2.Status) {
			if a := last.Get(connector); a.of != nil && failed(connector, a.to, s) {
				spent.Set(a.of, true)
			}
		}
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.ConnectorConnect:
				o := of(c)
				if o != nil && spent.Get(o) {
					return nd2.ConnectionActive
				}
				last.Set(c.Object, attempt{o, slices.Clone(c.Destination)})
			case c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorConnect:
				note(c.Object, c.Shadow.Status())
			}
			s := c.Proceed()
			if c.Method == calls.ConnectorConnect {
				note(c.Object, s)
			}
			return s
		}}
	}
}
