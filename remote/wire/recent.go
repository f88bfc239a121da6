package wire

// Recent are the numbers that were added last, the oldest one first.
type Recent []uint64

// Add adds a number. If there are more than most then, it takes out the oldest one, and returns it; else
// it returns 0.
func (r *Recent) Add(n uint64, most int) (oldest uint64) {
	*r = append(*r, n)
	if len(*r) <= most {
		return 0
	}
	oldest = (*r)[0]
	*r = (*r)[1:]
	return oldest
}
