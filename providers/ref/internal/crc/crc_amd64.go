package crc

import "golang.org/x/sys/cpu"

// wide says that the processor can multiply 64 bytes at a time without carries, and
// that the system saves the registers for that.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VPCLMULQDQ && cpu.X86.HasPCLMULQDQ

// fold carries the state over n bytes, a multiple of 64 and at least 64.
//
//go:noescape
func fold(folds *foldTable, state uint32, p *byte, n int) uint32

// foldCopy is fold for src, which it copies to dst.
//
//go:noescape
func foldCopy(folds *foldTable, state uint32, dst, src *byte, n int) uint32
