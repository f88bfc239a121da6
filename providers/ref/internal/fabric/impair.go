package fabric

import (
	"math/rand/v2"
	"time"
)

// Impairments are what happens to datagrams on their way to a port.
type Impairments struct {
	// Seed makes runs repeatable, except where the clock decides: whether a datagram set aside is
	// overtaken in time.
	Seed uint64
	// Each is a probability per datagram, from 0 to 1: Loss drops it, Duplicate delivers it
	// twice, Reorder lets the port's next datagram overtake it if that comes soon, Corrupt
	// inverts a bit.
	Loss, Duplicate, Reorder, Corrupt float64
	// Delay is how late each datagram arrives, Jitter the maximum of an additional, uniformly
	// distributed delay. With Jitter, datagrams may overtake each other.
	Delay, Jitter time.Duration
}

// unreliable are the impairments of Unreliable: long messages have gaps, and requests are
// repeated while they are answered, but repeated packets get through. It is random, since losses
// at equal distances may hit the same packet each time it is repeated.
var unreliable = Impairments{Loss: 0.01, Duplicate: 0.15}

// impairer applies impairments; the network's lock guards it.
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

// recycle takes back an unused frame.
func (i *impairer) recycle(p *port, f *Frame) { p.unused = append(p.unused, f) }
