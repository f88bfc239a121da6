package command

import (
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/reports"
)

func TestProgress(t *testing.T) {
	pass, fail := reports.Spec{ID: "a", Verdict: reports.Pass}, reports.Spec{ID: "b", Verdict: reports.Fail, Message: "no"}
	for _, c := range []struct {
		name     string
		terminal bool
		period   time.Duration
		want     string
	}{
		{"in CI, before its time", false, time.Hour, "FAIL b: no\n"},
		{"in CI", false, 0, "1 of 3 specs, 0 failed\nFAIL b: no\n2 of 3 specs, 1 failed\n2 of 3 specs, 1 failed\n"},
		{
			"on a terminal", true, 0,
			clearLine + "1 of 3 specs, 0 failed" + clearLine + "FAIL b: no\n" + clearLine + "2 of 3 specs, 1 failed" +
				clearLine + "2 of 3 specs, 1 failed" + clearLine,
		},
	} {
		var out strings.Builder
		p := newProgress(&out, 3)
		p.terminal, p.period, p.failures = c.terminal, c.period, true
		p.judged(pass)
		p.judged(fail)
		p.judged(pass) // a later verdict of the same spec
		p.clear()
		if out.String() != c.want {
			t.Errorf("%s: %q", c.name, out.String())
		}
		out.Reset()
		p.failures = false
		p.judged(fail)
		if strings.Contains(out.String(), "FAIL") {
			t.Errorf("%s: a failure is shown that was not asked for: %q", c.name, out.String())
		}
	}
}
