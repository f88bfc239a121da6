package judge_test

import (
	"encoding/binary"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// sized changes the size, and what is there, that a method returns together with a status.
func sized(method string, with nd2.Status, change func(c *calls.Call) nd2.Status) fault {
	return after(method, func(c *calls.Call, s nd2.Status) nd2.Status {
		if s != with {
			return s
		}
		return change(c)
	})
}

// asksAddress has a connected end asked for its address with room for n bytes each time.
func asksAddress(rooms ...int) func(s *setup, a, b *end) {
	return func(_ *setup, a, _ *end) {
		for _, n := range rooms {
			addressOf(a.conn.GetLocalAddress, n)
		}
	}
}

// sends posts an empty Send, or an inline one, and takes what comes of it.
func sends(flags nd2.OpFlags) func(s *setup, a, b *end) {
	return func(s *setup, a, b *end) {
		s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
		a.pair.Send(2, a.entry(0, 9), flags)
		s.take(b.queue, 0)
		a.poll()
	}
}

// toldLate has silent Sends be told, and the first result come behind the second one.
func toldLate() fault {
	behind := late(nd2.RequestSend)
	return func(c *calls.Call) nd2.Status {
		if c.Method == calls.QPSend {
			c.Flags &^= nd2.SilentSuccess
		}
		return behind(c)
	}
}

// addressBreaches return wrong sizes and addresses.
func addressBreaches() []breach {
	return []breach{
		{
			"a size that was not asked for", "connector.getlocaladdress.nd-buffer-overflow", false,
			sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
				*c.Size = 28
				return nd2.Success
			}), asksAddress(4, 28),
		},
		{
			"no room where there is some", "connector.getlocaladdress.nd-buffer-overflow", false,
			sized(calls.ConnectorGetLocalAddress, nd2.BufferOverflow, func(c *calls.Call) nd2.Status {
				*c.Size = 3
				return nd2.BufferOverflow
			}), asksAddress(4),
		},
		{
			"more than there is room for", "connector.getlocaladdress.size-used", false,
			sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
				*c.Size = 29
				return nd2.Success
			}), asksAddress(28),
		},
		{
			"what is no address", "connector.getlocaladdress.nd-success", false,
			sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
				c.Buffer[0] = 0xff
				return nd2.Success
			}), asksAddress(28),
		},
		{
			"an address without a port", "connector.getlocaladdress.nd-success", false,
			sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
				binary.BigEndian.PutUint16(c.Buffer[2:], 0)
				return nd2.Success
			}), asksAddress(28),
		},
		{
			"another address than was bound", "connector.getlocaladdress.bound", true,
			sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
				c.Buffer[7] ^= 1
				return nd2.Success
			}), func(s *setup, a, _ *end) {
				s.ok("Bind", a.conn.Bind(a.at.Sockaddr()))
				addressOf(a.conn.GetLocalAddress, 28)
			},
		},
		{
			"one port for two", "connector.bind.unique-port", true, func() fault {
				var first []byte
				return sized(calls.ConnectorGetLocalAddress, nd2.Success, func(c *calls.Call) nd2.Status {
					if first == nil {
						first = append(first, c.Buffer...)
					}
					copy(c.Buffer, first)
					return nd2.Success
				})
			}(), func(s *setup, a, _ *end) {
				k := make1[nd2.Connector](s, a.Connector())
				for _, one := range []nd2.Connector{a.conn, k} {
					s.ok("Bind", one.Bind(a.at.Sockaddr()))
					addressOf(one.GetLocalAddress, 28)
				}
				k.Release()
			},
		},
		{
			"a list of what is no address", "adapter.queryaddresslist.nd-success", true,
			after(calls.AdapterQueryAddressList, func(c *calls.Call, s nd2.Status) nd2.Status {
				if s == nd2.Success {
					c.List.Address[0] = []byte{1, 2}
				}
				return s
			}), func(_ *setup, a, _ *end) {
				size := uint32(1 << 12)
				a.QueryAddressList(new(nd2.SocketAddressList), &size)
			},
		},
		{
			"no room for what has room", "adapter.query.nd-success", true,
			nth(calls.AdapterQuery, 3, func(c *calls.Call) nd2.Status {
				*c.Size = 200
				return nd2.BufferOverflow
			}), queried,
		},
	}
}

// codeBreaches return codes that certainly do not fit.
func codeBreaches() []breach {
	return []breach{
		{
			"no access to private data without any", "connector.connect.nd-success", true,
			returns(calls.ConnectorConnect, nd2.AccessViolation),
			func(_ *setup, a, b *end) { a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, nil, new(nd2.Overlapped)) },
		},
		{
			"no access later to private data without any", "connector.connect.nd-success", true,
			says(calls.GetOverlappedResult, nd2.AccessViolation, nd2.ConnectionRefused), connectsAndAsks,
		},
		{
			"private data that are too long and are not", "connector.connect.nd-success", true,
			returns(calls.ConnectorConnect, nd2.InvalidBufferSize), func(_ *setup, a, b *end) {
				a.conn.Connect(a.pair, b.at.Sockaddr(), 0, 0, []byte("hello"), new(nd2.Overlapped))
			},
		},
		{
			"what is no queue pair", "connector.connect.foreign-queue-pair", true, returns(calls.ConnectorConnect, nd2.Success),
			func(_ *setup, a, b *end) { a.conn.Connect(a.queue, b.at.Sockaddr(), 0, 0, nil, new(nd2.Overlapped)) },
		},
		{
			"a second CompleteConnect", "connector.completeconnect.nd-connection-invalid", false,
			nth(calls.ConnectorCompleteConnect, 2, status(nd2.Success)),
			func(_ *setup, a, _ *end) { a.conn.CompleteConnect(new(nd2.Overlapped)) },
		},
		{
			"limits after a Connect that was refused", "connector.getreadlimits.nd-connection-invalid", true,
			returns(calls.ConnectorGetReadLimits, nd2.Success), func(s *setup, a, b *end) {
				connectsAndAsks(s, a, b)
				limitsOf(a.conn)
			},
		},
		{
			"limits above the adapter's", "connector.getreadlimits.active", false,
			sized(calls.ConnectorGetReadLimits, nd2.Success, func(c *calls.Call) nd2.Status {
				*c.InboundLimit, *c.OutboundLimit = 1<<20, 1<<20
				return nd2.Success
			}), func(_ *setup, a, _ *end) { limitsOf(a.conn) },
		},
		{
			"a Notify that was canceled at once", "cq.notify.nd-success", false, returns(calls.CQNotify, nd2.Canceled),
			func(_ *setup, a, _ *end) { asks(a.queue, a.notify) },
		},
		{
			"a notification twice", "cq.notify.notified-once", false, func(c *calls.Call) nd2.Status {
				if c.Method == calls.EventSet && c.Proxy.Method == calls.CQNotify {
					c.Proxy.SetEvent()
				}
				return c.Proceed()
			}, func(s *setup, a, _ *end) {
				n := ndclient.Start(a.queue, a.notify)
				s.message()
				n.Await(limit)
			},
		},
		{
			"no object of the own interface", "adapter.createconnector.inherits-overlapped", true,
			returns(calls.QueryInterface, nd2.Success), func(_ *setup, a, _ *end) {
				var out nd2.Unknown
				if a.conn.QueryInterface(nd2.IIDConnector, &out) == nd2.Success && out != nil {
					out.Release()
				}
			},
		},
		{
			"a depth that is valid", "adapter.createqueuepair.nd-success", true,
			nth(calls.AdapterCreateQueuePair, 3, status(nd2.InvalidParameter1+4)), func(_ *setup, a, _ *end) {
				if pair, f := ndclient.Create[nd2.QueuePair](a.QueuePair(ndclient.Pair1(a.queue))); f == nil {
					pair.Release()
				}
			},
		},
		{
			"shared queues that there are not", "adapter.createsharedreceivequeue.unsupported", true,
			query(1, func(i *nd2.AdapterInfo) { i.MaxSharedReceiveQueueDepth = 0 }), func(s *setup, a, _ *end) {
				make1[nd2.SharedReceiveQueue](s, a.SharedReceiveQueue(depth, 1, 0)).Release()
			},
		},
		{
			"queue pairs with shared queues that there are not", "adapter.createqueuepairwithsrq.nd-not-supported", true,
			query(1, func(i *nd2.AdapterInfo) { i.MaxSharedReceiveQueueDepth = 0 }), sharing(asksShared),
		},
		{
			"what is no shared queue", "adapter.createqueuepairwithsrq.nd-invalid-parameter-4", true,
			returns(calls.AdapterCreateQueuePairWithSrq, nd2.Success), func(_ *setup, a, _ *end) {
				var out nd2.Unknown
				a.CreateQueuePairWithSrq(nd2.IIDQueuePair, a.queue, a.queue, a.conn, 0, 1, 1, 0, &out)
			},
		},
		{
			"a flag that a Send does not have", "qp.send.nd-invalid-parameter-4", false, returns(calls.QPSend, nd2.Success),
			func(_ *setup, a, _ *end) { a.pair.Send(1, nil, nd2.AllowRead) },
		},
		{
			"a flag that a Write does not have", "qp.write.nd-invalid-parameter-6", false, returns(calls.QPWrite, nd2.Success),
			func(_ *setup, a, _ *end) { a.pair.Write(1, nil, 0, 0, nd2.AllowRead) },
		},
		{"a parameter that there is not", "qp.send.nd-success", false, returns(calls.QPSend, nd2.InvalidParameter5), sends(0)},
		{"a code of no page", "qp.send.nd-success", false, returns(calls.QPSend, 0x4000_1234), sends(0)},
		{"too many entries that are not", "qp.send.nd-success", false, returns(calls.QPSend, nd2.DataOverrun), sends(0)},
		{"too many bytes that are not", "qp.send.nd-success", false, returns(calls.QPSend, nd2.BufferOverflow), sends(0)},
		{
			"too many inline bytes that are not", "qp.send.nd-success", false, returns(calls.QPSend, nd2.BufferOverflow),
			sends(nd2.Inline),
		},
		{
			"a Send that was refused and is carried out", "qp.send.refused-posts-nothing", false,
			says(calls.QPSend, nd2.InvalidParameter, nd2.Success), func(s *setup, a, b *end) {
				s.ok("Receive", b.pair.Receive(1, b.entry(0, 64)))
				a.pair.Send(2, a.entry(0, 9), 0)
				s.take(a.queue, 1)
			},
		},
		{
			"a removal that was none", "cq.getresults.send.nd-success", false,
			ends(nd2.RequestSend, nd2.DeviceRemoved, nd2.Success), oneMessage,
		},
		{
			"memory that is not registered and is", "cq.getresults.send.nd-success", false,
			ends(nd2.RequestSend, nd2.AccessViolation, nd2.Success), oneMessage,
		},
		{
			"a timeout of what was never sent", "mr.bounds.local", false,
			ends(nd2.RequestSend, nd2.IOTimeout, nd2.AccessViolation), func(s *setup, a, _ *end) {
				s.ok("Send", a.pair.Send(1, []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}, 0))
				s.take(a.queue, 1)
			},
		},
		{
			"an error of data that were never sent", "mr.bounds.local", false,
			ends(nd2.RequestSend, nd2.DataError, nd2.AccessViolation), func(s *setup, a, _ *end) {
				s.ok("Send", a.pair.Send(1, []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}, 0))
				s.take(a.queue, 1)
			},
		},
		{
			"a silent Send that fails and is not told", "qp.send.silent-failure", false, lost(nd2.RequestSend, 1),
			func(s *setup, a, _ *end) {
				beside := []nd2.SGE{{Buffer: s.buffer()[:9], MemoryRegionToken: a.token}}
				s.ok("Send", a.pair.Send(1, beside, nd2.SilentSuccess))
				if a.pair.Send(2, nil, 0) == nd2.Success {
					s.take(a.queue, 1)
				}
			},
		},
		{
			"a silent Send that is told late", "cq.getresults.silent-success", false, toldLate(),
			func(s *setup, a, b *end) {
				for n := range uintptr(2) {
					s.ok("Receive", b.pair.Receive(n, b.entry(0, 64)))
				}
				s.ok("Send", a.pair.Send(1, nil, nd2.SilentSuccess))
				s.ok("Send", a.pair.Send(2, nil, 0))
				s.take(a.queue, 1)
			},
		},
	}
}
