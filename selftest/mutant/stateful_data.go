package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// rareDamage damages data now and then.
func rareDamage() []Stateful {
	flipMiddle := func(o *calls.Outcome) { flip(o.Of.SGE, int(o.BytesTransferred)/2) }
	written := func(c *calls.Call) bool { return c.Method == calls.QPWrite && total(c.SGE) > 0 }
	return []Stateful{
		stateful(Counting, "corrupts-1-in-1000", "A byte of one message in 1,000 is wrong.", oneIn(1000, message, flipMiddle), "qp.send.delivers"),
		stateful(Counting, "corrupts-1-in-10000", "A byte of one message in 10,000 is wrong.", oneIn(10_000, message, flipMiddle), "qp.send.delivers"),
		stateful(Counting, "overwrites-1-in-50", "A byte behind one message in 50 is overwritten.",
			oneIn(50, message, func(o *calls.Outcome) {
				if int(o.BytesTransferred) < total(o.Of.SGE) {
					flip(o.Of.SGE, int(o.BytesTransferred))
				} else {
					overwriteBehind(o.Of.SGE)
				}
			}), "qp.receive.scatters", "srq.receive.scatters", "qp.receive.shorter-message"),
		stateful(Counting, "write-damaged-1-in-1000", "The last byte of one Write in 1,000 is wrong.", damagedOnTheWay(1000, written, -1), "qp.write.stores"),
		stateful(Data, "long-write-torn", "The last byte of every second Write of over 64 KiB is wrong.",
			damagedOnTheWay(2, func(c *calls.Call) bool { return c.Method == calls.QPWrite && total(c.SGE) > 64<<10 }, -1), "qp.write.stores"),
		stateful(Counting, "inline-damaged-1-in-64", "The first byte of one inline request in 64 is wrong.",
			damagedOnTheWay(64, func(c *calls.Call) bool { return c.Flags&nd2.Inline != 0 && total(c.SGE) > 0 }, 0), "qp.send.inline-is-copied", "qp.write.inline-is-copied"),
		stateful(Data, "read-entry-damaged", "The first byte of the second entry of every second Read with several is wrong.",
			oneIn(2, func(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestRead) && len(o.Of.SGE) > 1 }, func(o *calls.Outcome) {
				if len(o.Of.SGE[1].Buffer) > 0 {
					o.Of.SGE[1].Buffer[0] ^= 0x80
				}
			}), "qp.read.scatters"),
		stateful(Data, "read-overwrites", "The byte behind what every second Read fetches is overwritten.",
			oneIn(2, func(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestRead) && total(o.Of.SGE) > 0 }, func(o *calls.Outcome) { overwriteBehind(o.Of.SGE) }), "qp.read.fetches"),
	}
}

// damagedOnTheWay makes a defect by which one of so many requests of a kind sends a
// wrong byte: the one at an offset, counted from the end if that is negative. The
// client's memory is right again when it looks.
func damagedOnTheWay(many uint64, which func(c *calls.Call) bool, offset int) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if !which(c) || !count.of(many) {
				return c.Proceed()
			}
			sge, at := slices.Clone(c.SGE), offset
			if at < 0 {
				at += total(sge)
			}
			flip(sge, at)
			defer flip(sge, at)
			return c.Proceed()
		}}
	}
}
