package worker

import (
	"maps"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec"
)

// AfterVisit returns what is known of wait points after a spec has waited there; the map may be nil.
// If a spec that timed out has neither failed nor been left out, nothing was owed to it.
func AfterVisit(points map[string]spec.WaitPoint, s *reports.Spec, f spec.Progress) map[string]spec.WaitPoint {
	if !unmet(s) {
		f.TimedOut = nil
	}
	if len(f.TimedOut)+len(f.Completed)+len(f.Took) == 0 {
		return points
	}
	points = maps.Clone(points)
	if points == nil {
		points = map[string]spec.WaitPoint{}
	}
	for _, point := range f.TimedOut {
		cause := spec.Cause{Spec: s.ID, Says: spec.DescribeTimeout(point)}
		if s.CauseSpec != "" { // it was left out itself, so it is no reason for others
			cause = spec.Cause{Spec: s.CauseSpec, Says: s.CauseSays}
		}
		ofMethod := s.CauseSpec == "" && requirement.IsAbout(s.ID, spec.OwedBy(point))
		points[point] = points[point].After(true, cause, ofMethod)
	}
	if len(f.TimedOut) > 0 && s.CauseSpec == "" { // elsewhere, although it may not be left out: once more is enough
		for name, point := range points {
			if !slices.Contains(f.TimedOut, name) && point.TimedOut > 0 && requirement.IsAbout(s.ID, spec.OwedBy(name)) {
				point.MethodSpecs++
				points[name] = point
			}
		}
	}
	for _, point := range f.Completed {
		points[point] = points[point].After(false, spec.Cause{}, false)
	}
	for point, took := range f.Took {
		points[point] = points[point].Slower(took)
	}
	return points
}

// unmet reports whether a time-out counts in a spec: it failed, or was not run because of another
// one. A warning does not count, since a correct provider need not do what it asks.
func unmet(s *reports.Spec) bool {
	return s.Verdict.Broken() || s.CauseSpec != ""
}
