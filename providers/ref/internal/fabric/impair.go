package fabric

import (
	"math/rand/v2"
	"time"
)

// Impairments are what happens to datagrams on their way to a port.
type Impairments struct {
	// Seed makes runs repeatable, but for what the clock decides: whether a datagram that was set
	// aside is overtaken before it is late.
	Seed uint64
	// Each of these is a probability per datagram, from 0 to 1: Loss drops it,
	// Duplicate delivers it twice, Reorder lets the next one to the port overtake
	// it, if that comes soon, Corrupt inverts one of its bits.
	Loss, Duplicate, Reorder, Corrupt float64
	// Delay is how late each datagram arrives, and Jitter how much later at most;
	// every time from none to that is equally likely. With Jitter, one datagram may
	// overtake another.
	Delay, Jitter time.Duration
}

// unreliable is what an Unreliable does: long messages have gaps, and requests come again
// while they are answered; but what is sent again comes through. It is random, since losses
// at equal distances may hit the same packet each time that it is sent again.
var unreliable = Impairments{Loss: 0.01, Duplicate: 0.15}

// impairer carries out impairments; it is guarded by the network's lock.
type impairer struct {
	Impairments
	random *rand.Rand
}

func newImpairer(i Impairments) *impairer {
	seed := i.Seed
	i.Seed = 0
	if i == (Impairments{}) {
		return nil
	}
	return &impairer{Impairments: i, random: rand.New(rand.NewPCG(seed, 0))}
}

func (i *impairer) hits(probability float64) bool {
	return probability > 0 && i.random.Float64() < probability
}

// deliver is to.put with impairments.
func (i *impairer) deliver(to *port, f *Frame) *Frame {
	if i.hits(i.Loss) {
		to.counters.Dropped++
		return f
	}
	if i.hits(i.Corrupt) {
		bit := i.random.IntN(8 * (f.end - f.start))
		f.buffer[f.start+bit/8] ^= 1 << (bit % 8)
	}
	if i.hits(i.Duplicate) {
		duplicate := pop(&to.unused)
		duplicate.copyFrom(f)
		i.recycle(to, i.put(to, duplicate))
	}
	if to.aside == nil && i.hits(i.Reorder) {
		return to.setAside(f)
	}
	empty := i.put(to, f)
	to.goOn()
	return empty
}

// put is to.put, or to.putLater.
func (i *impairer) put(to *port, f *Frame) *Frame {
	after := i.Delay
	if i.Jitter > 0 {
		after += time.Duration(i.random.Int64N(int64(i.Jitter) + 1))
	}
	if after == 0 {
		return to.put(f)
	}
	return to.putDelayed(f, after)
}

// recycle gives back a frame in which no datagram will be built.
func (i *impairer) recycle(p *port, f *Frame) { p.unused = append(p.unused, f) }
