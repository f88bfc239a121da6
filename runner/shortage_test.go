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
		l.judge(s, nil)
		if s.Findings[1].Besides != "" {
			t.Errorf("of what none had: %q", s.Findings[1].Besides)
		}
	}
	for range 2 {
		s := lacks("adapter1", "CreateListener")
		l.judge(s, nil)
		if !strings.Contains(s.Message, "number 4 of this process was the first to see "+lack) {
			t.Errorf("of what others had: %q", s.Message)
		}
	}
}

// TestFirstOfEachLack shows that a spec names the one that was the first to see the same lack, and
// not the first to see another.
func TestFirstOfEachLack(t *testing.T) {
	const resources, memory = "ND_INSUFFICIENT_RESOURCES", "ND_NO_MEMORY"
	lacks := func(all ...string) *reports.Spec {
		s := new(reports.Spec)
		for _, lack := range all {
			s.Findings = append(s.Findings, finding.Finding{
				Seen: lack, Unexpected: lack, Calls: []finding.Call{{Object: "adapter1", Method: "CreateListener", Result: lack}},
			})
		}
		return s
	}
	for name, c := range map[string]struct {
		before []*reports.Spec
		want   string
	}{
		"of another kind":                 {[]*reports.Spec{lacks(resources)}, "number 3 of this process was the first to see " + memory},
		"of the same kind":                {[]*reports.Spec{lacks(memory), lacks(resources)}, "number 2 of this process was the first to see " + memory},
		"of the same kind, after another": {[]*reports.Spec{lacks(resources, memory)}, "number 2 of this process was the first to see " + memory},
	} {
		var l shortage
		l.judge(&reports.Spec{}, []string{"IND2Adapter::CreateListener"})
		for _, s := range c.before {
			l.judge(s, nil)
		}
		s := lacks(memory)
		l.judge(s, nil)
		if !strings.Contains(s.Message, c.want) {
			t.Errorf("%s: %q, want %q", name, s.Message, c.want)
		}
	}
}
