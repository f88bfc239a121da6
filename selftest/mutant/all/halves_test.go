package all

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// Each half of a rule has a mutant of its name. That a spec which claims the rule finds it, the test of
// docs/coverage.md shows.
func TestEveryHalfHasAMutant(t *testing.T) {
	for _, e := range requirement.All() {
		if len(e.Halves) == 1 || !slices.IsSorted(e.Halves) || len(slices.Compact(slices.Clone(e.Halves))) != len(e.Halves) {
			t.Errorf("%s: halves are sorted, all different, and more than one: %q", e.ID, e.Halves)
		}
		for _, half := range e.Halves {
			if _, ok := Lookup(e.ID + "/" + half); !ok {
				t.Errorf("no mutant breaks %s in the half %s: %s", e.ID, half, e.Rule)
			}
		}
	}
}

// several are the words by which a sentence says several things at once.
var several = regexp.MustCompile(`(?i)\b(and|or|any|each|all|both|every|either|whatever|neither|nor)\b`)

//go:embed testdata/undivided.txt
var undivided string

// A MUST whose sentence says several things lists them, unless it is among those that are not divided.
func TestSentencesThatSaySeveralThingsListThem(t *testing.T) {
	var listed []string
	for _, line := range strings.Split(undivided, "\n") {
		if id := strings.TrimSpace(line); id != "" && !strings.HasPrefix(id, "#") {
			listed = append(listed, id)
		}
	}
	for _, id := range listed {
		if e, ok := requirement.Lookup(id); !ok || len(e.Halves) > 0 || !several.MatchString(e.Rule) {
			t.Errorf("testdata/undivided.txt: %s has halves, or needs none", id)
		}
	}
	for _, e := range requirement.All() {
		needs := e.Level == requirement.Must && e.Profile != requirement.COM && several.MatchString(e.Rule)
		if needs && len(e.Halves) == 0 && !slices.Contains(listed, e.ID) {
			t.Errorf("%s has no halves, and says several things: %s", e.ID, e.Rule)
		}
	}
}
