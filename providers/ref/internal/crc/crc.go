package crc

import "hash/crc32"

// Update carries the state over p.
func Update(state uint32, p []byte) uint32 {
	whole := len(p) &^ (block - 1)
	switch {
	case whole == 0 || width == 0:
		return generic(state, p)
	case width == 64:
		state = read64(&folds, state, nil, &p[0], whole)
	default:
		state = read32(&folds, state, nil, &p[0], whole)
	}
	return generic(state, p[whole:])
}

// Copy copies src to the start of dst, and carries the state over the copied bytes: the
// owner of src may change src meanwhile. dst is no shorter than src and does not overlap
// it.
func Copy(state uint32, dst, src []byte) uint32 {
	dst = dst[:len(src)]
	whole := len(src) &^ (block - 1)
	switch {
	case whole == 0 || width == 0:
		whole = 0
	case width == 64:
		state = copy64(&folds, state, &dst[0], &src[0], whole)
	default:
		state = copy32(&folds, state, &dst[0], &src[0], whole)
	}
	copy(dst[whole:], src[whole:])
	return generic(state, dst[whole:])
}

// block is how many bytes are folded at a time.
const block = 64

// generic is Update by the standard library, or byte by byte for lengths at which the
// library's start takes longer.
func generic(state uint32, p []byte) uint32 {
	if len(p) > 16 {
		return ^crc32.Update(^state, crc32.IEEETable, p)
	}
	for _, b := range p {
		state = crc32.IEEETable[byte(state)^b] ^ state>>8
	}
	return state
}
