package check

import (
	"context"
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// untilListed calls agreed until it holds, or half of the spec's time is up: an address may come and go between
// any two calls. Source: IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks.
func untilListed(ctx context.Context, agreed func() bool) {
	limited, end := HalfTimeout(ctx)
	defer end()
	for !agreed() && limited.Err() == nil {
		continue
	}
}

// Listed returns the addresses that a method lists, all that it has listed if it must list some again until those
// wanted have been among them.
func Listed(ctx context.Context, query QueryAddressList, wanted ...netip.Addr) (listed []netip.Addr) {
	listed = ParseAddresses(AllAddresses(query))
	untilListed(ctx, func() bool {
		if !slices.ContainsFunc(wanted, func(a netip.Addr) bool { return !slices.Contains(listed, a) }) {
			return true
		}
		var list nd2.SocketAddressList
		room := uint32(roomForAll)
		Expect(query(&list, &room)).To(Return(nd2.Success), "with room for all")
		for _, a := range ParseAddresses(list) {
			if !slices.Contains(listed, a) {
				listed = append(listed, a)
			}
		}
		return false
	})
	return listed
}

// ExpectListOverflow shows that the method refuses buffers that are too small,
// leaves them alone, and says what it needs.
func ExpectListOverflow(ctx context.Context, query QueryAddressList) {
	for _, roomOf := range []func(needed uint32) uint32{
		func(uint32) uint32 { return 0 },
		func(uint32) uint32 { return 1 },
		func(needed uint32) uint32 { return needed - 1 },
	} {
		r := refusedList{query: query, told: map[uint32]bool{}}
		untilListed(ctx, func() bool { return r.asked(roomOf) })
		ExpectRefusal(r.status, &r.size, r.needed, int(r.room))
		Expect(r.list.Address).To(Equal([][]byte{[]byte("as it was")}), "the list")
	}
}

// A refusedList is a list that is asked for with too little room.
type refusedList struct {
	query              QueryAddressList
	list               nd2.SocketAddressList
	status             nd2.Status
	needed, room, size uint32
	// told are the sizes that were said to be needed where there was no room at all.
	told   map[uint32]bool
	rounds int
}

// asked asks for the list, and reports whether the answer is one by which the method can be judged: the list has not
// changed since the size was told that the room is less than.
func (r *refusedList) asked(roomOf func(needed uint32) uint32) bool {
	r.needed = listSizeNeeded(r.query)
	r.told[r.needed] = true
	if r.rounds++; r.rounds%2 == 0 { // a list may change each time
		r.told[listSizeNeeded(r.query)] = true
	}
	r.list, r.room = nd2.SocketAddressList{Address: [][]byte{[]byte("as it was")}}, roomOf(r.needed)
	r.size = r.room
	r.status = r.query(&r.list, &r.size)
	if r.status != nd2.BufferOverflow {
		return r.status.Failed()
	}
	if same := r.told[r.size] && roomOf(r.size) == r.room; same {
		r.needed = r.size
		return true
	}
	return false
}

// ExpectListSizeUsed shows that the method takes a larger buffer, and says how much
// of it was used: at least what the sockaddrs take, and at most what it has asked
// for, since it may ask for more than it uses.
func ExpectListSizeUsed(ctx context.Context, query QueryAddressList) {
	var lists []nd2.SocketAddressList
	var needed uint32 // at most
	for _, more := range []uint32{1, 4096} {
		var exact, list nd2.SocketAddressList
		var size uint32
		var s nd2.Status
		untilListed(ctx, func() bool {
			lists = append(lists[max(0, len(lists)-8):], AllAddresses(query), AllAddresses(query))
			needed = max(needed, listSizeNeeded(query))
			list, size = nd2.SocketAddressList{}, needed+more
			s = query(&list, &size)
			same := func(l nd2.SocketAddressList) bool { return len(l.Address) == len(list.Address) }
			exact = lists[max(0, slices.IndexFunc(lists, same))]
			return s != nd2.BufferOverflow && s != nd2.Success || s == nd2.Success && same(exact) && size <= needed
		})
		Expect(s).To(Return(nd2.Success), "with %d bytes more than needed", more)
		Expect(size).To(And(BeNumerically(">=", length(exact)), BeNumerically("<=", needed)), "the size used")
		Expect(list.Address).To(ConsistOf(exact.Address), "the addresses, in any order")
	}
}

// listSizeNeeded is [SizeNeeded] of a list.
func listSizeNeeded(query QueryAddressList) uint32 {
	return SizeNeeded(func(b []byte, size *uint32) nd2.Status {
		if b == nil {
			return query(nil, size)
		}
		return query(&nd2.SocketAddressList{}, size)
	})
}

// length is how many bytes the sockaddrs of a list take.
func length(list nd2.SocketAddressList) (n int) {
	for _, sockaddr := range list.Address {
		n += len(sockaddr)
	}
	return n
}
