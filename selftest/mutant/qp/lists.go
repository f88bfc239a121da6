package qp

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// emptyEntries are mutants by which an entry of no bytes ends the list, or counts as
// one of a byte.
func emptyEntries() (list []Mutant) {
	for _, m := range listed[:4] { // a queue pair's
		empty := func(e nd2.SGE) bool { return len(e.Buffer) == 0 }
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
				})))
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

// mixedUpEntries are mutants that use a token or an entry of another entry or list.
func mixedUpEntries() (list []Mutant) {
	for _, m := range listed[:4] { // a queue pair's
		list = append(list, New(m.entry+"/neighbors", "Entries that are adjacent in memory all use the token of the first.",
			Before(m.method, func(c *calls.Call) { c.SGE = coalesced(c.SGE) })))
	}
	return append(list, New("qp.receive.longer-message/entry-before",
		"A Receive with one entry less than the Receive before keeps that one's last entry.",
		RecordingAt(calls.QPReceive, func(c *calls.Call, before *calls.Record[[]nd2.SGE]) nd2.Status {
			own := slices.Clone(c.SGE)
			if old := before.Set(c.Object, own); len(old) == len(own)+1 {
				c.SGE = append(slices.Clone(own), old[len(own)])
			}
			return c.Proceed()
		})))
}

// outerEmptyEntries are of lists that begin or end with an entry of no bytes.
func outerEmptyEntries() (list []Mutant) {
	empty := func(c *calls.Call, i int) bool { return len(c.SGE) > 1 && len(c.SGE[i].Buffer) == 0 }
	for _, m := range listed[:4] { // a queue pair's
		list = append(list,
			New(m.entry+"/ends-empty", "A list that ends with an entry of no bytes is refused.",
				Refusing(m.method, nd2.InvalidParameter, func(c *calls.Call) bool { return empty(c, len(c.SGE)-1) })))
	}
	return list
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

// adjacent reports whether one buffer begins where the other ends.
func adjacent(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && EndOf(a) == AddressOf(b)
}

// coalesced is a list whose entries have the token of the entry before if they begin where
// that ends.
func coalesced(list []nd2.SGE) []nd2.SGE {
	list = slices.Clone(list)
	for i := 1; i < len(list); i++ {
		if adjacent(list[i-1].Buffer, list[i].Buffer) {
			list[i].MemoryRegionToken = list[i-1].MemoryRegionToken
		}
	}
	return list
}
