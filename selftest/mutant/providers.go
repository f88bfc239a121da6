package mutant

import (
	"fmt"
	"net"
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// whole are mutants of what a provider, a queue pair or a connector is as a whole.
func whole() []Mutant {
	return slices.Concat(providerObjects(), secondQueuePairs(), hostPorts(), strayListeners(), errorsForgotten())
}

func providerObjects() []Mutant {
	return []Mutant{
		by("provider.interfaces", "no-unknown", "The provider says that it has no interface IUnknown.", refusingInterface("IND2Provider", nd2.IIDUnknown)),
		by("provider.interfaces", "not-itself", "The provider says that it has no interface of its own.", refusingInterface("IND2Provider", nd2.IIDProvider)),
		by("provider.instantiated-again", "ends-together", "When one IND2Provider has been released, no other works.",
			keeping(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				p, ok := c.Self.(*calls.Provider)
				switch {
				case ok && c.Method == calls.Release:
					gone.Set(nil, true)
				case ok && c.Method == calls.ProviderOpenAdapter && p != nil && gone.Get(nil):
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		by("provider.instantiated-again", "other-ids", "Each IND2Provider has ids of its own for the adapters.",
			func() calls.Hooks {
				var numbers calls.Record[uint64]
				return calls.Hooks{Call: calls.After(calls.ProviderResolveAddress, func(c *calls.Call) {
					n := numbers.Get(c.Object)
					if n == 0 {
						n = numbers.Update(nil, func(last uint64) uint64 { return last + 1 })
						numbers.Set(c.Object, n)
					}
					*c.FoundID += n << 40
				})}
			}),
		by("adapter.createqueuepair.interfaces", "no-unknown", "The queue pair says that it has no interface IUnknown.", refusingInterface("IND2QueuePair", nd2.IIDUnknown)),
		by("adapter.createqueuepair.interfaces", "not-itself", "The queue pair says that it has no interface of its own.", refusingInterface("IND2QueuePair", nd2.IIDQueuePair)),
		by("adapter.createqueuepairwithsrq.interfaces", "no-unknown", "A queue pair with a shared receive queue says that it has no interface IUnknown.", refusingWithSRQ(nd2.IIDUnknown)),
		by("adapter.createqueuepairwithsrq.interfaces", "not-itself", "A queue pair with a shared receive queue says that it has no interface of its own.", refusingWithSRQ(nd2.IIDQueuePair)),
	}
}

// refusingWithSRQ is [refusingInterface] of queue pairs with a shared receive queue.
func refusingWithSRQ(iid nd2.GUID) defect {
	return refusing(calls.QueryInterface, nd2.NotSupported, func(c *calls.Call) bool {
		q, ok := c.Self.(*calls.QueuePair)
		return ok && q.SRQ != nil && c.IID == iid
	})
}

func secondQueuePairs() []Mutant {
	// connected reports whether a Connect is on a connector that connects another queue
	// pair already.
	connected := func(c *calls.Call) *calls.QueuePair {
		for _, q := range calls.Living[*calls.QueuePair](c.Object) {
			if q.Connector() == c.Self && nd2.Unknown(q) != c.QueuePair {
				return q
			}
		}
		return nil
	}
	return []Mutant{
		by("connector.connect.one-queue-pair", "said", "A connector that is connected says that it connects another queue pair, too.",
			at(calls.ConnectorConnect, func(c *calls.Call) nd2.Status {
				if connected(c) != nil {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("connector.connect.one-queue-pair", "ends-the-first", "A Connect on a connector that is connected fails, and ends the connection.",
			before(calls.ConnectorConnect, func(c *calls.Call) {
				if q := connected(c); q != nil {
					q.Inner.Flush()
				}
			})),
		by("connector.notifydisconnect.canceled-only-by-cancel", "by-disconnect", "Disconnect cancels its connector's NotifyDisconnect.",
			before(calls.ConnectorDisconnect, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					if s.Method == calls.ConnectorNotifyDisconnect {
						s.End(nd2.Canceled)
					}
				}
			})),
		by("connector.notifydisconnect.canceled-only-by-cancel", "when-disconnected", "When a Disconnect has succeeded, its connector's NotifyDisconnect is canceled.",
			at(calls.ConnectorDisconnect, func(c *calls.Call) nd2.Status {
				waiting := c.Outstanding()
				s := c.Proceed()
				for _, n := range waiting {
					if n.Method == calls.ConnectorNotifyDisconnect {
						n.Force(nd2.Canceled)
						n.SetEvent()
					}
				}
				return s
			})),
	}
}

// hostPorts are mutants whose ports are the host's TCP ports.
func hostPorts() (list []Mutant) {
	port := func(c *calls.Call) uint16 {
		a, _ := nd2.ParseSockaddr(c.Buffer)
		return a.Port()
	}
	for _, m := range []struct{ entry, method string }{
		{"listener.bind.host-port", calls.ListenerBind}, {"connector.bind.host-tcp-port", calls.ConnectorBind},
	} {
		list = append(list,
			by(m.entry, "shared", "A port that the host's TCP has is refused.",
				refusing(m.method, nd2.SharingViolation, func(c *calls.Call) bool {
					l, err := net.Listen("tcp", fmt.Sprintf(":%d", port(c)))
					if err == nil {
						l.Close()
					}
					return err != nil && port(c) != 0
				})),
			by(m.entry, "taken", "A port that is bound is taken from the host's TCP.", takingHostPorts(m.method, port)))
	}
	return list
}

// takingHostPorts makes a defect by which a port that a method binds is taken from the
// host until the instance is closed.
func takingHostPorts(method string, port func(c *calls.Call) uint16) defect {
	return func() calls.Hooks {
		var taken calls.Record[[]net.Listener]
		return calls.Hooks{
			Call: calls.After(method, func(c *calls.Call) {
				if p := port(c); p != 0 {
					if l, err := net.Listen("tcp", fmt.Sprintf(":%d", p)); err == nil {
						taken.Update(nil, func(list []net.Listener) []net.Listener { return append(list, l) })
					}
				}
			}),
			Close: func() {
				for _, l := range taken.Set(nil, nil) {
					l.Close()
				}
			},
		}
	}
}

// strayListeners are mutants by which a listener at the unspecified address listens on
// every adapter.
func strayListeners() []Mutant {
	stray := func(which func(c *calls.Call, l *calls.Listener) bool) defect {
		return keeping(func(c *calls.Call, every *calls.Record[bool]) nd2.Status {
			switch c.Method {
			case calls.ListenerBind:
				a, _ := nd2.ParseSockaddr(c.Buffer)
				every.Set(c.Object, a.Addr().IsUnspecified())
			case calls.ConnectorConnect:
				to, _ := nd2.ParseSockaddr(c.Destination)
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					b, size := make([]byte, nd2.SockaddrIn6Size), uint32(nd2.SockaddrIn6Size)
					if !every.Get(&l.Object) || !which(c, l) || l.Inner.GetLocalAddress(b, &size) != nd2.Success {
						continue
					}
					at, _ := nd2.ParseSockaddr(b[:size])
					own := addressLike(l.Parent, to.Addr())
					if at.Port() == to.Port() && own.IsValid() {
						c.Destination = nd2.Sockaddr(netip.AddrPortFrom(own, to.Port()))
					}
				}
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		by("listener.bind.any-own-adapter", "every-adapter", "A listener at the unspecified address takes requests to every adapter.", stray(func(*calls.Call, *calls.Listener) bool { return true })),
		by("listener.bind.any-own-adapter", "from-its-own", "A listener at the unspecified address takes its own adapter's requests to every other one.", stray(func(c *calls.Call, l *calls.Listener) bool { return c.Parent == l.Parent })),
	}
}

// addressLike is an address of an adapter of the family of another one.
func addressLike(a *calls.Adapter, other netip.Addr) netip.Addr {
	for _, sockaddr := range addresses(a) {
		if own, _ := nd2.ParseSockaddr(sockaddr); own.Addr().Is4() == other.Is4() && !own.Addr().IsLinkLocalUnicast() {
			return own.Addr()
		}
	}
	return netip.Addr{}
}

func errorsForgotten() []Mutant {
	forgetting := func(which func(s nd2.Status, asked int) bool) defect {
		return keepingAt(calls.GetOverlappedResult, func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
			s := c.Proceed()
			if c.Shadow != nil && s.Failed() && which(s, asked.Update(c.Object, increment)) {
				return nd2.Success
			}
			return s
		})
	}
	return []Mutant{
		by("overlapped.getoverlappedresult.error-stays", "refusal-forgotten", "GetOverlappedResult makes a success of a request that was refused.",
			forgetting(func(s nd2.Status, _ int) bool { return s == nd2.ConnectionRefused })),
		by("overlapped.getoverlappedresult.error-stays", "second-time", "GetOverlappedResult returns ND_SUCCESS when it has told of the error once.",
			forgetting(func(_ nd2.Status, asked int) bool { return asked > 1 })),
		by("srq.notify.parallel", "one-at-a-time", "A shared receive queue takes one Notify at a time.",
			refusing(calls.SRQNotify, nd2.DeviceBusy, func(c *calls.Call) bool {
				return len(slices.DeleteFunc(c.Outstanding(), func(s *calls.Shadow) bool { return s == c.Shadow })) > 0
			})),
		by("srq.notify.parallel", "newest-only", "Of the Notifies of a shared receive queue only the newest is ever notified.",
			before(calls.SRQNotify, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					if s != c.Shadow {
						s.Mute()
					}
				}
			})),
	}
}
