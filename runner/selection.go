package runner

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/requirement"
)

// A Selection says which specs to run. The zero value selects all.
type Selection struct {
	// Filters are ids of specs or of requirements, or patterns of ids as in
	// path.Match. A spec is selected if one of them matches its id or a requirement
	// that it claims.
	Filters []string
	// Profiles select the specs that claim a requirement of one of them.
	Profiles []requirement.Profile
}

// Of returns the specs that both the filters and the profiles select, and the filters
// that match no spec. The error says which pattern is malformed.
func (s Selection) Of(specs []Spec) (selected []Spec, unmatched []string, err error) {
	filters, err := pattern.Compile(s.Filters)
	if err != nil {
		return nil, nil, fmt.Errorf("filter %w", err)
	}
	for _, one := range specs {
		chosen := filters.Match(append([]string{one.ID}, one.Requirements...)...)
		if (chosen || filters.Empty()) && s.inProfile(one) {
			selected = append(selected, one)
		}
	}
	return selected, filters.Unmatched(), nil
}

func (s Selection) inProfile(one Spec) bool {
	if len(s.Profiles) == 0 {
		return true
	}
	return slices.ContainsFunc(one.Requirements, func(id string) bool {
		entry, ok := requirement.Lookup(id)
		return ok && slices.Contains(s.Profiles, entry.Profile)
	})
}
