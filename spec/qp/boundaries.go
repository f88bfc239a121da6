package qp

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Whatever is moved, however long it is, wherever it lies and however it is cut into entries: just these bytes move.
// Those around them, at both ends and in the gaps between the entries, stay as they are.
var _ = Describe("An IND2QueuePair's request", func() {
	DescribeTable("moves all its bytes and no others, however many they are,",
		func(ctx SpecContext, kind nd2.RequestType, shared bool) {
			m := moving(ctx, kind, shared, 1)
			for i, length := range aroundPackets() {
				if m.carries(length) {
					m.move(ctx, []int{length}, (5*i)%64, (11*i+3)%64, length)
				}
			}
		},
		eachKind("any length", "any-length"))

	DescribeTable("moves the bytes of its entries and no others, wherever one ends,",
		func(ctx SpecContext, kind nd2.RequestType, shared bool) {
			m := moving(ctx, kind, shared, 3)
			for i, lengths := range cuts() {
				if total := sum(lengths); m.carries(total) {
					m.move(ctx, lengths, (3*i)%64, (7*i+1)%64, total)
				}
			}
		},
		eachKind("any entries", "any-entries"))

	DescribeTable("fills its entries as far as a message goes, and not beyond,",
		func(ctx SpecContext, shared bool) {
			m := moving(ctx, nd2.RequestReceive, shared, 3)
			for _, lengths := range [][]int{{5, 4, 7}, {0, 9, 7}, {5, 0, 11}, {9, 7, 0}} {
				for length := range sum(lengths) + 1 {
					m.move(ctx, lengths, 1+length, 2, length)
				}
			}
		},
		Entry("as a Receive", Covers("qp.receive.shorter-message"), Variant("any-length"), false),
		Entry("as a shared Receive", Covers("srq.receive.scatters"), Variant("shorter-message"), true))

	DescribeTable("carries inline the bytes of its entries and no others, wherever one ends,",
		func(ctx SpecContext, kind nd2.RequestType) {
			m := &mover{c: ConnectEnds(ctx, inlineEnd(ctx, 1), Peer(ctx).End(Shape{})), kind: kind, flags: nd2.Inline}
			if inlineLimit(m.c) == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			m.c.Settle(ctx)
			for i, lengths := range cuts() {
				if total := sum(lengths); total <= inlineLimit(m.c) && m.carries(total) {
					m.move(ctx, lengths, i%8, (i+1)%8, total)
				}
			}
		},
		Entry("for a Send", Covers("qp.send.inline-any-entries"), Variant("any-entries"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-any-entries"), Variant("any-entries"), nd2.RequestWrite))
})

// aroundPackets lists the lengths of up to three packets of each path MTU, and those of a byte less or more.
func aroundPackets() (lengths []int) {
	for mtu := 256; mtu <= 4096; mtu *= 2 {
		for n := 1; n <= 3; n++ {
			lengths = append(lengths, n*mtu-1, n*mtu, n*mtu+1)
		}
	}
	slices.Sort(lengths)
	return slices.Compact(lengths)
}

// cuts lists the lengths of three entries: of a short message that is cut at each place, with an entry without bytes
// at each; and of messages of several packets, whose first entry ends about where a packet does.
func cuts() (list [][]int) {
	const short = 16
	for i := range short + 1 {
		list = append(list, []int{i, min(3, short-i), max(0, short-i-3)}, []int{i, 0, short - i})
	}
	list = append(list, []int{0, 5, short - 5}, []int{5, short - 5, 0}, []int{0, short, 0})
	for mtu := 256; mtu <= 4096; mtu *= 2 {
		for d := -1; d <= 1; d++ {
			list = append(list, []int{mtu + d, 1, 2*mtu - 1}, []int{mtu + d, mtu - d, 1})
		}
	}
	return list
}

func sum(lengths []int) (n int) {
	for _, length := range lengths {
		n += length
	}
	return n
}

// A mover moves bytes between the two memories of a connection by requests of its active end, and looks at all that
// lies around them.
type mover struct {
	c     *Connection
	kind  nd2.RequestType
	flags nd2.OpFlags
	turn  byte
}

// moving connects an end whose requests of a kind have n entries.
func moving(ctx SpecContext, kind nd2.RequestType, shared bool, n uint32) *mover {
	local := Local(ctx)
	shape := local.EntriesFor(kind, n)
	shape.SharedReceives = shared
	c := ConnectEnds(ctx, local.End(local.Attainable(shape)), Peer(ctx).End(Shape{}))
	c.Settle(ctx)
	return &mover{c: c, kind: kind}
}

// carries reports whether length bytes can be moved, and there is memory for them and for the bytes around them.
func (m *mover) carries(length int) bool {
	const around = 64 + beyond
	return length <= m.c.MaxTransfer() && length+around < min(len(m.c.Active.Memory.Bytes), len(m.c.Passive.Memory.Bytes))
}

// gap is how many bytes lie between two entries, and beyond is how many are looked at behind all.
const gap, beyond = 3, 70

// move carries out a request with entries of some lengths, which lie from an offset near on. It moves length bytes from
// an offset far on in the peer's memory, or to there.
func (m *mover) move(ctx SpecContext, lengths []int, near, far, length int) {
	m.turn++
	mine, theirs := m.c.Active.Memory, m.c.Passive.Memory
	before := mine.Fill(0, min(near+sum(lengths)+gap*len(lengths)+beyond, len(mine.Bytes)), m.turn)
	opposite := theirs.Fill(0, min(far+length+beyond, len(theirs.Bytes)), ^m.turn)
	there, at := opposite[far:far+length], near
	var list []nd2.SGE
	for _, n := range lengths {
		list = append(list, mine.Entry(at, n))
		here, part := before[at:at+n], there[:min(n, len(there))]
		if m.kind == nd2.RequestSend || m.kind == nd2.RequestWrite {
			copy(part, here)
		} else {
			copy(here, part)
		}
		there, at = there[len(part):], at+n+gap
	}
	m.carryOut(ctx, list, far, length)
	Expect(mine.Bytes[:len(before)]).To(HoldBytes(before), "the own memory; entries of %v bytes at %d", lengths, near)
	Expect(theirs.Bytes[:len(opposite)]).To(HoldBytes(opposite), "the peer's memory; %d bytes from offset %d", length, far)
}

// carryOut carries out such a request, and returns when all the bytes have moved.
func (m *mover) carryOut(ctx SpecContext, list []nd2.SGE, far, length int) {
	e, other, context := m.c.Active, m.c.Passive, uintptr(m.turn)
	memory, queue := other.Memory, e.Initiated
	switch m.kind {
	case nd2.RequestSend:
		Expect(other.Receive(1, memory.List(far, length))).To(Return(nd2.Success))
		Expect(e.Send(context, list, m.flags)).To(Return(nd2.Success))
	case nd2.RequestWrite:
		Expect(e.Write(context, list, memory.Address(far), memory.GetRemoteToken(), m.flags)).To(Return(nd2.Success))
	case nd2.RequestRead:
		Expect(e.Read(context, list, memory.Address(far), memory.GetRemoteToken(), m.flags)).To(Return(nd2.Success))
	case nd2.RequestReceive:
		queue = e.Receives
		Expect(e.Receive(context, list)).To(Return(nd2.Success))
		Expect(other.Send(1, memory.List(far, length), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, other.Initiated)).To(CompleteWith(nd2.Success))
	}
	results := Results(ctx, queue, 1)
	Expect(results).To(HaveOutcomes(Outcome(m.kind, context, nd2.Success)))
	switch m.kind {
	case nd2.RequestSend:
		results = Results(ctx, other.Receives, 1)
		Expect(results).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		Expect(results[0].BytesTransferred).To(BeEquivalentTo(length), "BytesTransferred")
	case nd2.RequestReceive:
		Expect(results[0].BytesTransferred).To(BeEquivalentTo(length), "BytesTransferred")
	case nd2.RequestWrite:
		m.c.Settle(ctx) // a Write may be over before its bytes are there
	}
}
