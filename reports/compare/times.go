package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/ndconform/ndconform/reports"
)

// How noise is told from a change of duration. A spec of two runs has changed if it
// took so many times as long as the other one, apart from what the median spec did,
// and the difference is not tiny. Where a history has enough runs, the spread that
// the spec has there counts instead of the ratio.
const (
	ratio      = 2.0
	floor      = 0.1 // seconds
	enough     = 5   // runs in a history
	deviations = 6.0
	// normal makes of a median absolute deviation what a standard deviation would be
	// of what is spread normally.
	normal = 1.4826
	// measurable is the shortest duration that says something of the pace, in seconds.
	measurable = 0.001
	// fewest is how many specs say something of the pace of a run.
	fewest = 20
)

// times knows what the specs took on both sides.
type times struct {
	old, new map[string][]float64
	// pace is the median of the new durations over the old ones; 0 if unknown.
	pace float64
}

func newTimes(old, new Side) times {
	t := times{old: durations(old), new: durations(new)}
	var ratios []float64
	for id, after := range t.new {
		if before := t.old[id]; len(before) > 0 && median(before) >= measurable && median(after) > 0 {
			ratios = append(ratios, median(after)/median(before))
		}
	}
	if len(ratios) >= fewest {
		t.pace = median(ratios)
	}
	return t
}

// durations lists the seconds of each spec in the runs that judged it as the last
// one did: a spec that hangs says nothing of the time in which it passes.
func durations(side Side) map[string][]float64 {
	last := byID(side.last())
	list := map[string][]float64{}
	for _, run := range side.Runs {
		for _, s := range run.Specs {
			if s.Verdict.Judged() && s.Verdict == last[s.ID].Verdict {
				list[s.ID] = append(list[s.ID], s.Seconds)
			}
		}
	}
	return list
}

// class says whether a spec takes longer or shorter than it did, and why that is
// more than noise. Some of it goes at the pace of the run, and some of it is waiting for
// limits of time, which does not: what either explains is no change.
func (t times) class(s reports.Spec) (Class, string) {
	if len(t.old[s.ID]) == 0 || len(t.new[s.ID]) == 0 {
		return "", ""
	}
	before, after := median(t.old[s.ID]), median(t.new[s.ID])
	slowest, fastest := before, before
	if t.pace > 0 {
		slowest, fastest = before*math.Max(t.pace, 1), before*math.Min(t.pace, 1)
	}
	noise, why := t.noise(s.ID)
	switch {
	case after-slowest > noise(slowest, after):
		return Slower, why
	case fastest-after > noise(after, fastest):
		return Faster, why
	}
	return "", ""
}

// noise returns the difference, in seconds, that there may be between a shorter and a
// longer duration of a spec, and says what it was taken from.
func (t times) noise(id string) (allowed func(shorter, longer float64) float64, why string) {
	before := t.old[id]
	if len(before) < enough {
		return func(shorter, longer float64) float64 {
			if longer > ratio*shorter {
				return floor
			}
			return math.Inf(1)
		}, ""
	}
	spread := normal * deviation(before)
	why = fmt.Sprintf("%s in the median of %d runs, which spread by %s", seconds3(median(before)), len(before), seconds3(spread))
	return func(float64, float64) float64 { return math.Max(deviations*spread, floor) }, why
}

func seconds3(s float64) string { return fmt.Sprintf("%.3f s", s) }

// median is 0 of none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// deviation is the median absolute deviation from the median.
func deviation(list []float64) float64 {
	middle := median(list)
	away := make([]float64, len(list))
	for i, x := range list {
		away[i] = math.Abs(x - middle)
	}
	return median(away)
}
