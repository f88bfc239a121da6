package runner_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestExcusedLacks shows that a spec in which a lack of resources was excused is run again alone,
// so that its verdict does not depend on what ran before, and that what remains is excused.
func TestExcusedLacks(t *testing.T) {
	t.Parallel()
	r := run(t, "fake", "fake.short", "fake.short/again", "fake.always-short", "fake.pass")
	for _, s := range r.Specs {
		want := reports.Pass
		if s.ID == "fake.always-short" {
			want = reports.Unobservable
		}
		if s.Verdict != want || want == reports.Unobservable && !strings.Contains(s.Message, finding.Excused) {
			t.Errorf("%s: %s: %s", s.ID, s.Verdict, s.Message)
		}
	}
	if r.Incomplete != "" {
		t.Error(r.Incomplete)
	}
}
