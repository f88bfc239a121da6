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
	// For is how long the rounds go on. There are at least leastRounds.
	For time.Duration `json:"for"`
	// Sample is how long a sample takes; 0 means what is usual.
	Sample time.Duration `json:"sample,omitempty"`
	// Skip are the names of measurements that have failed, or are not supported.
	Skip []string `json:"skip,omitempty"`
	// From is where to go on after other rounds.
	From Position `json:"from"`
	// TimeoutScale multiplies the time that a provider may take for anything; 0 means 1.
	TimeoutScale float64 `json:"timeoutScale,omitempty"`
}

// leastRounds is how many rounds there are at least: below 6 samples there is no interval of a
// confidence of 95 % around a median.
const leastRounds = 6

// A Position says how far a run has come. First come the rounds of most measurements, then as many of
// those that slow others down.
type Position struct {
	// Rounds counts the rounds that are over, of most measurements and of the last ones.
	Rounds [2]int `json:"rounds"`
	// Last says that the last ones are being measured.
	Last bool `json:"last,omitempty"`
}

// Events are called as a run goes on, in the goroutine of [Run].
type Events struct {
	// Planned is called with the measurements, which have no figures yet.
	Planned func([]speed.Measurement)
	// Began is called before something is done for a measurement, by its name.
	Began func(name string)
	// Failed and Unsupported are called when a measurement will not be taken any more.
	Failed, Unsupported func(name, why string)
	// Round is called after each round.
	Round func(Round)
}

// A Round is what a round has measured.
type Round struct {
	// At is the position after it.
	At      Position `json:"at"`
	Samples []Sample `json:"samples"`
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
