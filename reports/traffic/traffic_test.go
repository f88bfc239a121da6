package traffic_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports/traffic"
)

func TestHistogram(t *testing.T) {
	var h traffic.Histogram
	if h.Percentile(1) != 0 {
		t.Error("nothing has a percentile")
	}
	for v := range uint64(17) {
		h.Add(v)
	}
	if want := (traffic.Histogram{1, 1, 2, 4, 8, 1}); !slices.Equal(h, want) {
		t.Errorf("counted %v, want %v", h, want)
	}
	for n, count := range h {
		least, most := traffic.Bounds(n)
		if n < 5 && most-least+1 != count {
			t.Errorf("element %d is from %d to %d, and counts %d", n, least, most, count)
		}
	}
	for share, want := range map[float64]uint64{0: 0, 0.5: 15, 0.9: 15, 1: 31} {
		if got := h.Percentile(share); got != want {
			t.Errorf("percentile %v is %d, want %d", share, got, want)
		}
	}
}

// What two processes did is added up, but for rates.
func TestAdd(t *testing.T) {
	sum := &traffic.Traffic{}
	sum.Add(&traffic.Traffic{
		Seconds: 0.4, Every: 0.1, Rates: []traffic.Rate{{1, 10}, {2, 20}, {3, 30}, {4, 40}},
		Methods: map[string]traffic.Calls{"m": {Count: 1, Seconds: 2, Longest: 2}},
		Queues:  map[string]traffic.Queues{"q": {Count: 1, Fullest: 5, Depth: 8}},
	})
	sum.Add(&traffic.Traffic{
		Seconds: 0.2, Results: 3,
		Methods:  map[string]traffic.Calls{"m": {Count: 2, Failed: 1, Seconds: 1, Longest: 1}},
		Requests: map[string]traffic.Requests{"r": {Count: 1, Bytes: 9, Sizes: traffic.Histogram{0, 1}}},
		Queues:   map[string]traffic.Queues{"q": {Count: 2, Fullest: 3, Depth: 4}},
	})
	sum.Halve()
	if want := []traffic.Rate{{3, 30}, {7, 70}}; !slices.Equal(sum.Rates, want) || sum.Every != 0.2 {
		t.Errorf("rates %v every %v", sum.Rates, sum.Every)
	}
	sum.Add(&traffic.Traffic{Every: 0.1, Rates: []traffic.Rate{{1, 1}}})
	if len(sum.Rates) > 0 {
		t.Errorf("rates of two that may have begun at different times: %v", sum.Rates)
	}
	if m := sum.Methods["m"]; m != (traffic.Calls{Count: 3, Failed: 1, Seconds: 3, Longest: 2}) {
		t.Errorf("methods: %+v", m)
	}
	if q := sum.Queues["q"]; q != (traffic.Queues{Count: 3, Fullest: 5, Depth: 8}) {
		t.Errorf("queues: %+v", q)
	}
	if sum.Seconds != 0.4 || sum.Results != 3 || sum.Requests["r"].Bytes != 9 {
		t.Errorf("%+v", sum)
	}
}

func TestWhatNoProgramDid(t *testing.T) {
	for _, bad := range []traffic.Traffic{
		{Rates: make([]traffic.Rate, 1)},
		{Rates: make([]traffic.Rate, 1), Every: -1},
		{Rates: make([]traffic.Rate, 1), Every: math.NaN()},
		{Requests: map[string]traffic.Requests{"r": {Sizes: make(traffic.Histogram, 66)}}},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if err := (&traffic.Traffic{Requests: map[string]traffic.Requests{"r": {Bytes: 1}}}).Check(); err != nil {
		t.Error(err)
	}
}
