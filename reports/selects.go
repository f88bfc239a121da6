package reports

import (
	"slices"

	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/requirement"
)

// Selects reports whether a spec belongs to what was selected for the run: by its
// filters and profiles. What a shard contains can't be told, so for a run of a
// shard it returns false.
func (r *Run) Selects(s Spec) bool {
	return r.Shard == "" && r.filters(s) && r.profiles(s)
}

// Filtered reports whether the run is of less than the whole suite.
func (r *Run) Filtered() bool {
	return len(r.Filters)+len(r.Profiles) > 0 || r.Shard != ""
}

func (r *Run) filters(s Spec) bool {
	return len(r.Filters) == 0 || pattern.Any(r.Filters, append([]string{s.ID}, s.Requirements...)...)
}

func (r *Run) profiles(s Spec) bool {
	return len(r.Profiles) == 0 || slices.ContainsFunc(s.Requirements, func(id string) bool {
		e, ok := requirement.Lookup(id)
		return ok && slices.Contains(r.Profiles, string(e.Profile))
	})
}
