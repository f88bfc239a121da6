package speed

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// Groups are the groups of measurements, in the order of a report.
func Groups() []string {
	return []string{"latency", "bandwidth", "rate", "control", "scaling", "workload"}
}

// The units of measurements.
const (
	Nanoseconds = "ns/op"
	BytesPerSec = "B/s"
	OpsPerSec   = "op/s"
)

// How much a report may hold, so that its page stays readable.
const (
	measurementsMost = 2_000
	samplesMost      = 10_000
	bucketsMost      = 5_000
)

// IsReport reports whether text is a bench report, good or bad, and not a run's.
func IsReport(text []byte) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return false
	}
	_, measured := members["measurements"]
	_, specs := members["specs"]
	return measured && !specs
}

// Parse reads what [JSON] wrote, by this version or another one: members that this version does not know
// are left out. A report that names a member or a measurement twice, or whose values are not what a
// measurement can give, is refused.
func Parse(text []byte) (*Report, error) {
	if err := reports.UniqueKeys(text); err != nil {
		return nil, err
	}
	r := &Report{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, err
	}
	if r.Provider == "" || r.Measurements == nil {
		return nil, errors.New("not a bench report: it lacks a provider or measurements")
	}
	if len(r.Measurements) > measurementsMost || len(r.Harness.Null) > measurementsMost {
		return nil, fmt.Errorf("it has more than %d measurements", measurementsMost)
	}
	h := r.Harness
	if negative(r.Seconds, h.ClockNanoseconds, h.ReadNanoseconds, h.TimerNanoseconds) || r.Rounds < 0 {
		return nil, errors.New("a time or the number of rounds is negative")
	}
	seen := map[string]bool{}
	for i := range r.Measurements {
		m := &r.Measurements[i]
		if seen[m.Name] {
			return nil, fmt.Errorf("%s is there twice", m.Name)
		}
		seen[m.Name] = true
		if err := m.check(); err != nil {
			return nil, fmt.Errorf("measurement %d: %w", i+1, err)
		}
	}
	for i := range r.Harness.Null {
		if err := r.Harness.Null[i].check(); err != nil {
			return nil, fmt.Errorf("measurement %d of the null provider: %w", i+1, err)
		}
	}
	return r, nil
}

// check says what no measurement can be.
func (m *Measurement) check() error {
	switch {
	case m.Name == "" || m.Op == "":
		return errors.New("it has no name or no op")
	case !slices.Contains(Groups(), m.Group):
		return fmt.Errorf("%s: unknown group %q", m.Name, m.Group)
	case !slices.Contains([]string{Nanoseconds, BytesPerSec, OpsPerSec}, m.Unit):
		return fmt.Errorf("%s: unknown unit %q", m.Name, m.Unit)
	case !slices.Contains([]string{"", "poll", "event", "port"}, m.Wait):
		return fmt.Errorf("%s: unknown wait %q", m.Name, m.Wait)
	case len(m.Samples) > samplesMost:
		return fmt.Errorf("%s: it has more than %s", m.Name, plural.Of(samplesMost, "sample"))
	case min(m.Size, m.Window, m.QueuePairs, m.Batch, m.Connections) < 0 || m.Operations < 0:
		return fmt.Errorf("%s: a negative count", m.Name)
	case negative(m.numbers()...):
		return fmt.Errorf("%s: a negative value", m.Name)
	case len(m.Samples) > 0 && (m.Low > m.Median || m.Median > m.High):
		return fmt.Errorf("%s: the median is not between its bounds", m.Name)
	}
	return m.Spread.check(m.Name)
}

func (s *Spread) check(name string) error {
	switch {
	case s == nil:
		return nil
	case len(s.Bounds) != len(s.Counts) || len(s.Bounds) > bucketsMost:
		return fmt.Errorf("%s: a histogram of %d bounds and %d counts", name, len(s.Bounds), len(s.Counts))
	case !slices.IsSorted(s.Bounds):
		return fmt.Errorf("%s: the bounds of the histogram are not in order", name)
	case s.Count < 0 || slices.ContainsFunc(s.Counts, func(n int64) bool { return n < 0 }):
		return fmt.Errorf("%s: a negative count", name)
	case !slices.IsSorted([]float64{s.Min, s.P50, s.P90, s.P99, s.P999, s.Max}):
		return fmt.Errorf("%s: the percentiles are not in order", name)
	}
	return nil
}

func negative(values ...float64) bool {
	return slices.ContainsFunc(values, func(v float64) bool { return v < 0 })
}
