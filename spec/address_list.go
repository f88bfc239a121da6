package spec

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec/expect"
)

// QueryAddressList is the method that providers and adapters have.
type QueryAddressList = func(list *nd2.SocketAddressList, size *uint32) nd2.Status

// AllAddresses gets the list in a buffer of the size that is asked for.
func AllAddresses(query QueryAddressList) nd2.SocketAddressList {
	GinkgoHelper()
	list, err := addresses(query)
	if err != nil {
		Unmet("to return ND_SUCCESS with the size that it asks for", err.Error())
	}
	return list
}

// ExpectListOverflow shows that the method refuses buffers that are too small,
// leaves them alone, and says what it needs.
func ExpectListOverflow(query QueryAddressList) {
	GinkgoHelper()
	var needed uint32
	Expect(query(nil, &needed)).To(Return(nd2.BufferOverflow), "without a buffer")
	Expect(needed).NotTo(BeZero(), "the size that is needed")
	for _, size := range []uint32{0, 1, needed - 1} {
		before := []byte("as it was")
		list := nd2.SocketAddressList{Address: [][]byte{before}}
		given := size
		Expect(query(&list, &given)).To(Return(nd2.BufferOverflow), "with %d bytes of %d", size, needed)
		Expect(given).To(Equal(needed), "the size that is needed")
		Expect(list.Address).To(Equal([][]byte{[]byte("as it was")}), "the list")
	}
}

// ExpectListSizeUsed shows that the method takes a larger buffer, and says how much
// of it was used: at least what the sockaddrs take, and at most what it has asked
// for, since it may ask for more than it uses.
func ExpectListSizeUsed(query QueryAddressList) {
	GinkgoHelper()
	exact := AllAddresses(query)
	var needed uint32
	Expect(query(nil, &needed)).To(Return(nd2.BufferOverflow), "without a buffer")
	for _, more := range []uint32{1, 4096} {
		var list nd2.SocketAddressList
		size := needed + more
		Expect(query(&list, &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
		Expect(size).To(And(BeNumerically(">=", length(exact)), BeNumerically("<=", needed)), "the size used")
		Expect(list).To(Equal(exact))
	}
}

// length is how many bytes the sockaddrs of a list take.
func length(list nd2.SocketAddressList) (n int) {
	for _, sockaddr := range list.Address {
		n += len(sockaddr)
	}
	return n
}
