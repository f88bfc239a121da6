package fabric

// ring is a bounded queue of frames that grows with use.
type ring struct {
	frames []*Frame // a power of two
	head   uint
	n      int
}

const smallest = 64

// push appends f, or returns false if the ring is full.
func (r *ring) push(f *Frame) bool {
	if r.n == len(r.frames) && !r.grow() {
		return false
	}
	r.frames[(r.head+uint(r.n))&r.mask()] = f
	r.n++
	return true
}

// pop moves up to len(dst) frames out, oldest first, and returns their count.
func (r *ring) pop(dst []*Frame) int {
	k := min(r.n, len(dst))
	for i := range k {
		slot := &r.frames[r.head&r.mask()]
		dst[i], *slot = *slot, nil
		r.head++
	}
	r.n -= k
	return k
}

func (r *ring) grow() bool {
	if r.n >= depth {
		return false
	}
	frames := make([]*Frame, max(smallest, 2*r.n))
	n := r.pop(frames)
	*r = ring{frames: frames, n: n}
	return true
}

func (r *ring) mask() uint { return uint(len(r.frames)) - 1 }
