package crc

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// library is Update as the standard library has it.
func library(state uint32, p []byte) uint32 {
	return ^crc32.Update(^state, crc32.IEEETable, p)
}

// check compares Update and Copy of a part of memory with the standard library, and
// shows that nothing else is written.
func check(t *testing.T, state uint32, memory []byte, from, to, at int) {
	t.Helper()
	src := memory[from:to]
	want := library(state, src)
	if got := Update(state, src); got != want {
		t.Errorf("Update of %d bytes from %d: %08x, want %08x", len(src), from, got, want)
	}
	dst := bytes.Repeat([]byte{0xa5}, at+len(src)+65)
	if got := Copy(state, dst[at:], src); got != want {
		t.Errorf("Copy of %d bytes from %d to %d: %08x, want %08x", len(src), from, at, got, want)
	}
	copied := dst[at:][:len(src)]
	if !bytes.Equal(copied, src) {
		t.Errorf("Copy of %d bytes from %d to %d copies something else", len(src), from, at)
	}
	clear(copied)
	if around := len(dst) - bytes.Count(dst, []byte{0xa5}); around != len(src) {
		t.Errorf("Copy of %d bytes from %d to %d writes %d", len(src), from, at, around)
	}
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// eachWidth does something in each way that this processor can go.
func eachWidth(do func(name string)) {
	widest := width
	defer func() { width = widest }()
	for _, width = range []int{0, 32, 64} {
		if width <= widest {
			do(fmt.Sprintf("width=%d", width))
		}
	}
}

func TestAgreesWithLibrary(t *testing.T) {
	eachWidth(func(name string) { t.Run(name, agrees) })
}

func agrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	memory := random(r, 4096+64+256)
	for n := range 4096 + 256 {
		from := r.IntN(65)
		check(t, r.Uint32(), memory, from, from+n, r.IntN(65))
	}
	for from := range 65 {
		for _, n := range []int{0, 1, 63, 64, 65, 255, 256, 257, 320, 512, 1024, 4096, 4112} {
			check(t, r.Uint32(), memory, from, from+n, 64-from)
		}
	}
}

func TestNothingIsCarriedOverNothing(t *testing.T) {
	if got := Copy(7, nil, nil); got != 7 {
		t.Errorf("got %d", got)
	}
}

// FuzzUpdate compares with the standard library, at any place in memory.
func FuzzUpdate(f *testing.F) {
	f.Add(uint32(0), make([]byte, 64), uint8(0), uint8(0))
	f.Add(^uint32(0), bytes.Repeat([]byte("conformance"), 100), uint8(3), uint8(61))
	f.Fuzz(func(t *testing.T, state uint32, memory []byte, from, at uint8) {
		eachWidth(func(string) { check(t, state, memory, min(int(from), len(memory)), len(memory), int(at)) })
	})
}

// BenchmarkCRC is a payload's, beside the standard library's, and beside a copy.
func BenchmarkCRC(b *testing.B) {
	eachWidth(func(name string) { b.Run(name, benchmark) })
}

func benchmark(b *testing.B) {
	for _, size := range []int{64, 256, 1024, 4096} {
		src, dst := make([]byte, size), make([]byte, size)
		for name, do := range map[string]func() uint32{
			"update":       func() uint32 { return Update(1, src) },
			"library":      func() uint32 { return library(1, src) },
			"copy":         func() uint32 { return Copy(1, dst, src) },
			"copy+library": func() uint32 { copy(dst, src); return library(1, dst) },
		} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					do()
				}
			})
		}
	}
}
