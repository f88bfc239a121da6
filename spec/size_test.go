package spec

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// sizesOf lists what many draws give a spec whose adapters' queues are of a depth.
func sizesOf(t *testing.T, draws, depth, least uint32, limits ...uint32) (list []int) {
	t.Helper()
	info := nd2.AdapterInfo{
		MaxTransferLength: 1 << 20, MaxReceiveQueueDepth: depth, MaxInitiatorQueueDepth: depth, MaxCompletionQueueDepth: depth + 1,
	}
	for draw := range Draw(draws) {
		target := &Target{local: adapter{info: info}, peer: adapter{info: info}}
		target.drawing = drawing{draw: draw, spec: "cq.resize.to-what-is-queued"}
		list = append(list, Size(WithTarget(t.Context(), target), least, limits...))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Every size of the table is drawn, and the most that there is, and one less; nothing else but the plain one is.
func TestSizesAreDrawn(t *testing.T) {
	for _, c := range []struct {
		name         string
		depth, least uint32
		limits       []uint32
		want         []int
	}{
		{name: "deep", depth: 1024, least: 1, want: []int{1, 2, 4, 8, 9, 16, 32, 33, 64, 65, 299, 300}},
		{name: "with a least", depth: 1024, least: 13, want: []int{13, 16, 32, 33, 64, 65, 299, 300}},
		{name: "limited", depth: 1024, least: 2, limits: []uint32{500, 40}, want: []int{2, 4, 8, 9, 16, 32, 33, 39, 40}},
		{name: "shallow", depth: 3, least: 1, want: []int{1, 2, 3}},
		{name: "too shallow", depth: 3, least: 13, want: []int{3}},
		{name: "nothing", depth: 0, least: 1, want: []int{0}},
	} {
		if got := sizesOf(t, 400, c.depth, c.least, c.limits...); !slices.Equal(got, c.want) {
			t.Errorf("%s: drawn are %v, want %v", c.name, got, c.want)
		}
	}
	if got := sizesOf(t, 1, 1024, 1); !slices.Equal(got, []int{4}) {
		t.Errorf("the plain draw gives %v, want 4", got)
	}
}

// Where resources do not suffice for what is large, the spec says so; for what is ordinary, it fails.
func TestLargeObjectsMayLack(t *testing.T) {
	lacking := ndclient.Creation{Call: func(*nd2.Unknown) nd2.Status { return nd2.InsufficientResources }}
	for n, skips := range map[uint32]bool{ordinary: false, ordinary + 1: true} {
		func() {
			defer func() {
				if skipped := recover() != nil; skipped != skips {
					t.Errorf("of %d: skipped is %t", n, skipped)
				}
			}()
			attained(lacking, 1, n).Call(nil)
		}()
	}
}
