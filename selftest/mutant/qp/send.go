package qp

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var send = slices.Concat(
	outgoing("qp.send.delivers", calls.QPSend),
	incoming("qp.send.delivers", nd2.RequestReceive),
	EntryLists("qp.send.gathers", calls.QPSend),
	[]Mutant{
		New("qp.send.beyond-registration-size/cut", "Of a Send, no more is sent than the region of its first entry holds.",
			beyond(func(c *calls.Call, room int) nd2.Status {
				c.SGE = cutTo(c.SGE, room)
				return c.Proceed()
			})),
		New("qp.send.beyond-registration-size/first-region",
			"A Send of more bytes than the region of its first entry holds is refused.",
			beyond(func(*calls.Call, int) nd2.Status { return nd2.BufferOverflow })),
		New("qp.send.despite-losses/damaged", "The last byte of every third long Send is wrong.",
			DamagedOnTheWay(3, longCall(calls.QPSend), -1)),
		New("qp.send.despite-losses/fails", "The third long Send of a queue pair fails.",
			Nth(3, Where(longCall(calls.QPSend)), First(fail))),
		New("qp.send.despite-losses/twentieth-fails", "The twentieth Send of a queue pair fails.",
			Nth(20, On(calls.QPSend), First(fail))),
		New("qp.send.despite-losses/twentieth-of-passive-fails", "The accepting side's twentieth Send fails.",
			Nth(20, On(calls.QPSend), First(func(c *calls.Call) {
				if k := c.OnQP().Connector(); k != nil && !k.Active() {
					fail(c)
				}
			}))),
		New("qp.send.despite-losses/twice", "The hundredth Send of a queue pair arrives twice.",
			Nth(100, On(calls.QPSend), First(carryOutAgain))),
		New("qp.send.max-transfer-length/refused", "A Send of MaxTransferLength bytes is refused.",
			Refusing(calls.QPSend, nd2.BufferOverflow, func(c *calls.Call) bool {
				return uint32(TotalLength(c.SGE)) == c.Parent.Limits().MaxTransferLength
			})),
		New("qp.send.once/resent", "A Send that is sent again is a new message.", resending(calls.QPSend)),
		New("qp.send.once/twice", "Every Send is sent twice.", Before(calls.QPSend, carryOutAgain)),
	},
)

func beyond(act func(c *calls.Call, room int) nd2.Status) Defect {
	return Keeping(func(c *calls.Call, sizes *Table[uint32, int]) nd2.Status {
		switch {
		case c.Method == calls.MRRegister:
			s := c.Proceed()
			sizes.Set(c.Self.(*calls.MemoryRegion).Inner.GetLocalToken(), len(c.Buffer))
			return s
		case c.Method == calls.QPSend && len(c.SGE) > 1 && c.Flags&nd2.Inline == 0:
			room, known := sizes.Lookup(c.SGE[0].MemoryRegionToken)
			if known && TotalLength(c.SGE) > room {
				return act(c, room)
			}
		}
		return c.Proceed()
	})
}
