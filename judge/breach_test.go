package judge_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A fault breaks a provider: it carries a call out, and may lie about it.
type fault func(c *calls.Call) nd2.Status

// says makes a method return a status in place of another one.
func says(method string, status, instead nd2.Status) fault {
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if c.Method == method && s == instead {
			return status
		}
		return s
	}
}

// after changes what a method has returned.
func after(method string, change func(c *calls.Call, s nd2.Status) nd2.Status) fault {
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if c.Method == method {
			return change(c, s)
		}
		return s
	}
}

// wrongPort changes the port of the address that a method returns.
func wrongPort(method string) fault {
	return after(method, func(c *calls.Call, s nd2.Status) nd2.Status {
		if s == nd2.Success {
			binary.BigEndian.PutUint16(c.Buffer[2:], binary.BigEndian.Uint16(c.Buffer[2:])^1)
		}
		return s
	})
}

// addressOf asks an object for an address, with room for n bytes.
func addressOf(call func([]byte, *uint32) nd2.Status, n int) uint32 {
	size := uint32(n)
	call(make([]byte, n), &size)
	return size
}

// A breach is a fault, the rule that it breaks and a program that shows it; see breaches.
type breach struct {
	name, rule string
	apart      bool
	fault      fault
	program    func(s *setup, a, b *end)
}

// on runs the program on a provider with a fault, and returns what is found of the provider.
func (b breach) on(t *testing.T, f fault) (list []judge.Finding) {
	s := openWith(t, "ref,adapters=2", true, f)
	if !b.apart {
		s.connect()
	}
	b.program(s, s.ends[0], s.ends[1])
	for _, found := range s.close() {
		if found.Of == judge.Provider {
			list = append(list, found)
		}
	}
	return list
}

// breaches are faults of providers, each with the rule that is broken and the program that shows it; the same program
// finds nothing on a provider that is sound. apart programs are not connected before.
func breaches() []breach {
	return []breach{
		{
			"an object beside a failure", "adapter.createconnector.unknown-iid", true,
			after(calls.AdapterCreateConnector, func(c *calls.Call, s nd2.Status) nd2.Status {
				if s.Failed() {
					*c.Out = c.Inner
				}
				return s
			}),
			func(s *setup, a, b *end) {
				var out nd2.Unknown
				a.CreateConnector(nd2.GUID{Data1: 7}, a.File, &out)
			},
		},
		{
			"a size that is too small for what Query tells", "adapter.query.size-used", false,
			after(calls.AdapterQuery, func(c *calls.Call, s nd2.Status) nd2.Status {
				*c.Size--
				return s
			}),
			func(s *setup, a, b *end) { providers.QueryInfo(a.Adapter) },
		},
		{
			"a size that is too small for a list", "adapter.queryaddresslist.size-used", false,
			after(calls.AdapterQueryAddressList, func(c *calls.Call, s nd2.Status) nd2.Status {
				*c.Size = 1
				return s
			}),
			func(s *setup, a, b *end) {
				size := uint32(1 << 12)
				a.QueryAddressList(new(nd2.SocketAddressList), &size)
			},
		},
		{
			"a size that is too small for an address", "connector.getlocaladdress.nd-buffer-overflow", false,
			after(calls.ConnectorGetLocalAddress, func(c *calls.Call, s nd2.Status) nd2.Status {
				if s == nd2.BufferOverflow {
					*c.Size--
				}
				return s
			}),
			func(s *setup, a, b *end) { addressOf(a.conn.GetLocalAddress, 4) },
		},
		{
			"another port than the one told", "connector.getlocaladdress.nd-success", false,
			func() fault {
				wrong, n := wrongPort(calls.ConnectorGetLocalAddress), 0
				return func(c *calls.Call) nd2.Status {
					if c.Method == calls.ConnectorGetLocalAddress {
						n++
					}
					if n == 2 {
						return wrong(c)
					}
					return c.Proceed()
				}
			}(),
			func(s *setup, a, b *end) {
				addressOf(a.conn.GetLocalAddress, 28)
				addressOf(a.conn.GetLocalAddress, 28)
			},
		},
		{
			"another peer than the one connected to", "connector.getpeeraddress.nd-success", false,
			wrongPort(calls.ConnectorGetPeerAddress),
			func(s *setup, a, b *end) { addressOf(a.conn.GetPeerAddress, 28) },
		},
		{
			"another peer than the connected one", "connector.getpeeraddress.nd-success", false,
			wrongPort(calls.ConnectorGetPeerAddress),
			func(s *setup, a, b *end) {
				addressOf(a.conn.GetLocalAddress, 28)
				addressOf(b.conn.GetPeerAddress, 28)
			},
		},
		{
			"a listener that listens and has no address", "listener.getlocaladdress.nd-buffer-overflow", false,
			says(calls.ListenerGetLocalAddress, nd2.InvalidDeviceState, nd2.BufferOverflow),
			func(s *setup, a, b *end) { addressOf(s.listener.GetLocalAddress, 4) },
		},
		{
			"two listeners at one place", "listener.bind.nd-sharing-violation", false,
			says(calls.ListenerBind, nd2.Success, nd2.SharingViolation),
			func(s *setup, a, b *end) {
				address, size := make([]byte, 28), uint32(28)
				s.listener.GetLocalAddress(address, &size)
				l := make1[nd2.Listener](s, b.Listener())
				l.Bind(address[:size])
				l.Release()
			},
		},
		{
			"a port of the provider's choice that is in use", "connector.bind.nd-success", true,
			says(calls.ConnectorBind, nd2.AddressAlreadyExists, nd2.Success),
			func(s *setup, a, b *end) { a.conn.Bind(a.at.Sockaddr()) },
		},
		{
			"another adapter's address", "listener.bind.foreign-address", true,
			func(c *calls.Call) nd2.Status {
				if s := c.Proceed(); c.Method != calls.ListenerBind {
					return s
				}
				return nd2.Success
			},
			func(s *setup, a, b *end) {
				l := make1[nd2.Listener](s, a.Listener())
				l.Bind(b.at.Sockaddr())
				l.Release()
			},
		},
		{
			"a Notify that a cancellation does not end", "cq.notify.cancel-ends-all", false,
			func(c *calls.Call) nd2.Status {
				if c.Method == calls.CancelOverlappedRequests && c.Kind == "IND2CompletionQueue" {
					return nd2.Success
				}
				if c.Method == calls.EventSet && c.Proxy.Method == calls.CQNotify {
					return nd2.Success
				}
				return c.Proceed()
			},
			func(s *setup, a, b *end) {
				a.queue.Notify(nd2.NotifyAny, &nd2.Overlapped{Event: new(ndclient.Event)})
				a.queue.CancelOverlappedRequests()
			},
		},
		{
			"an Invalidate that says that memory is not valid", "cq.getresults.invalidate.never-nd-access-violation", false,
			after(calls.CQGetResults, func(c *calls.Call, s nd2.Status) nd2.Status {
				for i := range c.Results[:c.Count] {
					if r := &c.Results[i]; r.RequestType == nd2.RequestInvalidate {
						r.Status = nd2.AccessViolation
					}
				}
				return s
			}),
			func(s *setup, a, b *end) {
				s.ok("Bind", a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead))
				s.ok("Invalidate", a.pair.Invalidate(2, a.window, 0))
				s.take(a.queue, 2)
			},
		},
		{
			"a Write with two flags that is refused", "qp.write.nd-success", false,
			func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPWrite {
					return nd2.InvalidParameter
				}
				return c.Proceed()
			},
			func(s *setup, a, b *end) {
				if a.pair.Write(1, a.entry(0, 9), 0, 0, nd2.Inline|nd2.SilentSuccess) == nd2.Success {
					a.pair.Flush()
				}
			},
		},
		{
			"a Bind that memory does not allow", "qp.bind.nd-success", false,
			func(c *calls.Call) nd2.Status {
				if c.Method == calls.QPBind {
					return nd2.AccessViolation
				}
				return c.Proceed()
			},
			func(s *setup, a, b *end) {
				if a.pair.Bind(1, a.region, a.window, a.memory[:99], nd2.AllowRead) == nd2.Success {
					s.ok("Invalidate", a.pair.Invalidate(2, a.window, 0))
					s.take(a.queue, 2)
				}
			},
		},
		{
			"a connection that never was", "connector.notifydisconnect.nd-success", false,
			says(calls.ConnectorNotifyDisconnect, nd2.ConnectionInvalid, nd2.Pending),
			func(s *setup, a, b *end) {
				r := ndclient.NewRequest(a.conn)
				r.Start(a.conn.NotifyDisconnect)
				s.fine(s.connection.Disconnect(limit))
				r.Await(limit)
				a.keeps[a.conn], b.keeps[b.conn] = true, true
				a.conn.Release()
				b.conn.Release()
			},
		},
		{
			"a Connect that nobody has accepted", "connector.connect.nd-success", true,
			says(calls.GetOverlappedResult, nd2.Success, nd2.ConnectionRefused),
			func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				b.conn.Reject(nil)
				connect.Await(limit)
			},
		},
		{
			"limits that the peer does not have", "connector.getreadlimits.active", true,
			after(calls.ConnectorGetReadLimits, func(c *calls.Call, s nd2.Status) nd2.Status {
				if s == nd2.Success {
					*c.InboundLimit = 4
				}
				return s
			}),
			func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status {
					return b.conn.Accept(b.pair, 2, 2, nil, o)
				})
				s.fine(connect.Succeed("Connect", limit))
				var in, out uint32
				a.conn.GetReadLimits(&in, &out)
				s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
				s.fine(accept.Succeed("Accept", limit))
			},
		},
		{
			"private data that are lost", "connector.accept.private-data", true,
			after(calls.ConnectorGetPrivateData, func(c *calls.Call, s nd2.Status) nd2.Status {
				*c.Size = 1
				return s
			}),
			func(s *setup, a, b *end) {
				connect, _ := s.ask(a, b)
				accept := ndclient.Start(b.conn, func(o *nd2.Overlapped) nd2.Status {
					return b.conn.Accept(b.pair, 2, 2, []byte("hello"), o)
				})
				s.fine(connect.Succeed("Connect", limit))
				addressOf(a.conn.GetPrivateData, 512)
				s.fine(ndclient.Start(a.conn, a.conn.CompleteConnect).Succeed("CompleteConnect", limit))
				s.fine(accept.Succeed("Accept", limit))
			},
		},
	}
}

// allBreaches are those of each table.
func allBreaches() []breach {
	return slices.Concat(breaches(), resultBreaches(), memoryBreaches(), reachBreaches(), requestBreaches(),
		objectBreaches(), connectionBreaches(), sharedBreaches(), addressBreaches(), codeBreaches(), interfaceBreaches(),
		refusedBreaches(), notificationBreaches())
}

// TestBreaches: each fault is found by its rule, and nothing on a provider that is sound.
func TestBreaches(t *testing.T) {
	for _, b := range allBreaches() {
		t.Run(b.rule+": "+b.name, func(t *testing.T) {
			found := b.on(t, b.fault)
			if !slices.ContainsFunc(found, func(f judge.Finding) bool { return f.ID == b.rule }) {
				t.Errorf("it was not found: %v", found)
			}
			for _, f := range b.on(t, fault((*calls.Call).Proceed)) {
				t.Errorf("on a sound provider: %v\n%v", f, f.Calls)
			}
		})
	}
}
