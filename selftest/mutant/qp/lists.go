package qp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// entries are mutants that use entries wrongly if one has no bytes, or if they are adjacent in memory.
func entries() (list []Mutant) {
	empty := func(e nd2.SGE) bool { return len(e.Buffer) == 0 }
	for _, m := range listed[:4] { // a queue pair's
		list = append(list,
			New(m.entry+"/ends-at-empty", "An empty entry ends the list.", Before(m.method, func(c *calls.Call) {
				if i := slices.IndexFunc(c.SGE, empty); i >= 0 {
					c.SGE = c.SGE[:i]
				}
			})),
			New(m.entry+"/skips-behind-empty", "The entry after an empty one is left out.",
				Before(m.method, func(c *calls.Call) {
					if i := slices.IndexFunc(c.SGE, empty); i >= 0 && i+1 < len(c.SGE) {
						c.SGE = slices.Delete(slices.Clone(c.SGE), i, i+2)
					}
				})),
			New(m.entry+"/ends-empty", "A list that ends with an entry of no bytes is refused.",
				Refusing(m.method, nd2.InvalidParameter, func(c *calls.Call) bool {
					return len(c.SGE) > 1 && empty(c.SGE[len(c.SGE)-1])
				})),
			New(m.entry+"/neighbors", "Entries that are adjacent in memory all use the token of the first.",
				Before(m.method, func(c *calls.Call) { c.SGE = coalesced(c.SGE) })))
	}
	return list
}

// longest are mutants of the longest Writes and Reads.
func longest() (list []Mutant) {
	most := func(c *calls.Call) bool { return uint32(TotalLength(c.SGE)) == c.Parent.Limits().MaxTransferLength }
	for _, m := range []struct{ entry, method string }{{"qp.write", calls.QPWrite}, {"qp.read", calls.QPRead}} {
		list = append(list,
			New(m.entry+".max-transfer-length/refused", "A request of MaxTransferLength bytes is refused.",
				Refusing(m.method, nd2.BufferOverflow, most)))
	}
	return list
}

// formerEntry is the mutant of a Receive that has an entry of the one before.
var formerEntry = []Mutant{
	New("qp.receive.longer-message/entry-before",
		"A Receive with one entry less than the Receive before keeps that one's last entry.",
		KeepingAt(calls.QPReceive, func(c *calls.Call, before *calls.Record[[]nd2.SGE]) nd2.Status {
			own := slices.Clone(c.SGE)
			if old := before.Set(c.Object, own); len(old) == len(own)+1 {
				c.SGE = append(slices.Clone(own), old[len(own)])
			}
			return c.Proceed()
		})),
}

func deferredLists() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.list-is-copied", calls.QPSend},
		{"qp.write.list-is-copied", calls.QPWrite},
		{"qp.read.list-is-copied", calls.QPRead},
		{"qp.receive.list-is-copied", calls.QPReceive},
		{"qp.send.inline-is-copied", calls.QPSend},
		{"qp.write.inline-is-copied", calls.QPWrite},
	} {
		list = append(list, DeferredList(m.entry, m.method))
		if strings.HasSuffix(m.entry, ".list-is-copied") {
			list = append(list, DeferredEntries(m.entry, m.method))
		}
	}
	return list
}

// coalesced is a list whose entries have the token of the entry before if they begin where
// that ends.
func coalesced(list []nd2.SGE) []nd2.SGE {
	list = slices.Clone(list)
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1].Buffer, list[i].Buffer; len(a) > 0 && len(b) > 0 && EndOf(a) == AddressOf(b) {
			list[i].MemoryRegionToken = list[i-1].MemoryRegionToken
		}
	}
	return list
}

// lengths are those of messages around which implementations go wrong, in bytes: at the ends of words, of MTUs, of
// packets and of 64 KiB.
var lengths = []int{1, 2, 3, 63, 255, 256, 257, 1023, 1025, 2048, 4095, 4096, 4097, 8193, 12289, 65536}

// values breaks what a request carries at one length only.
func values() (list []Mutant) {
	for _, n := range lengths {
		name := "/last-of-" + strconv.Itoa(n)
		of := func(method string) func(c *calls.Call) bool {
			return func(c *calls.Call) bool { return c.Method == method && TotalLength(c.SGE) == n }
		}
		what := "of exactly " + strconv.Itoa(n) + " bytes is wrong."
		list = append(list,
			New("qp.send.delivers"+name, "The last byte of a message "+what, DamagedOnTheWay(1, of(calls.QPSend), -1)),
			New("qp.write.stores"+name, "The last byte of a Write "+what, DamagedOnTheWay(1, of(calls.QPWrite), -1)),
			New("qp.read.fetches"+name, "The last byte of a Read "+what, EachResult(func(o *calls.Outcome) {
				if o.Succeeded(nd2.RequestRead) && TotalLength(o.Of.SGE) == n {
					FlipByte(o.Of.SGE, n-1)
				}
			})))
	}
	return list
}

// boundaries are mutants that lose a byte where an entry ends, or what is moved does, at one place alone.
func boundaries() (list []Mutant) {
	for _, m := range listed {
		list = append(list,
			New(m.entry+"/before-packet-end",
				"Where the first of several entries ends a byte before 512 do, the second is taken to be where the first is.",
				twice(m.method, func(first int) bool { return first == 511 })))
		if m.method == calls.QPReceive || m.method == calls.SRQReceive { // which would be too short
			continue
		}
		list = append(list, New(m.entry+"/three-packets", "The last byte of 1536 bytes is left alone.",
			Before(m.method, func(c *calls.Call) {
				if len(c.SGE) == 1 && len(c.SGE[0].Buffer) == 1536 {
					c.SGE = slices.Clone(c.SGE)
					c.SGE[0].Buffer = c.SGE[0].Buffer[:1535]
				}
			})))
	}
	return list
}

// twice makes a defect: of requests whose first entry has such a length the second one is taken to be where the
// first is.
func twice(method string, such func(first int) bool) Defect {
	return Before(method, func(c *calls.Call) {
		if len(c.SGE) < 2 || !such(len(c.SGE[0].Buffer)) || len(c.SGE[1].Buffer) > len(c.SGE[0].Buffer) {
			return
		}
		c.SGE = slices.Clone(c.SGE)
		n := len(c.SGE[1].Buffer)
		c.SGE[1] = c.SGE[0]
		c.SGE[1].Buffer = c.SGE[0].Buffer[:n]
	})
}
