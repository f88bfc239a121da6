package runner

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/waivers"
	"github.com/ndconform/ndconform/runner/worker"
	"github.com/ndconform/ndconform/spec"
)

func supervisorOf(t *testing.T, h journal.Header, lab Lab) *supervisor {
	t.Helper()
	j, err := journal.New(io.Discard, h)
	if err != nil {
		t.Fatal(err)
	}
	return newSupervisor(j, lab)
}

// TestOnlyTheBrokenIsToBlame shows that a spec may be left out if the spec that it names
// has failed, and is an error otherwise: nobody else may keep it from running.
func TestOnlyTheBrokenIsToBlame(t *testing.T) {
	plan := []Spec{{ID: "a", Requirements: []string{"a"}}, {ID: "b", Requirements: []string{"b"}}}
	for verdict, want := range map[reports.Verdict]reports.Verdict{
		reports.Fail: reports.NotRun, reports.Error: reports.NotRun, reports.Pass: reports.Error, reports.Warn: reports.Error,
	} {
		s := supervisorOf(t, journal.Header{Plan: plan}, Lab{Worker: []string{"worker"}})
		p := newProcess([]string{"a", "b"}, func(e worker.Event) { s.onEvent(1, e) })
		p.isBroken = s.isBroken
		p.take(worker.Event{Kind: worker.Opened, Target: &journal.Target{}})
		p.take(worker.Event{Kind: worker.Started, Text: "a"})
		p.take(worker.Event{Kind: worker.Ended, Spec: &reports.Spec{ID: "a", Requirements: []string{"a"}, Verdict: verdict}})
		p.take(worker.Event{Kind: worker.Started, Text: "b"})
		p.take(worker.Event{
			Kind: worker.Ended,
			Spec: &reports.Spec{ID: "b", Requirements: []string{"b"}, Verdict: reports.NotRun, CauseSpec: "a"},
		})
		if b, _ := s.journal.Result("b"); b.Verdict != want {
			t.Errorf("because of a spec that is %s: %s, want %s", verdict, b.Verdict, want)
		}
	}
}

// TestBreaker shows where waits are shorter: not where failures are known, and not without
// worker processes.
func TestBreaker(t *testing.T) {
	suite := suiteOfProbes()
	workers := Lab{Worker: []string{"worker"}, Probes: suite}
	for name, c := range map[string]struct {
		waived []waivers.Waiver
		lab    Lab
		want   bool
	}{
		"workers":     {nil, workers, true},
		"waivers":     {make([]waivers.Waiver, 1), workers, false},
		"one process": {nil, Lab{Probes: suite}, false},
		"no probes":   {nil, Lab{Worker: []string{"worker"}}, false},
	} {
		s := supervisorOf(t, journal.Header{Waivers: c.waived}, c.lab)
		if b := s.order(nil); b.Breaker != c.want {
			t.Errorf("%s: %v", name, b.Breaker)
		}
	}
}

// TestKnownFailures shows that a probe whose failure is known from an earlier run keeps no other spec
// from being run, and that its time-outs shorten no waits.
func TestKnownFailures(t *testing.T) {
	probe := spec.Probes()[0]
	for _, known := range []bool{false, true} {
		suite := suiteOfProbes()
		slices.SortFunc(suite, func(a, b Spec) int { return strings.Compare(a.ID, b.ID) })
		for i := range suite {
			suite[i].Requirements = []string{suite[i].ID}
		}
		s := supervisorOf(t, journal.Header{Plan: suite},
			Lab{Worker: []string{"worker"}, Probes: suite, Known: map[string]bool{probe.Spec: known}})
		s.take(t.Context(), 1)
		s.journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{}})
		for range 2 {
			s.journal.Append(journal.Entry{Kind: journal.Started, Text: probe.Spec})
			s.over(1, failed(probe.Spec),
				spec.Progress{Failed: []spec.Prerequisite{probe.Prerequisite}, TimedOut: []string{"here"}})
		}
		if got, want := len(s.journal.Run().FailedPrerequisites) > 0, !known; got != want {
			t.Errorf("known %v: failed %v", known, got)
		}
		if got, want := s.points["here"].TimedOut > 0, !known; got != want {
			t.Errorf("known %v: shortens waits %v", known, got)
		}
		b := s.order([]Spec{{ID: probe.Spec}, {ID: "qp.send.gathers"}})
		if got := len(b.Known) == 1 && b.Known[0] == probe.Spec; got != known {
			t.Errorf("known %v: the worker is told of %v", known, b.Known)
		}
	}
}
