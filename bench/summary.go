package bench

import (
	"fmt"
	"math"
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"
	"golang.org/x/perf/benchmath"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/speed"
)

// confidence is the confidence of the intervals around medians.
const confidence = 0.95

// LeastRounds is how many samples a figure needs: with fewer, a comparison of hundreds of figures can't tell a
// difference from chance, and below 6 there is no interval of that confidence around their median.
const LeastRounds = 10

// A figure is unstable if its interval reaches further from the median than unsteady, or its halves differ by
// more than drifting; both are fractions of the median.
const (
	unsteady = 0.05
	drifting = 0.10
)

// Summarize computes the median of a measurement's samples and its interval, and notes instability.
func Summarize(m *speed.Measurement) {
	if len(m.Samples) == 0 {
		return
	}
	s := benchmath.AssumeNothing.Summary(sampleOf(m.Samples), confidence)
	m.Median, m.Low, m.High = s.Center, s.Lo, s.Hi
	if math.IsInf(s.Lo, 0) || math.IsInf(s.Hi, 0) { // JSON has no infinity
		m.Low, m.High = slices.Min(m.Samples), slices.Max(m.Samples)
	}
	switch away := max(m.High-m.Median, m.Median-m.Low) / m.Median; {
	case len(m.Samples) < LeastRounds:
		m.Unstable = fmt.Sprintf("only %s", plural.Of(len(m.Samples), "sample"))
	case away > unsteady:
		m.Unstable = fmt.Sprintf("known to ±%.0f %% only", 100*away)
	default:
		m.Unstable = drift(m.Samples)
	}
}

// sampleOf sorts values for benchmath, which keeps the slice.
func sampleOf(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
}

// drift says that the samples of the second half differ from those of the first.
func drift(samples []float64) string {
	half := len(samples) / 2
	first, second := sampleOf(samples[:half]), sampleOf(samples[half:])
	before := benchmath.AssumeNothing.Summary(first, confidence).Center
	after := benchmath.AssumeNothing.Summary(second, confidence).Center
	by := after/before - 1
	if c := benchmath.AssumeNothing.Compare(first, second); c.P >= 1-confidence || math.Abs(by) < drifting {
		return ""
	}
	return fmt.Sprintf("the second half differs from the first by %+.0f %%", 100*by)
}

// A Histogram sums the spreads of samples.
type Histogram struct{ of *hdrhistogram.Histogram }

// Add adds the spread of one sample.
func (h *Histogram) Add(spread [][2]int64) error {
	if h.of == nil {
		h.of = newHistogram()
	}
	for _, one := range spread {
		if err := h.of.RecordValues(one[0], one[1]); err != nil {
			return err
		}
	}
	return nil
}

// Spread returns what was added, or nil if nothing was.
func (h *Histogram) Spread() *speed.Spread {
	if h.of == nil || h.of.TotalCount() == 0 {
		return nil
	}
	at := func(p float64) float64 { return float64(h.of.ValueAtQuantile(p)) }
	s := &speed.Spread{
		Count: h.of.TotalCount(), Min: float64(h.of.Min()), P50: at(50), P90: at(90), P99: at(99), P999: at(99.9),
		Max: float64(h.of.Max()),
	}
	for _, b := range h.of.Distribution() {
		if b.Count == 0 {
			continue
		}
		bound := bucket(float64(b.To))
		if last := len(s.Bounds) - 1; last >= 0 && s.Bounds[last] == bound {
			s.Counts[last] += b.Count
			continue
		}
		s.Bounds, s.Counts = append(s.Bounds, bound), append(s.Counts, b.Count)
	}
	return s
}

// perOctave is how many buckets of a report's histogram lie between a value and its double.
const perOctave = 8

// bucket is the upper bound of a value's bucket.
func bucket(value float64) float64 {
	return math.Ceil(math.Exp2(math.Ceil(perOctave*math.Log2(max(value, 1))-1e-9) / perOctave))
}
