package runner

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestShortage shows that a spec that lacks something says how many specs of its process did not,
// and that one in a process that lacked it from the beginning says nothing.
func TestShortage(t *testing.T) {
	lacks := func() *reports.Spec {
		return &reports.Spec{Findings: []finding.Finding{{Says: "another"}, {Seen: "ND_INSUFFICIENT_RESOURCES", Unexpected: "ND_INSUFFICIENT_RESOURCES"}}}
	}
	var fresh, used shortage
	for range 2 {
		s := lacks()
		if fresh.judge(s); s.Findings[1].Besides != "" {
			t.Errorf("in a fresh process: %q", s.Findings[1].Besides)
		}
	}
	used.judge(&reports.Spec{})
	used.judge(&reports.Spec{Findings: []finding.Finding{{Seen: "ND_CANCELED", Unexpected: "ND_CANCELED"}}})
	for range 2 {
		s := lacks()
		if used.judge(s); !strings.Contains(s.Message, "the first spec to see ND_INSUFFICIENT_RESOURCES was number 3 of its process") {
			t.Errorf("in one that was used: %q", s.Message)
		}
	}
}
