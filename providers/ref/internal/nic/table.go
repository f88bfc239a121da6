package nic

// A table numbers objects for packets and requests. A number is an index and a
// generation, which changes each time the index is reused: a withdrawn number is not
// issued again soon.
type table[T any] struct {
	slots []slot[T]
	// free are the unused indices, the longest unused first.
	free []uint32
	// first is the lowest index, and mask cuts the generation to its bits.
	first, mask uint32
	seed        uint64
	// again reuses indices and numbers at once, a quirk.
	again bool
}

type slot[T any] struct {
	object     *T
	generation uint32
}

const (
	// indexBits bounds how many objects a table holds.
	indexBits = 16
	indexMask = 1<<indexBits - 1

	// Numbers of queue pairs have 24 bits; 0 and 1 are for management.
	// Source: IBTA chapter 10 (queue pair numbers).
	firstQPN      = 2
	generationQPN = 1<<(24-indexBits) - 1
	// Keys have 32 bits; none is 0.
	firstKey      = 1
	generationKey = 1<<(32-indexBits) - 1

	// minFree is how many indices stay unused before one is reused.
	minFree = 256
)

func (t *table[T]) init(first, mask uint32, seed uint64) {
	t.first, t.mask, t.seed = first, mask, seed
	t.slots = make([]slot[T], first, 64)
}

// add gives o an index, or returns false if none is left.
func (t *table[T]) add(o *T) (index uint32, ok bool) {
	switch {
	case t.again && len(t.free) > 0:
		index = t.free[len(t.free)-1]
		t.free = t.free[:len(t.free)-1]
	case len(t.free) > minFree || len(t.slots) > indexMask && len(t.free) > 0:
		index = t.free[0]
		t.free = t.free[1:]
	case len(t.slots) <= indexMask:
		index = uint32(len(t.slots))
		t.slots = append(t.slots, slot[T]{generation: t.start(index)})
	default:
		return 0, false
	}
	t.slots[index].object = o
	return index, true
}

// start returns an index's first generation, which differs between tables and runs.
func (t *table[T]) start(index uint32) uint32 {
	mixed := (t.seed + uint64(index) + 1) * 0x9e3779b97f4a7c15 // Fibonacci hashing
	return uint32(mixed>>40) & t.mask
}

// issue makes the index's next number, which at finds at once.
func (t *table[T]) issue(index uint32) uint32 {
	s := &t.slots[index]
	if t.again {
		return s.generation<<indexBits | index
	}
	s.generation = (s.generation + 1) & t.mask
	return s.generation<<indexBits | index
}

// at returns the object at a number's index, or nil. The caller checks that the object
// has that number.
func (t *table[T]) at(number uint32) *T {
	if index := number & indexMask; int(index) < len(t.slots) {
		return t.slots[index].object
	}
	return nil
}

// remove frees the index.
func (t *table[T]) remove(index uint32) {
	t.slots[index].object = nil
	t.free = append(t.free, index)
}

// all lists the objects in order of index.
func (t *table[T]) all() []*T {
	var list []*T
	for _, s := range t.slots {
		if s.object != nil {
			list = append(list, s.object)
		}
	}
	return list
}
