package memory

import (
	"bytes"
	"os"
	"testing"
)

// A pool keeps at most what was in use at once, whatever the number of sizes.
func TestPoolKeepsFewBlocks(t *testing.T) {
	var p Pool
	for size := 1; size < 1<<16; size += 7 {
		b, err := p.Get(size)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) != size || Address(b)%uint64(os.Getpagesize()) != 0 {
			t.Fatalf("%d bytes at %#x, want %d at the start of a page", len(b), Address(b), size)
		}
		if bytes.Count(b, []byte{0}) != size {
			t.Fatalf("a block of %d bytes is not zeroed", size)
		}
		for i := range b {
			b[i] = 0xA5
		}
		p.Put(b)
	}
	kept := 0
	for _, list := range p.free {
		for _, b := range list {
			kept += cap(b)
		}
	}
	if kept >= 1<<17 {
		t.Errorf("the pool keeps %d bytes, want less than %d", kept, 1<<17)
	}
}

func TestPoolWithin(t *testing.T) {
	page := os.Getpagesize()
	within, err := allocate(4 * page)
	if err != nil {
		t.Fatal(err)
	}
	p := Pool{Within: within}
	first, _ := p.Get(page + 1)
	second, _ := p.Get(3 * page)
	if &first[0] != &within[0] {
		t.Error("the first block is elsewhere")
	}
	if inside := Address(second) - Address(within); inside < uint64(len(within)) {
		t.Errorf("the second block, for which there is no room, begins at byte %d", inside)
	}
}
