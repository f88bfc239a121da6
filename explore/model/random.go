package model

import (
	"math/bits"

	"github.com/ndconform/ndconform/nd2"
)

// The 64 bits of a step, the lowest first: 8 choose the object, 8 are wishes, and the
// rest seed all other choices. Steps that belong together share the first 8.
const (
	wishSilent  = 1 << 8
	wishFence   = 1 << 9
	wishSolicit = 1 << 10 // or for solicited results
	wishInline  = 1 << 11
	wishWindow  = 1 << 12 // by a window, where there is one
	wishSmall   = 1 << 13 // a short message
	wishFull    = 1 << 14 // also if the queue may be full
)

// A random makes choices by the bits of a step.
type random struct {
	bits  uint64
	state uint64
	// long says that every other message is long.
	long bool
}

func newRandom(b uint64) *random { return &random{bits: b, state: b >> 16} }

// object chooses one of n objects.
func (rng *random) object(n int) int { return int(rng.bits&0xff) % n }

func (rng *random) wishes(w uint64) bool { return rng.bits&w != 0 }

// next returns the next number of the splitmix64 sequence.
func (rng *random) next() uint64 {
	rng.state += 0x9e3779b97f4a7c15
	z := rng.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below chooses a number from 0 to n-1.
func (rng *random) below(n int) int {
	high, _ := bits.Mul64(rng.next(), uint64(n))
	return int(high)
}

// one returns true one time in n.
func (rng *random) one(n int) bool { return rng.below(n) == 0 }

// length chooses the length of a message of at most most bytes: mostly short ones, some
// around the path MTUs, and seldom long ones.
func (rng *random) length(most int) int {
	if most <= 0 || rng.one(10) {
		return 0
	}
	if rng.long && rng.one(2) {
		return rng.longLength(most)
	}
	shift := 1 + rng.below(8)
	if !rng.wishes(wishSmall) {
		switch rng.below(8) {
		case 0:
			return min(most, 256<<rng.below(5)*(1+rng.below(3))-1+rng.below(3)) // about a number of packets
		case 1:
			shift = bits.Len(uint(most))
		case 2, 3:
			shift = 12
		}
	}
	return min(most, 1+rng.below(1<<shift))
}

// longLength chooses the length of a message of at most most bytes: mostly of 16 KiB and more, and about
// a power of two every other time.
func (rng *random) longLength(most int) int {
	const least = 14
	if shift := bits.Len(uint(most)) - 1; shift > least && rng.one(2) {
		return min(most, 1<<(least+rng.below(shift-least+1))-1+rng.below(3))
	}
	return 1 + rng.below(most)
}

// flags returns those of the possible flags that are wished for.
func (rng *random) flags(may nd2.OpFlags) (f nd2.OpFlags) {
	for _, w := range wishes {
		if rng.wishes(w.wish) {
			f |= w.flag
		}
	}
	return f & may
}

var wishes = [...]struct {
	wish uint64
	flag nd2.OpFlags
}{
	{wishSilent, nd2.SilentSuccess},
	{wishFence, nd2.ReadFence},
	{wishSolicit, nd2.SendAndSolicitEvent},
	{wishInline, nd2.Inline},
}
