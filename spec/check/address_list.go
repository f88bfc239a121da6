package check

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// UntilListed calls listed until it holds: an address may come and go, so that a list lacks it
// now and then. Source: IND2Adapter.md, IND2Adapter::QueryAddressList, Remarks.
func UntilListed(listed func() bool) {
	const often = 8
	for range often {
		if listed() {
			return
		}
	}
}

// ExpectListOverflow shows that the method refuses buffers that are too small,
// leaves them alone, and says what it needs.
func ExpectListOverflow(query QueryAddressList) {
	for _, roomOf := range []func(needed uint32) uint32{
		func(uint32) uint32 { return 0 },
		func(uint32) uint32 { return 1 },
		func(needed uint32) uint32 { return needed - 1 },
	} {
		var needed, room, size uint32
		var refused nd2.Status
		var list nd2.SocketAddressList
		UntilListed(func() bool { // while the list does not change
			needed = listSizeNeeded(query)
			room = roomOf(needed)
			list, size = nd2.SocketAddressList{Address: [][]byte{[]byte("as it was")}}, room
			refused = query(&list, &size)
			return listSizeNeeded(query) == needed
		})
		ExpectRefusal(refused, &size, needed, int(room))
		Expect(list.Address).To(Equal([][]byte{[]byte("as it was")}), "the list")
	}
}

// ExpectListSizeUsed shows that the method takes a larger buffer, and says how much
// of it was used: at least what the sockaddrs take, and at most what it has asked
// for, since it may ask for more than it uses.
func ExpectListSizeUsed(query QueryAddressList) {
	for _, more := range []uint32{1, 4096} {
		var exact, list nd2.SocketAddressList
		var needed, size uint32
		var lists []nd2.SocketAddressList
		UntilListed(func() bool {
			lists = append(lists, AllAddresses(query), AllAddresses(query))
			needed = listSizeNeeded(query)
			list, size = nd2.SocketAddressList{}, needed+more
			Expect(query(&list, &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
			same := func(l nd2.SocketAddressList) bool { return len(l.Address) == len(list.Address) }
			exact = lists[max(0, slices.IndexFunc(lists, same))]
			return same(exact)
		})
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
