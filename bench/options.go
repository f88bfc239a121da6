package bench

import (
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/reports/speed"
)

// Options say what to measure, and for how long.
type Options struct {
	// Only are patterns of names; see [Selects]. Empty means all.
	Only []string `json:"only,omitempty"`
	// Sizes replaces the usual sizes of messages, in bytes.
	Sizes []int `json:"sizes,omitempty"`
	// Quick asks for fewer measurements.
	Quick bool `json:"quick,omitempty"`
	// Sample is the length of a sample; 0 means the usual length.
	Sample time.Duration `json:"sample,omitempty"`
	// Workload has the arguments that name workloads, to be measured instead; see [Play].
	Workload []string `json:"workload,omitempty"`
	// Skip names measurements that have failed or are unsupported.
	Skip []string `json:"skip,omitempty"`
	// Round is the round's number; it decides the order.
	Round int `json:"round"`
	// TimeoutScale multiplies the time limits of the provider; 0 means 1.
	TimeoutScale float64 `json:"timeoutScale,omitempty"`
}

// Events are called during a round, in the goroutine of [Run].
type Events struct {
	// Planned is called with the measurements, which have no figures yet.
	Planned func([]speed.Measurement)
	// Began is called with a measurement's name before its first work.
	Began func(name string)
	// Failed and Unsupported are called when a measurement could not be taken.
	Failed, Unsupported func(name, why string)
}

// A Sample is a round's result for one measurement.
type Sample struct {
	Name string `json:"name"`
	// Value is in the measurement's unit.
	Value float64 `json:"value"`
	// Processor is the processor time of both ends in seconds, for that many Operations. It is
	// 0 if an end is in another process.
	Processor  float64 `json:"processor,omitempty"`
	Operations int64   `json:"operations"`
	// Spread has pairs: the time of single operations in nanoseconds, and how many took it.
	Spread [][2]int64 `json:"spread,omitempty"`
}

// Selects reports whether patterns select a measurement. A pattern applies to the parts of a name
// between slashes, like go test's, and may leave out the last ones: latency/read selects all Reads.
func Selects(patterns *pattern.Set, name string) bool {
	if patterns.Empty() {
		return true
	}
	ids := []string{name}
	for i, r := range name {
		if r == '/' {
			ids = append(ids, strings.Clone(name[:i]))
		}
	}
	return patterns.Match(ids...)
}
