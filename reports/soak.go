package reports

import (
	"fmt"
	"math"

	"github.com/ndconform/ndconform/internal/plural"
)

// A Soak is what was measured while long-lived connections carried traffic and others came
// and went.
type Soak struct {
	// Pairs counts the connections that live from beginning to end.
	Pairs int `json:"pairs"`
	// Messages and Bytes count what they carried, which was all compared, whether by
	// Send, Write or Read.
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	// Made counts the objects that came and went, by kind: connections, queue pairs,
	// registrations.
	Made map[string]int `json:"made"`
	// Samples are spread evenly over the time, the first one first.
	Samples []SoakSample `json:"samples"`
	// Trends are computed from the samples after the warm-up.
	Trends []SoakTrend `json:"trends"`
}

// A SoakSample is what the process that holds the provider uses at one moment.
type SoakSample struct {
	// Seconds is the time since the beginning.
	Seconds float64 `json:"seconds"`
	// Memory is resident memory, on Windows committed memory, in bytes; Handles is 0 where handles can't be counted.
	Memory  uint64 `json:"memory"`
	Handles uint64 `json:"handles"`
	// Latency is the median time that a message and its answer took, in seconds.
	Latency float64 `json:"latency"`
}

// A SoakTrend is how something grows with something else.
type SoakTrend struct {
	// What is "bytes of memory" or "handles", and Per is what it grows with, such as
	// "queue pair".
	What string `json:"what"`
	Per  string `json:"per"`
	// Each is the slope, which is how much one such object leaves behind, and Error its
	// standard error.
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is how many such objects there were, and Samples how many samples were
	// used.
	Count   int `json:"count"`
	Samples int `json:"samples"`
	// Leak says that the trend is a leak.
	Leak bool `json:"leak"`
}

// clearly is how many times its standard error a slope is before it counts as growth; a leak is more than
// that, which package soak decides.
const clearly = 2

// Shows says what is known of a trend, and how much that counts.
func (t SoakTrend) Shows() (Verdict, string) {
	switch {
	case t.Leak:
		return Fail, "LEAK"
	case t.Error >= math.MaxFloat64:
		return NotRun, "not known, from too few samples"
	case t.Each > clearly*t.Error:
		return Warn, fmt.Sprintf("grow, but too little to call it a leak (limit: %s)", t.limit())
	}
	return Pass, "no growth seen"
}

// growth says whether anything grew in a soak that found no leak.
func (s *Soak) growth() string {
	for _, t := range s.Trends {
		if v, words := t.Shows(); v == Warn {
			return fmt.Sprintf("%s per %s %s", t.What, t.Per, words)
		}
	}
	return "no leak was found"
}

// limit is the least slope that is called a leak, which package soak decides.
func (t SoakTrend) limit() string {
	if t.What == "handles" {
		return "0.05 handles"
	}
	return "1024 bytes"
}

// String describes the trend in one line.
func (t SoakTrend) String() string {
	_, shown := t.Shows()
	return fmt.Sprintf("%s; slope %s %s per %s, over %d of them in %s",
		shown, t.Slope(), t.What, t.Per, t.Count, plural.Of(t.Samples, "sample"))
}

// Slope returns how much each object leaves behind, with the standard error.
func (t SoakTrend) Slope() string {
	if t.Error >= math.MaxFloat64 {
		return "unknown, in"
	}
	return plainNumber(t.Each) + " ± " + plainNumber(t.Error)
}

// plainNumber writes a number with three digits, or more if it has more before the
// point.
func plainNumber(v float64) string {
	if v >= 100 || v <= -100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
