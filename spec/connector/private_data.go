package connector

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// privateDataMost is more private data than any fabric carries, in bytes. Where an adapter
// says that it takes more, no spec sends as much.
const privateDataMost = 1 << 20

// privateData returns size bytes of private data without a zero byte, since padding is zero. The run's seed decides the
// first byte.
func privateData(size uint32) []byte {
	if size > privateDataMost {
		Unobservable(fmt.Sprintf("the spec would have to send %d bytes of private data", size))
	}
	b := make([]byte, size)
	first := int(uint64(GinkgoRandomSeed()) % 255)
	for i := range b {
		b[i] = byte(1 + (first+i)%255)
	}
	return b
}

// otherData is as much private data, of other bytes.
func otherData(size uint32) []byte {
	b := privateData(size)
	for i := range b {
		b[i] = ^b[i] | 1
	}
	return b
}

// tooMuch is private data of one byte more than may be sent.
func tooMuch(most uint32) []byte {
	return privateData(max(most, most+1)) // which is not 0 if there is no limit
}

// atMost is as much of data as may be sent. The spec is unobservable if that is
// nothing.
func atMost(data []byte, most uint32) []byte {
	if most == 0 {
		Unobservable("the adapter takes no private data")
	}
	return data[:min(len(data), int(min(most, privateDataMost)))]
}

// expectPrivateData shows that a connector got the data that was sent, which the fabric may have padded. It warns of
// more than most bytes.
func expectPrivateData(c nd2.Connector, sent []byte, most uint32) {
	b := make([]byte, min(most, privateDataMost)+1)
	size := uint32(len(b))
	s := c.GetPrivateData(b, &size)
	if s == nd2.BufferOverflow && size <= privateDataMost { // it may ask for more room than it uses
		b = make([]byte, size)
		s = c.GetPrivateData(b, &size)
	}
	Expect(s).To(Return(nd2.Success))
	Expect(size).To(And(BeNumerically(">=", len(sent)), BeNumerically("<=", privateDataMost)),
		"the length of the private data")
	if size > most {
		Warn("connector.connect.private-data", fmt.Sprintf("%d bytes of private data, where %d is the maximum", size, most))
	}
	Expect(b[:len(sent)]).To(HoldBytes(sent))
}

// privateSizes returns a table entry for each interesting size of private data.
func privateSizes(id string) []TableEntry {
	return []TableEntry{
		Entry("zero bytes", Covers(id), Variant("none"), func(uint32) uint32 { return 0 }),
		Entry("one byte", Covers(id), Variant("one"), func(most uint32) uint32 { return min(1, most) }),
		Entry("half the bytes that may be sent", Covers(id), Variant("half"), func(most uint32) uint32 {
			return min(most, privateDataMost) / 2
		}),
		Entry("as many bytes as may be sent", Covers(id), func(most uint32) uint32 { return most }),
	}
}
