package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func messages() []Fault {
	flipMiddle := func(o *calls.Outcome) { FlipByte(o.Of.SGE, int(o.BytesTransferred)/2) }
	return []Fault{
		fault("stateful/corrupts-1-in-1000", Counting, "A byte of one message in 1,000 is wrong.",
			oneIn(1000, message, flipMiddle), "qp.send.delivers"),
		fault("stateful/corrupts-1-in-10000", Counting, "A byte of one message in 10,000 is wrong.",
			oneIn(10_000, message, flipMiddle), "qp.send.delivers"),
		fault("stateful/corrupts-over-4-kib", Data, "A byte of each message of more than 4,096 bytes is wrong.",
			oneIn(1, func(o *calls.Outcome) bool { return message(o) && o.BytesTransferred > 4<<10 }, flipMiddle),
			"qp.send.delivers"),
		fault("stateful/message-4096", Counting, "The last byte of each 4,096th message of a queue pair is wrong.",
			messageOf(1<<12), "qp.send.delivers"),
		fault("stateful/message-65536", Counting, "The last byte of each 65,536th message of a queue pair is wrong.",
			messageOf(1<<16), "qp.send.delivers"),
		fault("stateful/adjacent-entries", Data,
			"When two gather entries are adjacent in memory, the second starts one byte early.",
			onLists(gathers, func(l []nd2.SGE) bool {
				for i := 1; i < len(l); i++ {
					a, b := l[i-1].Buffer, l[i].Buffer
					if len(a) > 0 && len(b) > 0 && EndOf(a) == AddressOf(b) {
						l[i].Buffer = StartingEarlier(b, 1)[:len(b)]
						return true
					}
				}
				return false
			}), "qp.send.gathers", "qp.write.gathers"),
		fault("stateful/empty-entry-between", Data, "The gather entries around an empty one are swapped.",
			onLists(gathers, aroundEmpty), "qp.send.gathers", "qp.write.gathers"),
		fault("stateful/fifth-entry", Data, "The fourth and fifth gather entries are swapped.",
			onLists(gathers, func(l []nd2.SGE) bool {
				if len(l) > 4 && len(l[3].Buffer)+len(l[4].Buffer) > 0 {
					l[3], l[4] = l[4], l[3]
					return true
				}
				return false
			}), "qp.send.gathers", "qp.write.gathers"),
		fault("stateful/overlapping-entries", Data,
			"Two overlapping gather entries are swapped if the second starts before the first.",
			onLists(gathers, swapping(func(a, b []byte) bool { return Overlap(a, b) && AddressOf(b) < AddressOf(a) })),
			"qp.send.gathers", "qp.write.gathers"),
		fault("stateful/same-entry-twice", Data,
			"Of two gather entries that start at the same byte, the longer one is sent first.",
			onLists(gathers, swapping(func(a, b []byte) bool {
				return len(a) > 0 && AddressOf(b) == AddressOf(a) && len(b) > len(a)
			})), "qp.send.gathers", "qp.write.gathers"),
	}
}

func requests() []Fault {
	written := func(c *calls.Call) bool { return c.Method == calls.QPWrite && TotalLength(c.SGE) > 0 }
	refused := func(c *calls.Call, s nd2.Status) *calls.Object {
		if Initiates(c) && s != nd2.Success && s != nd2.NoMoreEntries {
			return c.Object
		}
		return nil
	}
	return []Fault{
		fault("stateful/inline-damaged-1-in-64", Counting, "The first byte of one inline request in 64 is wrong.",
			DamagedOnTheWay(64, func(c *calls.Call) bool {
				return c.Flags&nd2.Inline != 0 && TotalLength(c.SGE) > 0
			}, 0), "qp.send.inline-is-copied", "qp.write.inline-is-copied"),
		fault("stateful/inline-over-64", Data, "The last byte of an inline request of more than 64 bytes is wrong.",
			DamagedOnTheWay(1, func(c *calls.Call) bool {
				return c.Flags&nd2.Inline != 0 && TotalLength(c.SGE) > 64
			}, -1), "qp.send.inline-is-copied", "qp.write.inline-is-copied"),
		fault("stateful/fence-after-16-reads", Counting, "A fence is ignored once its queue pair has fetched 16 times.",
			AfterMany(16, On(calls.QPRead), Where(Initiates), First(func(c *calls.Call) { c.Flags &^= nd2.ReadFence })),
			"qp.send.read-fence", "qp.write.read-fence", "qp.read.read-fence"),
		fault("stateful/fence-lost-behind-silent", Order, "A fenced request behind a silent Read doesn't wait.",
			fenceLost(func(_ *calls.Call, silent bool) bool { return silent }), "qp.send.read-fence", "qp.write.read-fence"),
		fault("stateful/fence-lost-with-list", Order, "A fenced request of several entries doesn't wait.",
			fenceLost(func(c *calls.Call, _ bool) bool { return len(c.SGE) > 1 }), "qp.send.read-fence", "qp.write.read-fence"),
		fault("stateful/refused-takes-place", Lifetime,
			"Each initiator request that is refused takes a place of the queue forever.",
			leakingPlaces(refused, Initiates), "qp.send.refused-posts-nothing", "qp.initiator.place-after-result"),
		fault("stateful/long-write-torn", Data, "The last byte of every second Write of over 64 KiB is wrong.",
			DamagedOnTheWay(2, func(c *calls.Call) bool {
				return c.Method == calls.QPWrite && TotalLength(c.SGE) > 64<<10
			}, -1), "qp.write.stores"),
		fault("stateful/write-damaged-1-in-1000", Counting, "The last byte of one Write in 1,000 is wrong.",
			DamagedOnTheWay(1000, written, -1), "qp.write.stores"),
		fault("stateful/write-over-1-mib", Data, "The last byte of a Write of more than 1 MiB is wrong.",
			DamagedOnTheWay(1, func(c *calls.Call) bool {
				return c.Method == calls.QPWrite && TotalLength(c.SGE) > 1<<20
			}, -1), "qp.write.stores"),
	}
}

// fenceLost makes a defect that drops some fences.
func fenceLost(which func(c *calls.Call, silent bool) bool) Defect {
	return Recording(func(c *calls.Call, silent *calls.Record[bool]) nd2.Status {
		if !Initiates(c) {
			return c.Proceed()
		}
		was := silent.Set(c.Object, c.Method == calls.QPRead && c.Flags&nd2.SilentSuccess != 0)
		if c.Flags&nd2.ReadFence != 0 && which(c, was) && (c.Method == calls.QPSend || c.Method == calls.QPWrite) {
			c.Flags &^= nd2.ReadFence
		}
		return c.Proceed()
	})
}

// messageOf breaks one in n messages received on a queue pair without an SRQ.
func messageOf(n int) Defect {
	return KeepingResults(func(o *calls.Outcome, taken *calls.Record[int]) {
		if !message(o) || o.FromSRQ() {
			return
		}
		count := taken.Update(o.Of.Object, Increment)
		if count%n == 0 {
			FlipByte(o.Of.SGE, int(o.BytesTransferred)-1)
		}
	})
}
