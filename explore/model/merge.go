package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// Merge returns the results that lanes have taken concurrently from one completion queue, in an order in
// which they may have come to it: those of one lane in the order in which it took them, and those of one
// queue of a queue pair in the order in which their requests were posted, as far as that goes.
func Merge(lanes [][]nd2.Result) (all []nd2.Result) {
	lanes = slices.Clone(lanes)
	for {
		lane := next(lanes)
		if lane < 0 {
			return all
		}
		all, lanes[lane] = append(all, lanes[lane][0]), lanes[lane][1:]
	}
}

// next returns the lane whose first result comes next, or -1 if there is none.
func next(lanes [][]nd2.Result) int {
	some := -1
	for i, results := range lanes {
		if len(results) == 0 {
			continue
		}
		some = i
		earlier := func(r nd2.Result) bool { return precedes(r, results[0]) }
		if !slices.ContainsFunc(lanes, func(others []nd2.Result) bool { return slices.ContainsFunc(others, earlier) }) {
			return i
		}
	}
	return some
}

// precedes reports whether a result must come before another one.
func precedes(a, b nd2.Result) bool {
	receives := func(r nd2.Result) bool { return r.RequestType == nd2.RequestReceive }
	posted := func(r nd2.Result) uint32 { return uint32(r.RequestContext) }
	return a.QueuePairContext == b.QueuePairContext && receives(a) == receives(b) && posted(a) < posted(b)
}
