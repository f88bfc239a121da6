package spec

import (
	"bytes"
	"testing"
)

// TestPatternsOfRuns shows that each run has another pattern, whose bytes differ from all near them, and whose first
// byte is the seed's.
func TestPatternsOfRuns(t *testing.T) {
	before := map[string]int64{}
	for run := range int64(121) {
		b := make([]byte, 1024)
		pattern(b, 0x42, stride(run))
		if b[0] != 0x42 {
			t.Errorf("run %d: the first byte is %#x", run, b[0])
		}
		for i := range b[:256] {
			if j := bytes.IndexByte(b[i+1:256], b[i]); j >= 0 {
				t.Fatalf("run %d: the bytes at %d and %d are alike", run, i, i+1+j)
			}
		}
		if other, taken := before[string(b)]; taken {
			t.Errorf("runs %d and %d have the same pattern", other, run)
		}
		before[string(b)] = run
	}
	if stride(-1) < 7 || stride(-1)%2 == 0 {
		t.Errorf("a negative seed has the stride %d", stride(-1))
	}
}

// TestPatternsDoNotWrap shows that memory read from an address that wraps at a power of two looks different.
func TestPatternsDoNotWrap(t *testing.T) {
	b := make([]byte, 4<<20)
	pattern(b, 0x42, 7)
	for at := 1 << 8; at < len(b); at <<= 1 {
		if n := min(at, len(b)-at, 1<<16); bytes.Equal(b[:n], b[at:at+n]) {
			t.Errorf("what begins at %d is what begins at 0", at)
		}
	}
}

// TestPatternBytes shows that each byte is as documented, whatever the length: a part of a word, of a
// row, and several rows.
func TestPatternBytes(t *testing.T) {
	const seed, stride = 0x5a, 11
	for _, n := range []int{0, 1, 7, 8, 9, 255, 256, 257, 777} {
		b := make([]byte, n)
		pattern(b, seed, stride)
		for i := range b {
			if want := byte(i*stride) ^ byte(i>>8) ^ seed; b[i] != want {
				t.Fatalf("of %d bytes the one at %d is %#x, not %#x", n, i, b[i], want)
			}
		}
	}
}
