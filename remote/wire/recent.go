package wire

// Recent are the numbers added last, the oldest first.
type Recent []uint64

// Add adds a number. If there are then more than most, it removes and returns the oldest; else it
// returns 0.
func (r *Recent) Add(n uint64, most int) (oldest uint64) {
	*r = append(*r, n)
	if len(*r) <= most {
		return 0
	}
	oldest = (*r)[0]
	*r = (*r)[1:]
	return oldest
}
