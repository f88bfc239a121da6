package fabric

import "math/rand/v2"

// Impairments are what a network does to datagrams, each a probability from 0 to
// 1 a datagram.
type Impairments struct {
	// Seed makes two runs alike.
	Seed uint64
	// Loss drops a datagram, Duplicate delivers it twice, Reorder lets the next
	// one to the same port overtake it, Corrupt inverts one of its bits.
	Loss, Duplicate, Reorder, Corrupt float64
}

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

// transmit is to.put with impairments.
func (i *impairer) transmit(to *memoryPort, f *Frame) *Frame {
	if i.hits(i.Loss) {
		to.counters.Dropped++
		return f
	}
	if i.hits(i.Corrupt) {
		bit := i.random.IntN(8 * (f.end - f.start))
		f.buffer[f.start+bit/8] ^= 1 << (bit % 8)
	}
	if i.hits(i.Duplicate) {
		twin := pop(&to.spare)
		twin.copyFrom(f)
		i.spare(to, to.put(twin))
	}
	if to.aside == nil && i.hits(i.Reorder) {
		to.aside = f
		return pop(&to.spare)
	}
	empty := to.put(f)
	if late := to.aside; late != nil {
		to.aside = nil
		i.spare(to, to.put(late))
	}
	return empty
}

// spare gives a frame back that nobody will build a datagram in.
func (i *impairer) spare(p *memoryPort, f *Frame) { p.spare = append(p.spare, f) }
