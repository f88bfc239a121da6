package mutant

import (
	"runtime"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// placement breaks the order in which data is placed, for whoever polls its last byte.
func placement() []Mutant {
	return []Mutant{
		by("adapter.query.in-order-dma", "last-byte-first", "The last byte of a Write is placed before the others.", showingLastByte(1)),
		by("adapter.query.in-order-dma", "last-packet-first", "The last byte of a Write of several packets is placed before the others.", showingLastByte(4097)),
		by("adapter.query.in-order-dma", "message-end-first", "The last byte of a message is placed before the others.",
			func() calls.Hooks {
				var receives calls.Record[[]nd2.SGE]
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					switch {
					case c.Method == calls.QPReceive && len(c.SGE) > 0:
						receives.Set(nil, c.SGE)
					case c.Method == calls.QPSend && len(c.SGE) > 0:
						if list := receives.Get(nil); len(list) > 0 && total(list) == total(c.SGE) {
							last := list[len(list)-1].Buffer
							last[len(last)-1] = lastByte(c.SGE)
							yield()
						}
					}
					return c.Proceed()
				}}
			}),
	}
}

// showingLastByte makes a defect by which the last byte of a Write of at least so many
// bytes is stored ahead of it, and others can see it.
func showingLastByte(atLeast int) defect {
	return keeping(func(c *calls.Call, buffers *calls.Record[[]byte]) nd2.Status {
		switch n := total(c.SGE); {
		case c.Method == calls.MRRegister:
			buffers.Set(c.Object, c.Buffer)
		case c.Method == calls.QPWrite && n >= atLeast:
			for _, m := range calls.Living[*calls.MemoryRegion](c.Object) {
				b := buffers.Get(&m.Object)
				end := c.Address - uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) + uint64(n) // wraps around below the region
				if m.Inner.GetRemoteToken() == c.Token && end >= uint64(n) && end <= uint64(len(b)) {
					b[end-1] = lastByte(c.SGE)
					yield()
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

// yield lets other goroutines run for a while.
func yield() {
	for range 1000 {
		runtime.Gosched()
	}
}
