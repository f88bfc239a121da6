package crc

import "github.com/klauspost/cpuid/v2"

// width is how many bytes this processor multiplies without carries in registers that the
// system saves: 64, 32, or 0 where the standard library is as fast.
var width = widest()

func widest() int {
	switch {
	case !cpuid.CPU.Supports(cpuid.VPCLMULQDQ, cpuid.CLMUL, cpuid.AVX2):
		return 0
	case !cpuid.CPU.Supports(cpuid.AVX512F):
		return 32
	}
	return 64
}

// Each carries the state over n bytes at src, a multiple of 64 and at least 64; the copies
// write them at dst.

//go:noescape
func read64(folds *foldTable, state uint32, dst, src *byte, n int) uint32

//go:noescape
func copy64(folds *foldTable, state uint32, dst, src *byte, n int) uint32

//go:noescape
func read32(folds *foldTable, state uint32, dst, src *byte, n int) uint32

//go:noescape
func copy32(folds *foldTable, state uint32, dst, src *byte, n int) uint32
