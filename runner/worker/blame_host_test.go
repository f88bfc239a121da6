package worker

import (
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestNotAnswered shows that a spec that hangs names the process that does not answer, and others don't.
func TestNotAnswered(t *testing.T) {
	const waiting = "the host acme has not answered IND2QueuePair::Flush"
	for says, want := range map[string]string{
		"hung: no end": "hung: no end; " + waiting, "panic: boom": "panic: boom",
	} {
		s := reports.Spec{Findings: []finding.Finding{{Says: says}}, Message: says}
		notAnswered(&s, "")
		if s.Message != says {
			t.Errorf("nothing to wait for: %s", s.Message)
		}
		notAnswered(&s, waiting)
		if s.Message != want || s.Findings[0].Says != want {
			t.Errorf("%s becomes %s", says, s.Message)
		}
	}
}
