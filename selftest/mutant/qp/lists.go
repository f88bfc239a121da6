package qp

import (
	"slices"
	"unsafe"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// entryLeftovers break lists of entries.
func entryLeftovers() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.gathers", calls.QPSend},
		{"qp.write.gathers", calls.QPWrite},
		{"qp.read.scatters", calls.QPRead},
		{"qp.receive.scatters", calls.QPReceive},
	} {
		list = append(list, mutant.New(m.entry+"/neighbors", "Entries that lie side by side in memory are taken for one, by the token of the first.",
			mutant.Before(m.method, func(c *calls.Call) { c.SGE = coalesced(c.SGE) })))
	}
	return append(list, mutant.New("qp.receive.longer-message/entry-before",
		"A Receive of one entry less than the one before it keeps that one's last entry.",
		mutant.RecordingAt(calls.QPReceive, func(c *calls.Call, before *calls.Record[[]nd2.SGE]) nd2.Status {
			own := slices.Clone(c.SGE)
			if old := before.Set(c.Object, own); len(old) == len(own)+1 {
				c.SGE = append(slices.Clone(own), old[len(own)])
			}
			return c.Proceed()
		})))
}

func lateQueuePairLists() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"qp.send.list-is-copied", calls.QPSend},
		{"qp.write.list-is-copied", calls.QPWrite},
		{"qp.read.list-is-copied", calls.QPRead},
		{"qp.receive.list-is-copied", calls.QPReceive},
		{"qp.send.inline-is-copied", calls.QPSend},
		{"qp.write.inline-is-copied", calls.QPWrite},
	} {
		list = append(list, mutant.LateList(m.entry, m.method))
	}
	return list
}

// adjacent reports whether one buffer begins where the other ends.
func adjacent(a, b []byte) bool {
	return len(a) > 0 && len(b) > 0 && unsafe.Add(unsafe.Pointer(unsafe.SliceData(a)), len(a)) == unsafe.Pointer(unsafe.SliceData(b))
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
