package spec

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec/expect"
)

// untouched is what a buffer holds before a provider is given it.
const untouched = 0xa5

// ExpectOverflow shows that a method refuses every buffer that is too small for
// what it would copy out, none included, leaves it as it was and says what it needs.
func ExpectOverflow(get CopyOut) {
	GinkgoHelper()
	var needed uint32
	Expect(get(nil, &needed)).To(Return(nd2.BufferOverflow), "without a buffer")
	Expect(needed).NotTo(BeZero(), "the size that is needed")
	for _, size := range []uint32{0, 1, needed - 1} {
		b := newBuffer(int(needed))
		given := size
		Expect(get(b[:size], &given)).To(Return(nd2.BufferOverflow), "with %d bytes of %d", size, needed)
		Expect(given).To(Equal(needed), "the size that is needed")
		Expect(b).To(HoldBytes(newBuffer(int(needed))), "the buffer of %d bytes", size)
	}
}

// ExpectSizeUsed shows that a method copies the same to a buffer of the size that it
// needs and to a larger one, says how much, and leaves what is behind it alone.
func ExpectSizeUsed(get CopyOut) {
	GinkgoHelper()
	var needed uint32
	Expect(get(nil, &needed)).To(Return(nd2.BufferOverflow), "without a buffer")
	var exact []byte
	for _, more := range []int{0, 1, 100} {
		b := newBuffer(int(needed) + more)
		size := uint32(len(b))
		Expect(get(b, &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
		Expect(size).To(Equal(needed), "the size used")
		if more == 0 {
			exact = b
		}
		Expect(b[:needed]).To(HoldBytes(exact), "what was copied out")
		Expect(b[needed:]).To(HoldBytes(newBuffer(more)), "what is behind it")
	}
}

func newBuffer(size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = untouched
	}
	return b
}
