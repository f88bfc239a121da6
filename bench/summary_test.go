package bench_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/reports/speed"
)

// around returns values near one, by parts of a thousand.
func around(value float64, by ...float64) (list []float64) {
	for _, one := range by {
		list = append(list, value*(1+one/1000))
	}
	return list
}

func TestSummarize(t *testing.T) {
	steady := []float64{1, -2, 3, -1, 0, 2, -3, 1, 0, -2, 1, 2}
	for name, c := range map[string]struct {
		samples        []float64
		median         float64
		says           string
		narrow, nobody bool
	}{
		"steady":     {samples: around(500, steady...), median: 500.25, narrow: true},
		"none":       {nobody: true},
		"too few":    {samples: around(500, 1, 2, 3), median: 501, says: "only 3 samples"},
		"one":        {samples: []float64{7}, median: 7, says: "only 1 sample"},
		"spread out": {samples: []float64{1, 2, 3, 4, 5, 5, 6, 7, 8, 9}, median: 5, says: "known to ±60 % only"},
		"an outlier": {samples: append(around(500, steady...), 90000), median: 500.5, narrow: true},
		"drifting":   {samples: append(around(500, steady...), around(520, steady...)...), median: 509.74},
		"drifting by far": {
			samples: append(around(500, steady...), around(570, steady...)...), median: 534.145, says: "known to",
		},
	} {
		m := speed.Measurement{Samples: c.samples}
		bench.Summarize(&m)
		if _, err := json.Marshal(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if math.Abs(m.Median-c.median) > 0.01*c.median || !(m.Low <= m.Median && m.Median <= m.High) {
			t.Errorf("%s: %v from %v to %v, want %v", name, m.Median, m.Low, m.High, c.median)
		}
		if !strings.HasPrefix(m.Unstable, c.says) || c.says == "" && m.Unstable != "" {
			t.Errorf("%s: unstable %q, want %q", name, m.Unstable, c.says)
		}
		if c.narrow && (m.Low < 0.99*c.median || m.High > 1.01*c.median) {
			t.Errorf("%s: from %v to %v", name, m.Low, m.High)
		}
	}
}

// TestDrift has many samples in two different halves, with a precise median.
func TestDrift(t *testing.T) {
	var samples []float64
	for i := range 100 {
		value := 500 + float64(i%7)
		if i >= 50 {
			value += 60
		}
		samples = append(samples, value)
	}
	m := speed.Measurement{Samples: samples}
	bench.Summarize(&m)
	if !strings.Contains(m.Unstable, "±") && m.Unstable != "the second half differs from the first by +12 %" {
		t.Errorf("unstable %q", m.Unstable)
	}
}

func TestHistogram(t *testing.T) {
	var h bench.Histogram
	if h.Spread() != nil {
		t.Error("nothing has a spread")
	}
	for _, spread := range [][][2]int64{{{100, 9000}, {200, 900}}, {{3000, 90}, {1 << 20, 10}}} {
		if err := h.Add(spread); err != nil {
			t.Fatal(err)
		}
	}
	s := h.Spread()
	near := func(got, want float64) bool { return got > 0.98*want && got < 1.02*want }
	if s.Count != 10000 || !near(s.Min, 100) || !near(s.P50, 100) || !near(s.P90, 100) || !near(s.P99, 200) ||
		!near(s.P999, 3000) || !near(s.Max, 1<<20) {
		t.Errorf("%+v", s)
	}
	total, last := int64(0), 0.0
	for i, n := range s.Counts {
		if s.Bounds[i] <= last {
			t.Errorf("bounds %v", s.Bounds)
		}
		total, last = total+n, s.Bounds[i]
	}
	if len(s.Bounds) != 4 || len(s.Counts) != 4 || total != s.Count || last < s.Max {
		t.Errorf("bounds %v, counts %v", s.Bounds, s.Counts)
	}
	if err := h.Add([][2]int64{{-1, 1}}); err == nil {
		t.Error("a time before it began is taken")
	}
}

// TestHarness shows that what is known of the clock is possible.
func TestHarness(t *testing.T) {
	h := bench.Harness()
	if !(h.ClockNanoseconds > 0 && h.ReadNanoseconds > 0 && h.TimerNanoseconds > -1e6) {
		t.Errorf("%+v", h)
	}
}
