package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/ndconform/ndconform/reports"
)

// How noise is told from a change of duration. Between two runs, a spec has changed
// if one duration is this multiple of the other, after correction by the change of the
// median spec, and the difference is not tiny. Where a history has enough runs, the
// spread of the spec's durations there counts instead of the ratio.
const (
	ratio      = 2.0
	floor      = 0.1 // seconds
	enough     = 5   // runs in a history
	deviations = 6.0
	// normal converts a median absolute deviation to the standard deviation of a
	// normal distribution.
	normal = 1.4826
	// measurable is the shortest duration that says anything about the pace, in
	// seconds.
	measurable = 0.001
	// fewest is how many specs it takes to say anything about the pace of a run.
	fewest = 20
)

// times holds how long the specs took on both sides.
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

// durations lists, for each spec, its seconds in the runs that gave it the same
// verdict as the last one: how long a spec hangs says nothing about how long it
// takes to pass.
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

// class says whether a spec takes longer or shorter than before, and why that is more
// than noise. A part of its time follows the pace of the run, and a part is waiting for
// time limits, which does not: a difference that either explains is no change.
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

// noise returns by how many seconds a shorter and a longer duration of a spec may
// differ, and says what that was derived from.
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
	why = fmt.Sprintf("%s in the median of %d runs, which spread by %s", seconds3(median(before)), len(before),
		seconds3(spread))
	return func(float64, float64) float64 { return math.Max(deviations*spread, floor) }, why
}

func seconds3(s float64) string { return fmt.Sprintf("%.3f s", s) }

// median returns 0 for an empty list.
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
