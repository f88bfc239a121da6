package runner

import (
	"fmt"
	"path"
	"slices"

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

// Of returns the specs that both the filters and the profiles select, and the
// filters that match none of specs. The error says which pattern is malformed.
func (s Selection) Of(specs []Spec) (selected []Spec, unmatched []string, err error) {
	matched := make([]bool, len(s.Filters))
	for _, one := range specs {
		chosen := len(s.Filters) == 0
		for i, filter := range s.Filters {
			hit, err := matches(filter, one)
			if err != nil {
				return nil, nil, fmt.Errorf("filter %q: %w", filter, err)
			}
			chosen, matched[i] = chosen || hit, matched[i] || hit
		}
		if chosen && s.inProfile(one) {
			selected = append(selected, one)
		}
	}
	for i, filter := range s.Filters {
		if _, err := path.Match(filter, ""); err != nil {
			return nil, nil, fmt.Errorf("filter %q: %w", filter, err)
		}
		if !matched[i] {
			unmatched = append(unmatched, filter)
		}
	}
	return selected, unmatched, nil
}

func matches(filter string, one Spec) (bool, error) {
	for _, id := range append([]string{one.ID}, one.Requirements...) {
		if hit, err := path.Match(filter, id); hit || err != nil {
			return hit, err
		}
	}
	return false, nil
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
