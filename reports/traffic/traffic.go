package traffic

import (
	"cmp"
	"errors"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// A Traffic is what a program has done with its adapters.
type Traffic struct {
	// Seconds is how long it was measured.
	Seconds float64 `json:"seconds"`
	// Methods are the calls of each, by its name in the documents.
	Methods map[string]Calls `json:"methods,omitempty"`
	// Requests are those of each type that were posted: Send, Receive, Read, Write, Bind, Invalidate.
	Requests map[string]Requests `json:"requests,omitempty"`
	// Queues are those of each kind that the program created.
	Queues map[string]Queues `json:"queues,omitempty"`
	// Results counts results that were taken, and EmptyPolls calls of GetResults that returned none.
	Results    uint64 `json:"results"`
	EmptyPolls uint64 `json:"emptyPolls"`
	// Rates are the requests of equal parts of the time, the first one first; each part has Every seconds.
	Every float64 `json:"every,omitempty"`
	Rates []Rate  `json:"rates,omitempty"`
}

// Calls are those of one method.
type Calls struct {
	Count uint64 `json:"count"`
	// Failed is how many returned a failure.
	Failed uint64 `json:"failed,omitempty"`
	// Seconds is how long all took together, and Longest the longest one.
	Seconds float64 `json:"seconds"`
	Longest float64 `json:"longest"`
}

// Requests are those of one type.
type Requests struct {
	Count uint64 `json:"count"`
	// Bytes is what all carry together, and Sizes how many carry how much.
	Bytes uint64    `json:"bytes"`
	Sizes Histogram `json:"sizes,omitempty"`
	// MostEntries is how many scatter/gather entries one had at most.
	MostEntries int `json:"mostEntries,omitempty"`
	// Took is how many nanoseconds passed until the result was taken.
	Took Histogram `json:"took,omitempty"`
}

// Queues are those of one kind.
type Queues struct {
	Count int `json:"count"`
	// Fullest is how many requests one had outstanding at most, and Depth how many that one has room for.
	Fullest uint32 `json:"fullest"`
	Depth   uint32 `json:"depth"`
}

// A Rate is what was posted in one part of the time.
type Rate struct {
	Requests uint64 `json:"requests"`
	Bytes    uint64 `json:"bytes"`
}

// A Histogram counts values by their size: its element n counts those of n bits, so that 0 is alone, 4 counts
// 8 to 15, and so on.
type Histogram []uint64

// Add counts a value.
func (h *Histogram) Add(v uint64) {
	n := bits.Len64(v)
	for len(*h) <= n {
		*h = append(*h, 0)
	}
	(*h)[n]++
}

// Sum is how many values there are.
func (h Histogram) Sum() (sum uint64) {
	for _, n := range h {
		sum += n
	}
	return sum
}

// Bounds returns the least and the greatest value that element n counts.
func Bounds(n int) (least, most uint64) {
	if n == 0 {
		return 0, 0
	}
	return 1 << (n - 1), 1<<(n-1) - 1 + 1<<(n-1)
}

// Percentile returns a bound that a share of the values, from 0 to 1, does not exceed; 0 of no values.
func (h Histogram) Percentile(share float64) uint64 {
	sum, seen := h.Sum(), uint64(0)
	for n, count := range h {
		seen += count
		if count > 0 && float64(seen) >= share*float64(sum) {
			_, most := Bounds(n)
			return most
		}
	}
	return 0
}

// Add adds what another process, or another instance, has done.
func (t *Traffic) Add(other *Traffic) {
	t.Seconds = max(t.Seconds, other.Seconds)
	for name, c := range other.Methods {
		sum := t.Methods[name]
		sum.Count += c.Count
		sum.Failed += c.Failed
		sum.Seconds += c.Seconds
		sum.Longest = max(sum.Longest, c.Longest)
		put(&t.Methods, name, sum)
	}
	for name, r := range other.Requests {
		sum := t.Requests[name]
		sum.Count += r.Count
		sum.Bytes += r.Bytes
		sum.MostEntries = max(sum.MostEntries, r.MostEntries)
		sum.Sizes, sum.Took = sum.Sizes.and(r.Sizes), sum.Took.and(r.Took)
		put(&t.Requests, name, sum)
	}
	for kind, q := range other.Queues {
		sum := t.Queues[kind]
		q.Count += sum.Count
		if sum.Fullest > q.Fullest {
			q.Fullest, q.Depth = sum.Fullest, sum.Depth
		}
		put(&t.Queues, kind, q)
	}
	t.Results += other.Results
	t.EmptyPolls += other.EmptyPolls
	if len(t.Rates) > 0 && len(other.Rates) > 0 { // when each began is not known
		t.Rates, t.Every = nil, 0
		return
	}
	if len(other.Rates) > 0 {
		t.Rates, t.Every = other.Rates, other.Every
	}
}

func (h Histogram) and(other Histogram) Histogram {
	sum := make(Histogram, max(len(h), len(other)))
	copy(sum, h)
	for n, count := range other {
		sum[n] += count
	}
	return sum
}

// Halve makes one part of the time of every two.
func (t *Traffic) Halve() {
	halves := t.Rates[:0]
	for i, r := range t.Rates {
		if i%2 == 0 {
			halves = append(halves, r)
			continue
		}
		last := &halves[i/2]
		last.Requests += r.Requests
		last.Bytes += r.Bytes
	}
	t.Rates, t.Every = halves, 2*t.Every
}

// Slowest lists the methods, those first that took longest together.
func (t *Traffic) Slowest() []string {
	return slices.SortedFunc(maps.Keys(t.Methods), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.Methods[b].Seconds, t.Methods[a].Seconds), strings.Compare(a, b))
	})
}

// Check says why this can't be what a program did: it may be from anywhere.
func (t *Traffic) Check() error {
	if len(t.Rates) > 0 && !(t.Every > 0) {
		return errors.New("traffic has rates of no time")
	}
	for _, r := range t.Requests {
		if len(r.Sizes) > bits.UintSize+1 || len(r.Took) > bits.UintSize+1 {
			return errors.New("traffic has a histogram of more than 64 bits")
		}
	}
	return nil
}

func put[V any](m *map[string]V, key string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = v
}
