package runner_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

func TestSelection(t *testing.T) {
	specs := []runner.Spec{
		{ID: "cq.resize.nd-success", Requirements: []string{"cq.resize.nd-success"}},
		{ID: "cq.resize.nd-success/twice", Requirements: []string{"cq.resize.nd-success", "other.rule"}},
		{ID: "other.rule", Requirements: []string{"other.rule"}},
	}
	for _, c := range []struct {
		name      string
		selection runner.Selection
		want      []int
		unmatched []string
	}{
		{"everything", runner.Selection{}, []int{0, 1, 2}, nil},
		{"a requirement", runner.Selection{Filters: []string{"cq.resize.nd-success"}}, []int{0, 1}, nil},
		{"a variant", runner.Selection{Filters: []string{"cq.resize.nd-success/twice"}}, []int{1}, nil},
		{"a requirement claimed second", runner.Selection{Filters: []string{"other.*"}}, []int{1, 2}, nil},
		{"patterns", runner.Selection{Filters: []string{"cq.*", "nosuch", "other.rul?"}}, []int{0, 1, 2}, []string{"nosuch"}},
		{"a profile", runner.Selection{Profiles: []requirement.Profile{requirement.Resize}}, []int{0, 1}, nil},
		{"both", runner.Selection{
			Filters:  []string{"other.*"},
			Profiles: []requirement.Profile{requirement.NDK, requirement.Resize},
		}, []int{1}, nil},
		{"a profile without specs", runner.Selection{Profiles: []requirement.Profile{requirement.NDK}}, nil, nil},
	} {
		got, unmatched, err := c.selection.Of(specs)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var ids, want []string
		for _, s := range got {
			ids = append(ids, s.ID)
		}
		for _, i := range c.want {
			want = append(want, specs[i].ID)
		}
		if !slices.Equal(ids, want) || !slices.Equal(unmatched, c.unmatched) {
			t.Errorf("%s: selected %q, want %q; unmatched %q, want %q", c.name, ids, want, unmatched, c.unmatched)
		}
	}
}

func TestMalformedFilter(t *testing.T) {
	for _, specs := range [][]runner.Spec{nil, {{ID: "a", Requirements: []string{"a"}}}} {
		if _, _, err := (runner.Selection{Filters: []string{"a["}}).Of(specs); err == nil {
			t.Errorf("no error, of %d specs", len(specs))
		}
	}
}
