package text

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/ndconform/ndconform/reports/traffic"
)

// methodsMost is how many of the methods that took longest are shown.
const methodsMost = 5

// trafficLines writes what a program did with its adapters: its requests, its queues, its polls, and the methods
// that took longest.
func trafficLines(w io.Writer, t *traffic.Traffic) {
	fmt.Fprintf(w, "%-10s %9s %12s %10s %10s %10s %10s\n", "requests", "number", "bytes", "median", "largest", "took",
		"99 % took")
	for _, kind := range slices.Sorted(maps.Keys(t.Requests)) {
		r := t.Requests[kind]
		fmt.Fprintf(w, "%-10s %9d %12d %10d %10d %10s %10s\n", kind, r.Count, r.Bytes, r.Sizes.Percentile(0.5),
			r.Sizes.Percentile(1), nanoseconds(r.Took.Percentile(0.5)), nanoseconds(r.Took.Percentile(0.99)))
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Queues)) {
		q := t.Queues[kind]
		fmt.Fprintf(w, "%-22s %4d; one had %d of %d places taken at most\n", kind+"s", q.Count, q.Fullest, q.Depth)
	}
	polls := t.Methods["IND2CompletionQueue::GetResults"].Count
	fmt.Fprintf(w, "%-22s %4d, %d of them empty; %d results\n", "polls", polls, t.EmptyPolls, t.Results)
	names := t.Slowest()
	for _, name := range names[:min(len(names), methodsMost)] {
		m := t.Methods[name]
		fmt.Fprintf(w, "%-44s %9d calls, %s each, %s at most\n", name, m.Count,
			rounded(m.Seconds/float64(max(1, m.Count))), rounded(m.Longest))
	}
}

func nanoseconds(n uint64) string { return rounded(float64(n) / 1e9) }

// rounded writes a time with three digits.
func rounded(seconds float64) string {
	d := time.Duration(seconds * 1e9)
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit).String()
}
