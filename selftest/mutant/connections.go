package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// connections break how connections are made.
func connections() []Mutant {
	return slices.Concat(attempts(), acceptances(), connectorBinds(), rejections(), privateData(), readLimits(), disconnects())
}

func attempts() []Mutant {
	return slices.Concat(connects(), retries())
}

// connects break what Connect and CompleteConnect do.
func connects() []Mutant {
	return []Mutant{
		by("connector.connect.abandoned-by-release", "goes-on", "The last Release of a connector leaves its attempt going on.", before(calls.ConnectorConnect, func(c *calls.Call) { c.Inner.AddRef() })),
		by("connector.connect.active-sends-first", "refused", "The active side cannot Send before it has received.", waitsForMessage(true)),
		by("connector.connect.canceled", "goes-on", "CancelOverlappedRequests leaves a Connect in progress.", uncancelable(calls.ConnectorConnect)),
		by("connector.connect.canceled-unheard", "active", "A queue pair whose Connect was canceled counts as connected.", spentByCancel(nd2.ConnectionActive)),
		by("connector.connect.canceled-unheard", "refused", "A queue pair whose Connect was canceled is refused.", spentByCancel(nd2.ConnectionRefused)),
		by("connector.connect.every-address", "ipv4-only", "A connector can't be bound to an IPv6 address.",
			refusing(calls.ConnectorBind, nd2.InvalidAddress, func(c *calls.Call) bool { return len(c.Buffer) > 0 && c.Buffer[0] == nd2.AFInet6 })),
		by("connector.connect.every-address", "ipv6-unreachable", "No IPv6 address is within reach, not even of itself.",
			refusing(calls.ConnectorConnect, nd2.NetworkUnreachable, func(c *calls.Call) bool { return len(c.Destination) > 0 && c.Destination[0] == nd2.AFInet6 })),
		by("connector.connect.every-address", "peer-unknown", "GetPeerAddress returns the local address.",
			at(calls.ConnectorGetPeerAddress, func(c *calls.Call) nd2.Status {
				if s := c.Proceed(); s != nd2.Success {
					return s
				}
				return c.OnConnector().Inner.GetLocalAddress(c.Buffer, c.Size)
			})),
		by("connector.connect.failure-spares-queue-pair", "flushes", "A Connect that fails flushes the queue pair.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorConnect && c.Shadow.Status() != nd2.Success {
					if q := c.OnConnector().QP(); q != nil {
						q.Inner.Flush()
					}
				}
				return c.Proceed()
			})),
		by("connector.connect.foreign-queue-pair", "taken", "What is no queue pair is taken for one.", unnoticed(calls.ConnectorConnect)),
		by("connector.connect.patient", "gives-up", "A request that nobody accepts while a Send times out is rejected.", impatient),
		by("connector.connect.reads-limited", "refused", "A Read beyond the number that may be in progress is refused.", refusesReads),
		by("connector.connect.receive-before", "refused", "Receives are refused until the queue pair is being connected.",
			refusing(calls.QPReceive, nd2.ConnectionInvalid, func(c *calls.Call) bool { return c.OnQP().Connector() == nil })),
		by("connector.completeconnect.required", "automatic", "The connection is complete when Connect has completed.",
			onCall(func(c *calls.Call) nd2.Status {
				switch {
				case c.Notifies(calls.ConnectorConnect, nd2.Success):
					c.OnConnector().Inner.CompleteConnect(new(nd2.Overlapped))
				case c.Method == calls.ConnectorCompleteConnect:
					if s := c.Proceed(); s != nd2.ConnectionInvalid {
						return s
					}
					return nd2.Success
				}
				return c.Proceed()
			})),
	}
}

// retries break that a connector can be tried again.
func retries() []Mutant {
	retry := func(status ...nd2.Status) defect {
		return func() calls.Hooks {
			var failed calls.Record[bool]
			note := func(o *calls.Object, s nd2.Status) {
				if slices.Contains(status, s) {
					failed.Set(o, true)
				}
			}
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Method == calls.ConnectorConnect && failed.Get(c.Object) {
					return nd2.ConnectionActive
				}
				if c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorConnect {
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
	return []Mutant{
		by("connector.connect.retry-after-connection-refused", "active", "After ND_CONNECTION_REFUSED a connector can't connect.", retry(nd2.ConnectionRefused)),
		by("connector.connect.retry-after-invalid-buffer-size", "active", "After ND_INVALID_BUFFER_SIZE a connector can't connect.", retry(nd2.InvalidBufferSize)),
		by("connector.connect.retry-after-io-timeout", "active", "After ND_IO_TIMEOUT a connector can't connect.", retry(nd2.IOTimeout)),
		by("connector.connect.retry-after-unreachable", "active", "After ND_NETWORK_UNREACHABLE or ND_HOST_UNREACHABLE a connector can't connect.", retry(nd2.NetworkUnreachable, nd2.HostUnreachable)),
	}
}

func acceptances() []Mutant {
	return []Mutant{
		by("connector.accept.canceled", "goes-on", "CancelOverlappedRequests leaves an Accept in progress.", uncancelable(calls.ConnectorAccept)),
		by("connector.accept.first-receive", "incomplete", "The last byte of a message is not there.",
			each(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestReceive) {
					flip(o.Of.SGE, int(o.BytesTransferred)-1)
				}
			})),
		by("connector.accept.foreign-queue-pair", "taken", "What is no queue pair is taken for one.", unnoticed(calls.ConnectorAccept)),
		by("connector.accept.queue-pair-of-other-handle", "taken", "A queue pair of another handle is taken for one of the connector's.", unnoticed(calls.ConnectorAccept)),
		by("connector.accept.no-request", "accepted", "Accept without a request succeeds.", unnoticed(calls.ConnectorAccept)),
		by("connector.accept.one-connection", "ended", "An attempt to connect a queue pair a second time ends its connection.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if q, ok := c.QueuePair.(*calls.QueuePair); ok && s == nd2.ConnectionActive {
					q.Inner.Flush()
				}
				return s
			})),
		by("connector.accept.passive-sends-second", "refused", "The passive side cannot Send, although it has received.",
			refusing(calls.QPSend, nd2.ConnectionInvalid, func(c *calls.Call) bool {
				k := c.OnQP().Connector()
				return k != nil && !k.Active()
			})),
		by("connector.accept.retry-after-invalid-buffer-size", "invalid", "After ND_INVALID_BUFFER_SIZE a connector holds no request.", afterTooMuch(calls.ConnectorAccept, calls.ConnectorAccept)),
	}
}

func rejections() []Mutant {
	return []Mutant{
		by("connector.reject.frees-queue-pair", "kept", "A queue pair can be connected by its first connector only.",
			refusing(calls.ConnectorConnect, nd2.ConnectionActive, func(c *calls.Call) bool {
				q, ok := c.QueuePair.(*calls.QueuePair)
				return ok && q.Connector() != nil && q.Connector() != c.Self
			})),
		by("connector.reject.nothing-to-reject", "succeeds", "Reject without anything to reject succeeds.", unnoticed(calls.ConnectorReject)),
		by("connector.reject.retry-after-invalid-buffer-size", "invalid", "After ND_INVALID_BUFFER_SIZE a connector holds no request.", afterTooMuch(calls.ConnectorReject, calls.ConnectorReject, calls.ConnectorAccept)),
	}
}

// unnoticed makes a defect by which calls of a method that would fail succeed, and
// do nothing.
func unnoticed(method string) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if s := c.Proceed(); s == nd2.Pending {
			return s
		}
		return nd2.Success
	})
}

// uncancelable makes a defect by which CancelOverlappedRequests does nothing to an
// object with a request of a method in progress.
func uncancelable(method string) defect {
	return at(calls.CancelOverlappedRequests, func(c *calls.Call) nd2.Status {
		if slices.ContainsFunc(c.Outstanding(), func(s *calls.Shadow) bool { return s.Method == method }) {
			return nd2.Success
		}
		return c.Proceed()
	})
}

// waitsForMessage makes a defect by which one side of a connection can't Send before
// it has received.
func waitsForMessage(active bool) defect {
	return func() calls.Hooks {
		var received calls.Record[bool]
		return calls.Hooks{
			Call: calls.At(calls.QPSend, func(c *calls.Call) nd2.Status {
				k := c.OnQP().Connector()
				if k != nil && k.Active() == active && !received.Get(c.Object) {
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				for i := range fresh {
					if o := &fresh[i]; o.On != nil && o.Succeeded(nd2.RequestReceive) {
						received.Set(&o.On.Object, true)
					}
				}
				return fresh
			},
		}
	}
}

// impatient rejects what connectors hold when a Send has timed out elsewhere.
func impatient() calls.Hooks {
	var given calls.Record[bool] // to a listener
	return calls.Hooks{
		Call: calls.At(calls.ListenerGetConnectionRequest, func(c *calls.Call) nd2.Status {
			if k := calls.ObjectOf(c.Connector); k != nil {
				given.Set(k, true)
			}
			return c.Proceed()
		}),
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.Status == nd2.IOTimeout }) {
				for _, k := range calls.Living[*calls.Connector](&q.Object) {
					if given.Get(&k.Object) && k.QP() == nil {
						k.Inner.Reject(nil)
					}
				}
			}
			return fresh
		},
	}
}

// afterTooMuch makes a defect by which, once a method has returned
// ND_INVALID_BUFFER_SIZE, others do not find the request any more.
func afterTooMuch(method string, then ...string) defect {
	return keeping(func(c *calls.Call, lost *calls.Record[bool]) nd2.Status {
		if slices.Contains(then, c.Method) && lost.Get(c.Object) {
			return nd2.ConnectionInvalid
		}
		s := c.Proceed()
		if c.Method == method && s == nd2.InvalidBufferSize {
			lost.Set(c.Object, true)
		}
		return s
	})
}

// spentByCancel makes a defect by which no other Connect of a queue pair succeeds once
// one has been canceled.
func spentByCancel(with nd2.Status) defect {
	return func() calls.Hooks {
		var pair calls.Record[*calls.Object] // of a connector
		var spent calls.Record[bool]         // of a queue pair
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch c.Method {
			case calls.ConnectorConnect:
				q := calls.ObjectOf(c.QueuePair)
				if q != nil && spent.Get(q) {
					return with
				}
				pair.Set(c.Object, q)
			case calls.CancelOverlappedRequests:
				if q := pair.Get(c.Object); q != nil && len(c.Outstanding()) > 0 {
					spent.Set(q, true)
				}
			}
			return c.Proceed()
		}}
	}
}
