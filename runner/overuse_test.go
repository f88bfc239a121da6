package runner

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/waivers"
	"github.com/ndconform/ndconform/spec"
)

// TestOveruse shows that the rest is not run when processes had to end thrice for what they
// took of the machine, that it says by which method, and that workers hear of it.
func TestOveruse(t *testing.T) {
	for _, g := range []spec.Prerequisite{spec.PrerequisiteFreedMemory, spec.PrerequisiteIdleProcessors} {
		s := supervisorOf(t, journal.Header{Plan: []Spec{{ID: "a", Requirements: []string{"a"}}}},
			Lab{Worker: []string{"worker"}, Probes: suiteOfProbes()})
		s.journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{}})
		for n := range overuseMost {
			_, more := s.controlFor(1)
			if len(s.journal.Run().FailedPrerequisites) > 0 {
				t.Errorf("%s has failed after %d", g, n)
			}
			s.journal.Append(journal.Entry{Kind: journal.Started, Text: "a"})
			s.over(1, reports.Spec{ID: "a", Verdict: reports.Error}, spec.Progress{
				Overused: g, Retained: map[string]spec.Retained{
					"Register": {Calls: 2, Bytes: 100 << 20},
					"Query":    {Calls: 100, Bytes: 1},
				},
			})
			select {
			case <-more:
			default:
				t.Error("nobody hears of it")
			}
		}
		known, _ := s.controlFor(1)
		if known.Failed[g].Spec != "a" || known.MeasureMemory != (g == spec.PrerequisiteFreedMemory) {
			t.Errorf("%s: %+v", g, known)
		}
		if failed := s.journal.Run().FailedPrerequisites; len(failed) != 1 || failed[0].Prerequisite != string(g) {
			t.Errorf("%s: %+v", g, failed)
		}
		if got := s.retainer(); got != "Register left 300 MiB in 6 calls" {
			t.Error(got)
		}
	}
}

// TestNoOveruse shows what is not held against the specs that follow: a failure of a process
// that goes on, a known failure, and any failure where failures are known.
func TestNoOveruse(t *testing.T) {
	for name, c := range map[string]struct {
		verdict reports.Verdict
		header  journal.Header
		known   bool
	}{
		"passed":  {reports.Pass, journal.Header{}, false},
		"known":   {reports.Error, journal.Header{}, true},
		"waivers": {reports.Error, journal.Header{Waivers: make([]waivers.Waiver, 1)}, false},
	} {
		c.header.Plan = []Spec{{ID: "a", Requirements: []string{"a"}}}
		s := supervisorOf(t, c.header,
			Lab{Worker: []string{"worker"}, Probes: suiteOfProbes(), Known: map[string]bool{"a": c.known}})
		s.journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{}})
		for range overuseMost {
			s.journal.Append(journal.Entry{Kind: journal.Started, Text: "a"})
			s.over(1, reports.Spec{ID: "a", Verdict: c.verdict}, spec.Progress{Overused: spec.PrerequisiteFreedMemory})
		}
		if known, _ := s.controlFor(1); len(known.Failed)+len(s.journal.Run().FailedPrerequisites) > 0 ||
			known.MeasureMemory {
			t.Errorf("%s: %+v", name, known)
		}
	}
}
