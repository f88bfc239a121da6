package bench

import "slices"

// A grid has the sizes and numbers of the measurements.
type grid struct {
	// sizes are those of most messages, few those of measurements that hardly depend on the size, and
	// small the size for rates.
	sizes, few []int
	small      int
	// window is the usual window of bandwidths, and windowed the size for which other windows are
	// measured.
	window, windowed int
	windows          []int
	pairs, batches   []int
	batch            int
	connections      []int
	registrations    []int
}

// full is the grid of a usual run.
func full() *grid {
	return &grid{
		sizes: powers(1, 1<<20, 2), few: []int{64, 4 << 10, 64 << 10, 1 << 20}, small: 64,
		window: 16, windowed: 64 << 10, windows: powers(1, 64, 2),
		pairs: powers(1, 256, 4), batches: powers(1, 64, 4), batch: 16,
		connections: powers(1, 1000, 10), registrations: powers(4<<10, 16<<20, 16),
	}
}

// quick is the grid of a short run.
func quick() *grid {
	g := full()
	g.sizes, g.few = g.few, []int{64}
	g.windows, g.pairs, g.batches = []int{1}, []int{1, 16, 64}, []int{1}
	g.connections, g.registrations = []int{1, 100, 1000}, []int{4 << 10, 1 << 20}
	return g
}

// with returns the grid with other sizes, if any.
func (g *grid) with(sizes []int) *grid {
	if len(sizes) > 0 {
		g.sizes, g.few = sizes, sizes
	}
	return g
}

// largest is the longest message's size.
func (g *grid) largest() int {
	return slices.Max(append([]int{g.small, g.windowed, guard}, g.sizes...))
}

// powers lists first, first·factor and so on up to last.
func powers(first, last, factor int) (list []int) {
	for n := first; n <= last; n *= factor {
		list = append(list, n)
	}
	return list
}
