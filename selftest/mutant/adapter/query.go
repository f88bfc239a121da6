package adapter

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var query = slices.Concat(
	BufferSizesOf("adapter.query.size-used", calls.AdapterQuery),
	[]Mutant{
		New("adapter.query.adapter-id/same", "All adapters have the same id.",
			saying(func(i *nd2.AdapterInfo) { i.AdapterID = 1 })),
		New("adapter.query.in-order-dma/last-byte-first",
			"The last byte of a Write is placed before the others.", showingLastByte(1)),
		New("adapter.query.in-order-dma/last-packet-first",
			"The last byte of a Write of several packets is placed before the others.", showingLastByte(4097)),
		New("adapter.query.in-order-dma/message-end-first", "The last byte of a message is placed before the others.",
			Recording(func(c *calls.Call, receives *calls.Record[[]nd2.SGE]) nd2.Status {
				switch {
				case c.Method == calls.QPReceive && len(c.SGE) > 0:
					receives.Set(nil, c.SGE)
				case c.Method == calls.QPSend && len(c.SGE) > 0:
					if list := receives.Get(nil); len(list) > 0 && TotalLength(list) == TotalLength(c.SGE) {
						last := list[len(list)-1].Buffer
						last[len(last)-1] = lastByte(c.SGE)
						Yield()
					}
				}
				return c.Proceed()
			})),
	},
)

var queryLimits = []Mutant{
	New("adapter.query.info-version/one", "The structure says that it is of version 1.",
		saying(func(i *nd2.AdapterInfo) { i.InfoVersion = nd2.Version1 })),
	New("adapter.query.info-version/unknown", "The structure of version 0x20000 can't be asked for.",
		Refusing(calls.AdapterQuery, nd2.InvalidParameter1, func(c *calls.Call) bool {
			return c.Info != nil && c.Info.InfoVersion == nd2.Version2
		})),
	New("adapter.query.limits/no-receive-entries", "MaxReceiveSge is 0.",
		saying(func(i *nd2.AdapterInfo) { i.MaxReceiveSGE = 0 })),
	New("adapter.query.limits/no-transfer", "MaxTransferLength is 0.",
		saying(func(i *nd2.AdapterInfo) { i.MaxTransferLength = 0 })),
	New("adapter.query.loopback/refused", "An adapter can't connect to itself.",
		Refusing(calls.ConnectorConnect, nd2.HostUnreachable, func(c *calls.Call) bool {
			return slices.ContainsFunc(Addresses(c.Parent), func(a []byte) bool { return sameHost(a, c.Destination) })
		})),
	New("adapter.query.nd-success/told-not-taken", "A buffer of the size that the adapter has just told is refused.",
		Between(Refused(calls.AdapterQuery).If(func(c *calls.Call) bool { return c.Info == nil }), On(calls.AdapterQuery),
			On(calls.AdapterQuery).If(func(c *calls.Call) bool { return c.Info != nil && *c.Size == nd2.AdapterInfoSize }),
			Say(nd2.BufferOverflow))),
	New("adapter.query.tenth/completion-queue", "A completion queue has 100 results at most, of 4,096.",
		Refusing(calls.AdapterCreateCompletionQueue, nd2.InsufficientResources, func(c *calls.Call) bool {
			return c.Depth > 100
		})),
	New("adapter.query.tenth/queue-pair", "A queue pair has 64 Receives at most, of 1,024.",
		Refusing(calls.AdapterCreateQueuePair, nd2.InsufficientResources, func(c *calls.Call) bool {
			return c.ReceiveDepth > 64
		})),
	New("adapter.query.tenth/registration", "A region has 1 MiB at most, of 64.",
		Refusing(calls.MRRegister, nd2.InsufficientResources, func(c *calls.Call) bool { return len(c.Buffer) > 1<<20 })),
	New("adapter.query.tenth/shared-receive-queue", "A shared receive queue has 64 Receives at most, of 1,024.",
		Refusing(calls.AdapterCreateSharedReceiveQueue, nd2.InsufficientResources, func(c *calls.Call) bool {
			return c.Depth > 64
		})),
	New("adapter.query.read-sge/more", "MaxReadSge is more than MaxInitiatorSge.",
		saying(func(i *nd2.AdapterInfo) { i.MaxReadSGE = i.MaxInitiatorSGE + 1 })),
}

func saying(change func(info *nd2.AdapterInfo)) Defect {
	return After(calls.AdapterQuery, func(c *calls.Call) { change(c.Info) })
}

// sameHost reports whether two sockaddrs are of one address, whatever the ports.
func sameHost(a, b []byte) bool {
	x, _ := nd2.ParseSockaddr(a)
	y, _ := nd2.ParseSockaddr(b)
	return x.Addr() == y.Addr()
}

// showingLastByte makes a defect: the last byte of a long Write is stored early, where others
// can see it.
func showingLastByte(atLeast int) Defect {
	return Recording(func(c *calls.Call, buffers *calls.Record[[]byte]) nd2.Status {
		switch n := TotalLength(c.SGE); {
		case c.Method == calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case c.Method == calls.QPWrite && n >= atLeast:
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				b := buffers.Get(&m.Object)
				end := c.Address - uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) + uint64(n) // wraps around below the region
				if m.Inner.GetRemoteToken() == c.Token && end >= uint64(n) && end <= uint64(len(b)) {
					b[end-1] = lastByte(c.SGE)
					Yield()
				}
			}
		}
		return c.Proceed()
	})
}

func lastByte(sge []nd2.SGE) byte {
	b := sge[len(sge)-1].Buffer
	return b[len(b)-1]
}
