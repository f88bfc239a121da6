package crc

import "hash/crc32"

// A fold moves 16 bytes of the message forward by some distance: the sum of two products,
// put in their place there, adds the same to the remainder. first belongs to their first
// 8 bytes, second to the others. Source: Gopal et al., Fast CRC Computation for Generic
// Polynomials Using PCLMULQDQ Instruction, Intel 2009.
type fold16 struct{ first, second uint64 }

// foldTable is the table of the assembly code, which knows the order of the fields.
type foldTable struct {
	// bits are distances of 256 and of 64 bytes.
	bits2048, bits512 fold16
	// lanes bring the first three of the last four lanes to the fourth.
	lanes [4]fold16
	// last8 moves 8 bytes forward by 8, last4 4 bytes by 4.
	last8, last4 uint64
	// quotient and polynomial divide 8 bytes (Barrett's reduction).
	polynomial, quotient uint64
}

// folds are computed from the standard library's polynomial.
var folds = foldTable{
	bits2048: foldBy(2048), bits512: foldBy(512),
	lanes:      [4]fold16{foldBy(384), foldBy(256), foldBy(128)},
	last8:      foldBy(128).second,
	last4:      power(64) << 1,
	polynomial: uint64(crc32.IEEE)<<1 | 1,
	quotient:   quotient(),
}

func foldBy(bits int) fold16 { return fold16{power(bits+32) << 1, power(bits-32) << 1} }

// power returns the remainder of xⁿ, with its bits in the CRC's order: x⁰ is the
// highest.
func power(n int) uint64 {
	r := uint32(1 << 31)
	for range n {
		r = r>>1 ^ crc32.IEEE&-(r&1)
	}
	return uint64(r)
}

// quotient returns x⁶⁴ divided by the polynomial, 33 bits, in the same order.
func quotient() (q uint64) {
	r := uint32(1 << 31)
	for i := range 64 {
		if i >= 31 {
			q |= uint64(r&1) << (i - 31)
		}
		r = r>>1 ^ crc32.IEEE&-(r&1)
	}
	return q
}
