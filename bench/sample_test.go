package bench

import (
	"slices"
	"testing"
)

// A block has enough operations to fill a window, however long they take.
func TestBlocksAreLongEnough(t *testing.T) {
	for _, c := range []struct{ operations, least, block, blocks int }{
		{operations: 1600, block: 100, blocks: 16},
		{operations: 15, block: 1, blocks: 15},
		{operations: 31, block: 1, blocks: 16},
		{operations: 1, block: 1, blocks: 1},
		{operations: 1600, least: 32, block: 100, blocks: 16},
		{operations: 160, least: 32, block: 32, blocks: 5},
		{operations: 15, least: 32, block: 32, blocks: 1},
	} {
		var ran []int
		p := &prepared{work: &work{least: c.least, run: func(n int) error {
			ran = append(ran, n)
			return nil
		}}}
		got, err := p.inBlocks(c.operations)
		if want := slices.Repeat([]int{c.block}, c.blocks); err != nil || !slices.Equal(ran, want) || got.count != c.block*c.blocks {
			t.Errorf("%d operations of at least %d: blocks of %v, %d in all, %v", c.operations, c.least, ran, got.count, err)
		}
	}
}
