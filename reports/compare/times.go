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
// more than noise.
func (t times) class(s reports.Spec) (Class, string) {
	if len(t.old[s.ID]) == 0 || len(t.new[s.ID]) == 0 {
		return "", ""
	}
	before, after := median(t.old[s.ID]), median(t.new[s.ID])
	expected := before
	if t.pace > 0 {
		expected *= t.pace
	}
	limit, why := t.noise(s.ID, expected)
	switch {
	case after-expected > limit:
		return Slower, why
	case expected-after > limit:
		return Faster, why
	}
	return "", ""
}

// noise is the difference, in seconds, that a spec's duration may have from what is
// expected, and the words for it.
func (t times) noise(id string, expected float64) (seconds float64, why string) {
	before := t.old[id]
	if len(before) < enough {
		after := median(t.new[id])
		longer, shorter := math.Max(after, expected), math.Min(after, expected)
		if longer > ratio*shorter {
			return floor, fmt.Sprintf("expected %s at this run's pace", seconds3(expected))
		}
		return math.Inf(1), ""
	}
	spread := normal * deviation(before)
	return math.Max(deviations*spread, floor), fmt.Sprintf("%s in the median of %d runs, which spread by %s", seconds3(median(before)), len(before), seconds3(spread))
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
