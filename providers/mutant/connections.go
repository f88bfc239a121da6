package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

const (
	bindConnector    = "IND2Connector::Bind"
	completeConnect  = "IND2Connector::CompleteConnect"
	reject           = "IND2Connector::Reject"
	getReadLimits    = "IND2Connector::GetReadLimits"
	getPrivateData   = "IND2Connector::GetPrivateData"
	connectorAddress = "IND2Connector::GetLocalAddress"
	peerAddress      = "IND2Connector::GetPeerAddress"
	notifyDisconnect = "IND2Connector::NotifyDisconnect"
)

// connections break how connections are made.
func connections() []Mutant {
	return slices.Concat(attempts(), acceptances(), bindings(), rejections(), exchanged(), readLimits(), goings())
}

func attempts() []Mutant {
	retry := func(status ...nd2.Status) func() defect {
		return func() defect {
			var failed record[bool]
			note := func(o *object, s nd2.Status) {
				if slices.Contains(status, s) {
					failed.set(o, true)
				}
			}
			return defect{call: func(c *call) nd2.Status {
				if c.method == connect && failed.get(c.object) {
					return nd2.ConnectionActive
				}
				if c.method == setEvent && c.shadow.method == connect {
					note(c.object, c.shadow.status())
				}
				s := c.proceed()
				if c.method == connect {
					note(c.object, s)
				}
				return s
			}}
		}
	}
	return []Mutant{
		by("connector.connect.abandoned-by-release", "goes-on", "The last Release of a connector leaves its attempt going on.", before(connect, func(c *call) { c.inner.AddRef() })),
		by("connector.connect.active-sends-first", "refused", "The active side cannot Send before it has received.", waitsForMessage(true)),
		by("connector.connect.canceled", "goes-on", "CancelOverlappedRequests leaves a Connect in progress.", uncancelable(connect)),
		by("connector.connect.every-address", "ipv4-only", "A connector can't be bound to an IPv6 address.",
			refusing(bindConnector, nd2.InvalidAddress, func(c *call) bool { return len(c.buffer) > 0 && c.buffer[0] == nd2.AFInet6 })),
		by("connector.connect.every-address", "peer-unknown", "GetPeerAddress gives the local address.",
			at(peerAddress, func(c *call) nd2.Status {
				if s := c.proceed(); s != nd2.Success {
					return s
				}
				return c.self.(*connector).inner.GetLocalAddress(c.buffer, c.size)
			})),
		by("connector.connect.failure-spares-queue-pair", "flushes", "A Connect that fails flushes the queue pair.",
			calls(func(c *call) nd2.Status {
				if c.method == setEvent && c.shadow.method == connect && c.shadow.status() != nd2.Success {
					if q := c.self.(*connector).pair(); q != nil {
						q.inner.Flush()
					}
				}
				return c.proceed()
			})),
		by("connector.connect.foreign-queue-pair", "taken", "What is no queue pair is taken for one.", unnoticed(connect)),
		by("connector.connect.patient", "gives-up", "A request that nobody accepts while a Send times out is rejected.", impatient),
		by("connector.connect.reads-limited", "refused", "A Read beyond the number that may be in progress is refused.", refusesReads),
		by("connector.connect.receive-before", "refused", "Receives are refused until the queue pair is being connected.",
			refusing(receive, nd2.ConnectionInvalid, func(c *call) bool { return c.pair().connector.Load() == nil })),
		by("connector.connect.retry-after-connection-refused", "active", "After ND_CONNECTION_REFUSED a connector can't connect.", retry(nd2.ConnectionRefused)),
		by("connector.connect.retry-after-invalid-buffer-size", "active", "After ND_INVALID_BUFFER_SIZE a connector can't connect.", retry(nd2.InvalidBufferSize)),
		by("connector.connect.retry-after-io-timeout", "active", "After ND_IO_TIMEOUT a connector can't connect.", retry(nd2.IOTimeout)),
		by("connector.connect.retry-after-unreachable", "active", "After ND_NETWORK_UNREACHABLE or ND_HOST_UNREACHABLE a connector can't connect.", retry(nd2.NetworkUnreachable, nd2.HostUnreachable)),
		by("connector.completeconnect.required", "automatic", "The connection is complete when Connect has completed.",
			calls(func(c *call) nd2.Status {
				switch {
				case c.notifies(connect, nd2.Success):
					c.self.(*connector).inner.CompleteConnect(&nd2.Overlapped{Event: &shadow{object: c.object, muted: true}})
				case c.method == completeConnect:
					if s := c.proceed(); s != nd2.ConnectionInvalid {
						return s
					}
					return nd2.Success
				}
				return c.proceed()
			})),
	}
}

func acceptances() []Mutant {
	return []Mutant{
		by("connector.accept.canceled", "goes-on", "CancelOverlappedRequests leaves an Accept in progress.", uncancelable(accept)),
		by("connector.accept.first-receive", "incomplete", "The last byte of a message is not there.",
			each(func(o *outcome) {
				if o.succeeded(nd2.RequestReceive) {
					flip(o.of.sge, int(o.BytesTransferred)-1)
				}
			})),
		by("connector.accept.foreign-queue-pair", "taken", "What is no queue pair is taken for one.", unnoticed(accept)),
		by("connector.accept.no-request", "accepted", "Accept without a request succeeds.", unnoticed(accept)),
		by("connector.accept.one-connection", "ended", "An attempt to connect a queue pair a second time ends its connection.",
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if q, ok := c.queuePair.(*queuePair); ok && s == nd2.ConnectionActive {
					q.inner.Flush()
				}
				return s
			})),
		by("connector.accept.passive-sends-second", "refused", "The passive side cannot Send, although it has received.",
			refusing(send, nd2.ConnectionInvalid, func(c *call) bool {
				k := c.pair().connector.Load()
				return k != nil && !k.active.Load()
			})),
		by("connector.accept.retry-after-invalid-buffer-size", "invalid", "After ND_INVALID_BUFFER_SIZE a connector holds no request.", afterTooMuch(accept, accept)),
	}
}

func bindings() []Mutant {
	return []Mutant{
		by("connector.bind.ephemeral-port", "low", "Port 0 gives a port below 49152.", lowPorts(bindConnector)),
		by("connector.bind.foreign-address", "taken", "An address that is not the adapter's is bound.", unnoticed(bindConnector)),
		by("connector.bind.port-of-listener", "refused", "A connector can't be bound to a listener's port.",
			func() defect {
				var listening record[string]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					if c.method == listenerAddress && s == nd2.Success {
						listening.set(c.object, string(c.buffer[:*c.size]))
					}
					if c.method == bindConnector && listening.any(func(a string) bool { return a == string(c.buffer) }) {
						return nd2.SharingViolation
					}
					return s
				}}
			}),
		by("connector.bind.released-port", "kept", "A connector's port is not free after its release.", after(bindConnector, func(c *call) { c.inner.AddRef() })),
		by("connector.disconnect.frees-addresses", "kept", "The port of a connection that has ended is not free.", before(connect, func(c *call) { c.inner.AddRef() })),
		by("connector.bind.unique-port", "none", "Port 0 is told as port 0.", portless(connectorAddress)),
		by("connector.bind.unique-port", "same", "Every connector says that it has the same port.", samePort(connectorAddress)),
	}
}

func rejections() []Mutant {
	return []Mutant{
		by("connector.reject.frees-queue-pair", "kept", "A queue pair can be connected by its first connector only.",
			refusing(connect, nd2.ConnectionActive, func(c *call) bool {
				q, ok := c.queuePair.(*queuePair)
				return ok && q.connector.Load() != nil && q.connector.Load() != c.self
			})),
		by("connector.reject.nothing-to-reject", "succeeds", "Reject without anything to reject succeeds.", unnoticed(reject)),
		by("connector.reject.retry-after-invalid-buffer-size", "invalid", "After ND_INVALID_BUFFER_SIZE a connector holds no request.", afterTooMuch(reject, reject, accept)),
	}
}

// unnoticed makes a defect by which calls of a method that would fail succeed, and
// do nothing.
func unnoticed(method string) func() defect {
	return at(method, func(c *call) nd2.Status {
		if s := c.proceed(); s == nd2.Pending {
			return s
		}
		return nd2.Success
	})
}

// uncancelable makes a defect by which CancelOverlappedRequests does nothing to an
// object with a request of a method in progress.
func uncancelable(method string) func() defect {
	return at(cancel, func(c *call) nd2.Status {
		if slices.ContainsFunc(c.outstanding(), func(s *shadow) bool { return s.method == method }) {
			return nd2.Success
		}
		return c.proceed()
	})
}

// waitsForMessage makes a defect by which one side of a connection can't Send before
// it has received.
func waitsForMessage(active bool) func() defect {
	return func() defect {
		var received record[bool]
		return defect{
			call: only(send, func(c *call) nd2.Status {
				k := c.pair().connector.Load()
				if k != nil && k.active.Load() == active && !received.get(c.object) {
					return nd2.ConnectionInvalid
				}
				return c.proceed()
			}),
			results: func(_ *completionQueue, fresh []outcome) []outcome {
				for i := range fresh {
					if o := &fresh[i]; o.on != nil && o.succeeded(nd2.RequestReceive) {
						received.set(o.on.base(), true)
					}
				}
				return fresh
			},
		}
	}
}

// impatient rejects what connectors hold when a Send has timed out elsewhere.
func impatient() defect {
	return defect{
		call: only(getConnectionRequest, func(c *call) nd2.Status {
			if k, ok := c.connector.(*connector); ok {
				k.given.Store(true)
			}
			return c.proceed()
		}),
		results: func(q *completionQueue, fresh []outcome) []outcome {
			if slices.ContainsFunc(fresh, func(o outcome) bool { return o.Status == nd2.IOTimeout }) {
				for _, k := range others[*connector](q.world, nil) {
					if k.given.Load() && k.pair() == nil {
						k.inner.Reject(nil)
					}
				}
			}
			return fresh
		},
	}
}

// afterTooMuch makes a defect by which, once a method has returned
// ND_INVALID_BUFFER_SIZE, others do not find the request any more.
func afterTooMuch(method string, then ...string) func() defect {
	return func() defect {
		var lost record[bool]
		return defect{call: func(c *call) nd2.Status {
			if slices.Contains(then, c.method) && lost.get(c.object) {
				return nd2.ConnectionInvalid
			}
			s := c.proceed()
			if c.method == method && s == nd2.InvalidBufferSize {
				lost.set(c.object, true)
			}
			return s
		}}
	}
}

// lowPorts makes a defect by which port 0 gives a port outside the ephemeral range.
func lowPorts(method string) func() defect {
	return func() defect {
		var last atomic.Uint32
		last.Store(20000)
		return defect{call: only(method, func(c *call) nd2.Status {
			if len(c.buffer) >= nd2.SockaddrInSize && c.buffer[2] == 0 && c.buffer[3] == 0 {
				c.buffer = slices.Clone(c.buffer)
				setPort(c.buffer, uint16(last.Add(1)))
			}
			return c.proceed()
		})}
	}
}

func setPort(sockaddr []byte, port uint16) { sockaddr[2], sockaddr[3] = byte(port>>8), byte(port) }

func portless(method string) func() defect {
	return after(method, func(c *call) { setPort(c.buffer, 0) })
}

func samePort(method string) func() defect {
	return after(method, func(c *call) { setPort(c.buffer, 50000) })
}
