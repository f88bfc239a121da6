package speed

import (
	"time"

	"github.com/ndconform/ndconform/reports"
)

// A Report is what one `ndconform bench` measured. Its JSON form is the JSON report.
type Report struct {
	// Started is in UTC, and Seconds is how long all took.
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
	// Provider and Peer are selectors as the user wrote them; Peer is empty when the provider
	// is its own peer. Filters are the patterns of --only.
	Provider string   `json:"provider"`
	Peer     string   `json:"peer,omitempty"`
	Filters  []string `json:"filters,omitempty"`
	// Rounds is how often each measurement was taken: each has that many samples, unless it
	// failed.
	Rounds      int                 `json:"rounds"`
	Environment reports.Environment `json:"environment"`
	Harness     Harness             `json:"harness"`
	// Measurements are in the order of the table, by group.
	Measurements []Measurement `json:"measurements"`
	// Incomplete says why the end was not reached; empty if it was.
	Incomplete string `json:"incomplete,omitempty"`
}

// Harness is what the measuring itself costs, which the figures include.
type Harness struct {
	// ClockNanoseconds is the smallest step of the clock, ReadNanoseconds what reading it
	// takes, and TimerNanoseconds how late a timer of 1 ms fires, by the median.
	ClockNanoseconds float64 `json:"clockNanoseconds"`
	ReadNanoseconds  float64 `json:"readNanoseconds"`
	TimerNanoseconds float64 `json:"timerNanoseconds"`
	// Null has the median of each kind of measurement on a provider that does nothing, in the
	// unit of the measurement: a request posted and its result taken.
	Null []Measurement `json:"null,omitempty"`
}

// A Measurement is one figure of a provider, measured once a round.
type Measurement struct {
	// Group is one of latency, bandwidth, rate, control, scaling and workload.
	Group string `json:"group"`
	// Name is unique, as Go's benchmarks are named: latency/send/size=64/wait=poll.
	Name string `json:"name"`
	// Op is what was measured, in the pages' words: Send, Write, Read, Connect, Register.
	Op string `json:"op"`
	// Size is in bytes; Window is how many requests were under way; QueuePairs, Batch and
	// Connections are what rates and scaling vary. 0 where it does not apply.
	Size        int `json:"size,omitempty"`
	Window      int `json:"window,omitempty"`
	QueuePairs  int `json:"queuePairs,omitempty"`
	Batch       int `json:"batch,omitempty"`
	Connections int `json:"connections,omitempty"`
	// Wait is how results were waited for: poll, event or port; empty where it does not apply.
	Wait string `json:"wait,omitempty"`
	// Workload is the program whose time, or whose calls', it is; empty for other groups.
	Workload string `json:"workload,omitempty"`
	// Flags are those of the requests (inline), and what else differs (srq, both-ways).
	Flags []string `json:"flags,omitempty"`
	// Unit is ns/op, B/s or op/s.
	Unit string `json:"unit"`
	// Samples has one value a round, in Unit, in the order in which they were taken.
	Samples []float64 `json:"samples,omitempty"`
	// Median is that of Samples, and Low and High bound it with a confidence of 95 %.
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	// Spread is of single operations over all rounds; nil where they are not timed one by one.
	Spread *Spread `json:"spread,omitempty"`
	// Processor is the time of both ends' processors, in seconds, over Operations operations.
	Processor  float64 `json:"processor,omitempty"`
	Operations int64   `json:"operations,omitempty"`
	// Unstable says in a few words why the figure is not to be relied on; empty if it is.
	Unstable string `json:"unstable,omitempty"`
	// Unsupported says why the provider could not be asked for it.
	Unsupported string `json:"unsupported,omitempty"`
	// Failed says what went wrong: a status, wrong data, a crash, a hang. Samples are those
	// of before.
	Failed string `json:"failed,omitempty"`
}

// A Spread is how long single operations took, in nanoseconds.
type Spread struct {
	Count int64   `json:"count"`
	Min   float64 `json:"min"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	P999  float64 `json:"p999"`
	Max   float64 `json:"max"`
	// Buckets is the histogram: Counts[i] operations took at most Bounds[i] and more than
	// Bounds[i-1].
	Bounds []float64 `json:"bounds,omitempty"`
	Counts []int64   `json:"counts,omitempty"`
}

// LessIsBetter reports whether a smaller value is a faster provider.
func (m *Measurement) LessIsBetter() bool { return m.Unit == Nanoseconds }
