package runner

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// TestShortage shows that a spec that lacks what specs of its process had before says so, and one
// that lacks what none had says nothing.
func TestShortage(t *testing.T) {
	const lack = "ND_INSUFFICIENT_RESOURCES"
	lacks := func(object, method string) *reports.Spec {
		return &reports.Spec{Findings: []finding.Finding{
			{Says: "another"},
			{Seen: lack, Unexpected: lack, Calls: []finding.Call{{Object: object, Method: method, Result: lack}}},
		}}
	}
	var l shortage
	l.judge(&reports.Spec{}, []string{"IND2Adapter::CreateListener"})
	for range 2 {
		s := lacks("mr1", "Register")
		if l.judge(s, nil); s.Findings[1].Besides != "" {
			t.Errorf("of what none had: %q", s.Findings[1].Besides)
		}
	}
	for range 2 {
		s := lacks("adapter1", "CreateListener")
		if l.judge(s, nil); !strings.Contains(s.Message, "number 4 of this process was the first to see "+lack) {
			t.Errorf("of what others had: %q", s.Message)
		}
	}
}
