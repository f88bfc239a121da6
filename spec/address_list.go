package spec

import (
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec/expect"
)

// QueryAddressList is the method that providers and adapters have.
type QueryAddressList = func(list *nd2.SocketAddressList, size *uint32) nd2.Status

// AllAddresses gets the list in a buffer of the size that is asked for.
func AllAddresses(query QueryAddressList) nd2.SocketAddressList {
	list, err := addresses(query)
	if err != nil {
		Unmet("to return ND_SUCCESS with the size that it asks for", err.Error())
	}
	return list
}

// ExpectListOverflow shows that the method refuses buffers that are too small,
// leaves them alone, and says what it needs.
func ExpectListOverflow(query QueryAddressList) {
	needed := listSizeNeeded(query)
	for _, room := range []uint32{0, 1, needed - 1} {
		before := []byte("as it was")
		list := nd2.SocketAddressList{Address: [][]byte{before}}
		size := room
		ExpectRefusal(query(&list, &size), &size, needed, int(room))
		Expect(list.Address).To(Equal([][]byte{[]byte("as it was")}), "the list")
	}
}

// ExpectListSizeUsed shows that the method takes a larger buffer, and says how much
// of it was used: at least what the sockaddrs take, and at most what it has asked
// for, since it may ask for more than it uses.
func ExpectListSizeUsed(query QueryAddressList) {
	exact := AllAddresses(query)
	needed := listSizeNeeded(query)
	for _, more := range []uint32{1, 4096} {
		var list nd2.SocketAddressList
		size := needed + more
		Expect(query(&list, &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
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
