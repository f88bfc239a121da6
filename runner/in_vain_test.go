package runner

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/waivers"
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

// TestOnlyTheBrokenIsToBlame shows that a spec is believed to be in vain if the one that it
// names has failed, and is an error otherwise: nobody else may keep it from running.
func TestOnlyTheBrokenIsToBlame(t *testing.T) {
	plan := []Spec{{ID: "a", Requirements: []string{"a"}}, {ID: "b", Requirements: []string{"b"}}}
	for verdict, want := range map[reports.Verdict]reports.Verdict{
		reports.Fail: reports.NotRun, reports.Error: reports.NotRun, reports.Pass: reports.Error, reports.Warn: reports.Error,
	} {
		s := supervisorOf(t, journal.Header{Plan: plan}, Lab{Worker: []string{"worker"}})
		p := newProcess([]string{"a", "b"}, func(e event) { s.heard(1, e) })
		p.broke = s.isBroken
		p.take(event{Kind: opened, Target: &journal.Target{}})
		p.take(event{Kind: started, Text: "a"})
		p.take(event{Kind: ended, Spec: &reports.Spec{ID: "a", Requirements: []string{"a"}, Verdict: verdict}})
		p.take(event{Kind: started, Text: "b"})
		p.take(event{Kind: ended, Spec: &reports.Spec{ID: "b", Requirements: []string{"b"}, Verdict: reports.NotRun, Because: "a"}})
		if b, _ := s.journal.Result("b"); b.Verdict != want {
			t.Errorf("because of one that is %s: %s, want %s", verdict, b.Verdict, want)
		}
	}
}

// TestHurry shows where waits are shorter: not where failures are known, and not without
// worker processes.
func TestHurry(t *testing.T) {
	suite := suiteOfCanaries()
	workers := Lab{Worker: []string{"worker"}, Canaries: suite}
	for name, c := range map[string]struct {
		waived []waivers.Waiver
		lab    Lab
		want   bool
	}{
		"workers":     {nil, workers, true},
		"waivers":     {make([]waivers.Waiver, 1), workers, false},
		"one process": {nil, Lab{Canaries: suite}, false},
		"no canaries": {nil, Lab{Worker: []string{"worker"}}, false},
	} {
		s := supervisorOf(t, journal.Header{Waivers: c.waived}, c.lab)
		if b := s.order(nil); b.Hurry != c.want {
			t.Errorf("%s: %v", name, b.Hurry)
		}
	}
}

// TestVisited shows that a wait in vain counts if the spec is the worse for it.
func TestVisited(t *testing.T) {
	f := spec.Footing{Missed: []string{"here"}}
	for _, c := range []struct {
		s    reports.Spec
		want int
	}{
		{reports.Spec{Verdict: reports.Fail}, 1},
		{reports.Spec{Verdict: reports.Error}, 1},
		{reports.Spec{Verdict: reports.NotRun, Because: "another"}, 1},
		{reports.Spec{Verdict: reports.Pass}, 0},
		{reports.Spec{Verdict: reports.Warn}, 0},
		{reports.Spec{Verdict: reports.Warn, Findings: []finding.Finding{{Says: "accepted"}}}, 0},
		{reports.Spec{Verdict: reports.Warn, Findings: []finding.Finding{{Expected: "a packet", Seen: "none"}}}, 0}, // a SHOULD
		{reports.Spec{Verdict: reports.NotRun}, 0},
	} {
		if got := visited(nil, &c.s, f)["here"].Missed; got != c.want {
			t.Errorf("%s: %d, want %d", c.s.Verdict, got, c.want)
		}
	}
}

// TestTheFirstIsToBlame shows that a spec that was in vain itself blames the one that it was in
// vain because of.
func TestTheFirstIsToBlame(t *testing.T) {
	f := spec.Footing{Missed: []string{"here"}}
	s := reports.Spec{ID: "second", Verdict: reports.NotRun, Because: "first", Vain: "connecting fails"}
	if got, want := visited(nil, &s, f)["here"].Cause, (spec.Cause{Spec: "first", Says: "connecting fails"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestKnownFailures shows that a canary whose failure is known from an earlier run keeps no
// other spec from being run, and that what it waits for in vain hurries nobody.
func TestKnownFailures(t *testing.T) {
	canary := spec.Canaries()[0]
	for _, known := range []bool{false, true} {
		suite := suiteOfCanaries()
		slices.SortFunc(suite, func(a, b Spec) int { return strings.Compare(a.ID, b.ID) })
		for i := range suite {
			suite[i].Requirements = []string{suite[i].ID}
		}
		s := supervisorOf(t, journal.Header{Plan: suite}, Lab{Worker: []string{"worker"}, Canaries: suite, Known: map[string]bool{canary.Spec: known}})
		s.take(t.Context(), 1)
		s.journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{}})
		for range 2 {
			s.journal.Append(journal.Entry{Kind: journal.Started, Text: canary.Spec})
			s.over(1, failed(canary.Spec), spec.Footing{Broke: []spec.Ground{canary.Ground}, Missed: []string{"here"}})
		}
		if got, want := len(s.journal.Run().Fallen) > 0, !known; got != want {
			t.Errorf("known %v: fallen %v", known, got)
		}
		if got, want := s.sites["here"].Missed > 0, !known; got != want {
			t.Errorf("known %v: hurries %v", known, got)
		}
		b := s.order([]Spec{{ID: canary.Spec}, {ID: "qp.send.gathers"}})
		if got := len(b.Known) == 1 && b.Known[0] == canary.Spec; got != known {
			t.Errorf("known %v: the worker is told of %v", known, b.Known)
		}
	}
}

// TestOwnSpecsAreCounted shows that a spec about a method which owes something uses up the
// method's chances wherever it waits in vain itself.
func TestOwnSpecsAreCounted(t *testing.T) {
	const send, receive = "the result of IND2QueuePair::Send", "the result of IND2QueuePair::Receive"
	sites := map[string]spec.Site{send: {Missed: 1}}
	s := reports.Spec{ID: "qp.send.nd-success", Verdict: reports.Fail}
	got := visited(sites, &s, spec.Footing{Missed: []string{receive}})
	if got[send].Own != 1 || got[send].Missed != 1 || got[receive].Own != 0 || got[receive].Missed != 1 {
		t.Errorf("%+v", got)
	}
}
