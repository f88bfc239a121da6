package journal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/waivers"
)

// explorationHeader is an exploration's header.
func explorationHeader() Header {
	h := header()
	h.Plan = []Spec{{ID: "explore", Title: "programs", Requirements: []string{}}}
	h.Exploration = &Exploration{Programs: 9, Findings: 2}
	return h
}

func foundEntry(id string) Entry {
	return Entry{
		Kind: Found,
		Spec: &reports.Spec{
			ID: id + "/explored", Requirements: []string{id}, Verdict: reports.Fail, Message: "wrong",
			Program: &reports.Program{Replay: "{}"},
		},
	}
}

func TestAnExplorationIsReadBack(t *testing.T) {
	h := explorationHeader()
	h.Waivers = []waivers.Waiver{{ID: "b.b", Provider: "fake", Reason: "known", Link: "x", Expires: "2099-01-01"}}
	text := write(t, h,
		Entry{Kind: Opened, Target: &Target{ProviderVersion: "1"}},
		Entry{Kind: Explored, Explored: &reports.Exploration{Seed: 7, Programs: 3, Steps: 60}},
		foundEntry("a.a"), foundEntry("b.b"),
		Entry{Kind: Explored, Explored: &reports.Exploration{Seed: 7, Programs: 9, Steps: 90}},
		result("explore", reports.Pass), Entry{Kind: Finished})
	r, err := Read(file(t, text))
	if err != nil {
		t.Fatal(err)
	}
	run := r.Run()
	if got := verdicts(run); got != "explore=pass a.a/explored=fail b.b/explored=waived" {
		t.Error(got)
	}
	x := run.Explored
	if x == nil || x.Programs != 9 || len(x.Findings) != 2 || x.Findings[0].Waived || !x.Findings[1].Waived ||
		run.Incomplete != "" {
		t.Errorf("%+v, %q", x, run.Incomplete)
	}
}

func TestWhatNoExplorationHasFound(t *testing.T) {
	programless := foundEntry("a.a")
	programless.Spec.Program = nil
	passed := foundEntry("a.a")
	passed.Spec.Verdict = reports.Pass
	for says, c := range map[string]struct {
		header  Header
		entries []Entry
	}{
		"found in a run of specs":      {header("a"), []Entry{foundEntry("a.a")}},
		"explored in a run of specs":   {header("a"), []Entry{{Kind: Explored, Explored: &reports.Exploration{}}}},
		"found without a finding":      {explorationHeader(), []Entry{programless}},
		`has the verdict "pass"`:       {explorationHeader(), []Entry{passed}},
		"has the id of something else": {explorationHeader(), []Entry{foundEntry("a.a"), foundEntry("a.a")}},
		"explored 2 programs, and 3 before": {
			explorationHeader(),
			[]Entry{
				{Kind: Explored, Explored: &reports.Exploration{Programs: 3}},
				{Kind: Explored, Explored: &reports.Exploration{Programs: 2}},
			},
		},
		"found after the run had finished": {explorationHeader(), []Entry{{Kind: Finished}, foundEntry("a.a")}},
		"the run finished a second time":   {header("a"), []Entry{{Kind: Finished}, {Kind: Finished}}},
		"explored without an exploration":  {explorationHeader(), []Entry{{Kind: Explored}}},
	} {
		j, err := New(&bytes.Buffer{}, c.header)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.entries {
			j.Append(e)
		}
		if err := j.Err(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
