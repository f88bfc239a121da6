package worker

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// TestProvisionalWarns shows that whoever breaks a provisional rule, or crashes over it,
// is warned and told which one it is, unless the run is strict or a rule that binds is
// broken by the same spec.
func TestProvisionalWarns(t *testing.T) {
	must := requirement.Entry{ID: "a.a", Level: requirement.Must}
	should := requirement.Entry{ID: "a.b", Level: requirement.Should}
	fresh := requirement.Entry{ID: "a.c", Level: requirement.Must, Since: "0.2.0", Provisional: true}
	for _, c := range []struct {
		name   string
		rules  []requirement.Entry
		strict bool
		seen   reports.Verdict
		want   reports.Verdict
	}{
		{"a rule that binds", []requirement.Entry{must}, false, reports.Fail, reports.Fail},
		{"a SHOULD", []requirement.Entry{should}, false, reports.Fail, reports.Warn},
		{"a crash at a SHOULD", []requirement.Entry{should}, false, reports.Error, reports.Error},
		{"a provisional rule", []requirement.Entry{fresh}, false, reports.Fail, reports.Warn},
		{"a provisional rule and a SHOULD", []requirement.Entry{fresh, should}, false, reports.Fail, reports.Warn},
		{"a crash at a provisional rule", []requirement.Entry{fresh}, false, reports.Error, reports.Warn},
		{"a provisional rule in a strict run", []requirement.Entry{fresh}, true, reports.Fail, reports.Fail},
		{"a crash at it in a strict run", []requirement.Entry{fresh}, true, reports.Error, reports.Error},
		{"both kinds", []requirement.Entry{fresh, must}, false, reports.Fail, reports.Fail},
		{"a provisional rule that is kept", []requirement.Entry{fresh}, false, reports.Pass, reports.Pass},
	} {
		s := reports.Spec{Verdict: c.seen, Message: "seen"}
		lower(&s, c.rules, c.strict)
		if s.Verdict != c.want {
			t.Errorf("%s: %s, want %s", c.name, s.Verdict, c.want)
		}
		says := strings.Contains(s.Message, "provisional: a.c is new in 0.2.0")
		fresh := slices.ContainsFunc(c.rules, func(e requirement.Entry) bool { return e.Provisional })
		if says != (fresh && c.want == reports.Warn) {
			t.Errorf("%s: it says %q", c.name, s.Message)
		}
	}
}
