package bench

import (
	"time"

	"github.com/ndconform/ndconform/reports/speed"
)

// Options say what to measure, and for how long.
type Options struct {
	// Only are patterns of names; see [Selects]. Empty means all.
	Only []string `json:"only,omitempty"`
	// Sizes are those of messages, if the usual ones are not wanted.
	Sizes []int `json:"sizes,omitempty"`
	// Quick asks for fewer measurements.
	Quick bool `json:"quick,omitempty"`
	// Sample is how long a sample takes; 0 means what is usual.
	Sample time.Duration `json:"sample,omitempty"`
	// Skip are the names of measurements that have failed, or are not supported.
	Skip []string `json:"skip,omitempty"`
	// Round is the number of the round, which decides its order.
	Round int `json:"round"`
	// TimeoutScale multiplies the time that a provider may take for anything; 0 means 1.
	TimeoutScale float64 `json:"timeoutScale,omitempty"`
}

// Events are called as a round goes on, in the goroutine of [Run].
type Events struct {
	// Planned is called with the measurements, which have no figures yet.
	Planned func([]speed.Measurement)
	// Began is called before something is done for a measurement, by its name.
	Began func(name string)
	// Failed and Unsupported are called when a measurement could not be taken.
	Failed, Unsupported func(name, why string)
}

// A Sample is what a round has measured of one measurement.
type Sample struct {
	Name string `json:"name"`
	// Value is in the measurement's unit.
	Value float64 `json:"value"`
	// Processor is the time of both ends' processors in seconds, and Operations is for how many
	// operations. It is 0 if an end is in another process.
	Processor  float64 `json:"processor,omitempty"`
	Operations int64   `json:"operations"`
	// Spread has pairs: how long single operations took, in nanoseconds, and how many did.
	Spread [][2]int64 `json:"spread,omitempty"`
}
