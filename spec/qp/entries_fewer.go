package qp

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// Of the entries of the request that had a place in a queue before, none is used, and none is looked at.
var _ = Describe("An IND2QueuePair's request, when others of more entries have used the queue up,", func() {
	DescribeTable("moves only the bytes of its entries,",
		func(ctx SpecContext, kind nd2.RequestType, shared bool, former, own int) {
			c := usedUp(ctx, kind, former, shared)
			for range places {
				expectMoved(ctx, c, kind, eights(c.Active.Memory, own))
			}
		},
		eachKind("one entry behind two", "one-behind-two", 2, 1),
		eachKind("two entries behind four", "two-behind-four", 4, 2))
})

var _ = Describe("An IND2QueuePair's request of several entries", func() {
	DescribeTable("moves all their bytes, however far into it an entry ends within a packet,",
		func(ctx SpecContext, kind nd2.RequestType, shared bool) {
			const least, most = 1 << 16, 300_007 // bytes
			local, peer := Local(ctx), Peer(ctx)
			n := entriesOf(kind, local.Info)
			size := int(min(most, uint64(local.Info.MaxTransferLength), uint64(peer.Info.MaxTransferLength),
				uint64(local.Info.MaxRegistrationSize)-min(4*uint64(n), uint64(local.Info.MaxRegistrationSize)),
				uint64(peer.Info.MaxRegistrationSize)))
			local.Need("requests of", least+1, uint32(size), "bytes")
			shape := local.EntriesFor(kind, n)
			shape.MemorySize, shape.SharedReceives = size+4*int(n), shared
			c := ConnectEnds(ctx, local.End(local.Attainable(shape)), peer.End(Shape{MemorySize: size}))
			c.Settle(ctx)
			expectMoved(ctx, c, kind, cut(c.Active.Memory, uneven(size, int(n))))
		},
		eachKind("long", "long"))
})

// entriesOf is how many entries to use of a type of request, at least two.
func entriesOf(kind nd2.RequestType, limits nd2.AdapterInfo) uint32 {
	n := min(16, limits.MaxInitiatorSGE)
	switch kind {
	case nd2.RequestReceive:
		n = min(16, limits.MaxReceiveSGE)
	case nd2.RequestRead:
		n = min(n, limits.MaxReadSGE)
	}
	if n < 2 {
		Unobservable(fmt.Sprintf("a %v has less than two entries", kind))
	}
	return n
}

// uneven cuts a length into n parts of odd or even lengths, all about as long.
func uneven(length, n int) (lengths []int) {
	for i := range n {
		part := length / (n - i)
		if i < n-1 {
			part += i%3 - 1
		}
		lengths = append(lengths, part)
		length -= part
	}
	return lengths
}

// eachKind returns a table entry for each type of request that has entries, and one for Receives of a shared
// receive queue, which cover what is said of where the bytes come from or go to.
func eachKind(title, variant string, parameters ...any) []TableEntry {
	return eachKindCovering(func(prefix string) string {
		if prefix == "qp.send" || prefix == "qp.write" {
			return prefix + ".gathers"
		}
		return prefix + ".scatters"
	}, title, variant, parameters...)
}

// eachKindCovering is eachKind for another rule, by the beginning of its id.
func eachKindCovering(rule func(prefix string) string, title, variant string, parameters ...any) (list []TableEntry) {
	for _, kind := range []struct {
		what    string
		request nd2.RequestType
		shared  bool
		prefix  string
	}{
		{"Send", nd2.RequestSend, false, "qp.send"},
		{"Write", nd2.RequestWrite, false, "qp.write"},
		{"Read", nd2.RequestRead, false, "qp.read"},
		{"Receive", nd2.RequestReceive, false, "qp.receive"},
		{"shared Receive", nd2.RequestReceive, true, "srq.receive"},
	} {
		arguments := append([]any{Covers(rule(kind.prefix)), Variant(variant), kind.request, kind.shared}, parameters...)
		list = append(list, Entry(fmt.Sprintf("as a %s (%s)", kind.what, title), arguments...))
	}
	return list
}
