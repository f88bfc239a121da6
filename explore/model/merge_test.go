package model

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// The letters are queue pairs, and the numbers say when their requests were posted.
func TestMerge(t *testing.T) {
	result := func(pair byte, posted uint64) nd2.Result {
		return nd2.Result{
			QueuePairContext: uintptr(pair), RequestContext: uintptr(contextOf(posted)),
			RequestType: nd2.RequestSend,
		}
	}
	received := func(pair byte, posted uint64) nd2.Result {
		r := result(pair, posted)
		r.RequestType = nd2.RequestReceive
		return r
	}
	for name, c := range map[string]struct{ lanes, want [][]nd2.Result }{
		"nothing": {nil, [][]nd2.Result{nil}},
		"one lane": {
			[][]nd2.Result{{result('a', 2), result('a', 1)}},
			[][]nd2.Result{{result('a', 2), result('a', 1)}},
		},
		"one queue pair": {
			[][]nd2.Result{{result('a', 1), result('a', 4)}, {}, {result('a', 2), result('a', 3)}},
			[][]nd2.Result{{result('a', 1), result('a', 2), result('a', 3), result('a', 4)}},
		},
		"behind another pair": {
			[][]nd2.Result{{result('b', 100), result('a', 5)}, {result('a', 7)}},
			[][]nd2.Result{{result('b', 100), result('a', 5), result('a', 7)}},
		},
		"two queues of one pair": {[][]nd2.Result{{received('a', 9)}, {result('a', 1)}}, [][]nd2.Result{
			{received('a', 9), result('a', 1)}, {result('a', 1), received('a', 9)},
		}},
		"the same twice": {
			[][]nd2.Result{{result('a', 1)}, {result('a', 1)}},
			[][]nd2.Result{{result('a', 1), result('a', 1)}},
		},
		"in no order": {[][]nd2.Result{{result('a', 3), result('b', 1)}, {result('b', 2), result('a', 2)}}, nil},
	} {
		got := Merge(c.lanes)
		if c.want == nil {
			if len(got) != 4 {
				t.Errorf("%s: %v", name, got)
			}
			continue
		}
		if !slices.ContainsFunc(c.want, func(want []nd2.Result) bool { return slices.Equal(got, want) }) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
