package check

import (
	"sort"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// untouched is what a buffer holds before a provider is given it.
const untouched = 0xa5

// few is how many bytes a method may need for every smaller size to be tried: as many as an address has.
const few = sockaddrStorage

// roomForAll is more than anything takes that a method copies out, in bytes.
const roomForAll = 1 << 16

// SizeNeeded shows that a method refuses to copy out to no buffer, and returns how many
// bytes it needs. The size is told with ND_BUFFER_OVERFLOW alone. Beside another code the
// number means nothing, and the least room that the method accepts is looked for.
func SizeNeeded(get CopyOut) (needed uint32) {
	s := get(nil, &needed)
	Expect(s).To(Return(nd2.BufferOverflow), "without a buffer")
	if s != nd2.BufferOverflow {
		needed = leastRoom(get)
	}
	Expect(needed).To(And(BeNumerically(">", 0), BeNumerically("<", roomForAll)), "the size that is needed")
	return needed
}

// leastRoom returns how large a buffer must be for a method to succeed; roomForAll if
// that is not enough.
func leastRoom(get CopyOut) uint32 {
	return uint32(sort.Search(roomForAll, func(room int) bool {
		size := uint32(room)
		return get(newBuffer(room), &size) == nd2.Success
	}))
}

// ExpectRefusal shows that a call has refused a buffer that is too small. Where it did
// with the code that tells a size, that is what is needed.
func ExpectRefusal(s nd2.Status, told *uint32, needed uint32, room int) {
	Expect(s).To(Return(nd2.BufferOverflow), "with %d bytes of %d", room, needed)
	if s == nd2.BufferOverflow {
		Expect(*told).To(Equal(needed), "the size that is needed")
	}
}

// ExpectOverflow shows that a method refuses every buffer that is too small for
// what it would copy out, none included, leaves it as it was and says what it needs.
func ExpectOverflow(get CopyOut) {
	needed := SizeNeeded(get)
	for room := range needed {
		if needed > few && room > 1 && room < needed-1 {
			continue
		}
		b := newBuffer(int(needed))
		size := room
		ExpectRefusal(get(b[:room], &size), &size, needed, int(room))
		Expect(b).To(HoldBytes(newBuffer(int(needed))), "the buffer of %d bytes", room)
	}
}

// ExpectSizeUsed shows that a method copies the same to a buffer of the size that it
// needs and to a larger one, and says how much: at most what it has asked for, since it
// may ask for more than it uses, and no less than the whole of what it has to tell, which
// the function given judges. The room that it was given is the method's to write to; what
// lies beyond is not.
func ExpectSizeUsed(get CopyOut, whole func(used []byte)) {
	const beyond = 64
	needed := int(SizeNeeded(get))
	var exact []byte
	for _, more := range []int{0, 1, 100} {
		room := needed + more
		b := newBuffer(room + beyond)
		size := uint32(room)
		Expect(get(b[:room], &size)).To(Return(nd2.Success), "with %d bytes more than needed", more)
		Expect(size).To(And(BeNumerically(">", 0), BeNumerically("<=", needed)), "the size used")
		if more == 0 {
			exact = b[:size]
			whole(exact)
		}
		Expect(b[:size]).To(HoldBytes(exact), "what was copied out")
		Expect(b[room:]).To(HoldBytes(newBuffer(beyond)), "what is behind the room given")
	}
}

// ExpectCopiedOut shows that a connector gives private data to buffers that are too small, of the right size and
// larger.
func ExpectCopiedOut(get CopyOut, sent []byte) {
	needed := SizeNeeded(get)
	Expect(needed).To(BeNumerically(">=", len(sent)), "the size that is needed")
	for _, given := range []int{0, 1, len(sent) - 1} {
		given = min(given, len(sent)-1)
		b := make([]byte, len(sent))
		size := uint32(given)
		ExpectRefusal(get(b[:given], &size), &size, needed, given)
		Expect(b[:given]).To(HoldBytes(sent[:given]))
		Expect(b[given:]).To(HoldBytes(make([]byte, len(sent)-given)), "what is behind the %d bytes given", given)
	}
	ExpectSizeUsed(get, func(used []byte) { ExpectPrivateData(used, sent) })
}

func newBuffer(size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = untouched
	}
	return b
}

// ExpectPrivateData shows that what a connector gives begins with what was sent: it may be padded.
func ExpectPrivateData(given, sent []byte) {
	Expect(given[:min(len(given), len(sent))]).To(HoldBytes(sent), "the private data in the %d bytes used", len(given))
}
