package reports_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
)

// anExploration has found something, and has soaked.
func anExploration() *reports.Run {
	found := reports.Spec{
		ID: "cq.notify.nd-pending/explored", Title: "A generated program shows that the rule is broken", Package: "nd2",
		Requirements: []string{"cq.notify.nd-pending"}, Verdict: reports.Fail, Message: "expected this; seen <that>",
		Findings: []finding.Finding{{Expected: "this", Seen: "<that>"}}, Trace: "end 0: a call",
		Program: &reports.Program{
			Steps: 2, Rate: 0.9, Found: 1.5, Replay: "{\"op\":\"send\"}\n", Calls: "qp1.Flush()\n",
			File: "found/cq-notify-nd-pending-explored.jsonl",
		},
	}
	run := &reports.Run{
		Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Seconds: 2, Provider: "acme,mode=fast", Peer: "ref", Seed: 7,
		Environment: reports.Environment{Program: "ndconform", Version: "1", OS: "linux", Arch: "amd64", Go: "go1", CPUs: 2},
		Specs: []reports.Spec{{
			ID: "explore", Title: "Generated programs", Requirements: []string{},
			Verdict: reports.Pass,
		}, found},
		Explored: &reports.Exploration{
			Seed: 7, Programs: 30, Steps: 900, Seconds: 1.5, Unanswered: 2,
			Transitions: reports.Transitions{
				Visited: 2, Known: 3,
				Table:      map[string]int{"send/silent": 4, "connection/connected": 2},
				NotVisited: []string{"send/late", "send beside flush"},
			},
			Soak: &reports.Soak{
				Pairs: 200, Messages: 5000, Bytes: 1 << 22, Made: map[string]int{"connection": 40, "queue pair": 1},
				Samples: []reports.SoakSample{{0, 1 << 20, 8, 1e-5}, {1, 3 << 20, 9, 2e-5}, {2, 5 << 20, 10, 1e-5}},
				Trends: []reports.SoakTrend{
					{"bytes of memory", "connection", 65536, 100, 40, 30, true},
					{"handles", "connection", 0, 0.1, 40, 30, false},
				},
			},
		},
	}
	run.Explored.Explore(run.Specs)
	return run
}

// TestEveryReportHasWhatWasExplored shows that each form says what was found, how to repeat
// it, and which transitions were visited.
func TestEveryReportHasWhatWasExplored(t *testing.T) {
	run := anExploration()
	html, err := html.Page(run, aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	xmlText, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	replay := "--replay=found/cq-notify-nd-pending-explored.jsonl"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"text": {
			string(text.Report(run, aCatalogue())),
			[]string{
				"FAIL cq.notify.nd-pending/explored", "expected this", "seen     <that>",
				"shown by 9 of 10 repeats of a program of 2 steps", replay,
				"send                4 visits of 1 transition; not visited: late, beside flush",
				"LEAK; slope 65536 ± 100 bytes of memory per connection", "no growth seen; slope 0 ± 0.1 handles per connection",
				"200 connections, 5000 requests, 1.5 s, seed 7: 1 finding", "something was found",
			},
		},
		"HTML": {
			string(html),
			[]string{
				"Something was found", "&lt;that&gt;", replay, "shown by 9 of 10", "<polyline points=",
				"Transitions of the model", "late", "qp1.Flush()", "40 connections, 1 queue pair",
			},
		},
		"JUnit": {string(xmlText), []string{"cq.notify.nd-pending/explored", "<failure", replay, `{"op":"send"}`}},
		"Markdown": {
			string(markdown.Summary(run, aCatalogue())),
			[]string{"Something was found", "| send | 4 | 1 | late; beside flush |", replay},
		},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, c.text)
			}
		}
	}
}

// TestAnExplorationThatFoundNothing shows how the outcome is put into words.
func TestAnExplorationThatFoundNothing(t *testing.T) {
	run := anExploration()
	for says, change := range map[string]func(){
		"Something was found":    func() {},
		"Nothing else was found": func() { run.Specs[1].Verdict = reports.Waived },
		"Nothing was found":      func() { run.Specs = run.Specs[:1] },
		"Incomplete":             func() { run.Specs = run.Specs[:1]; run.Incomplete = "cut off" },
	} {
		run = anExploration()
		change()
		if got := reports.OutcomeOf(run, nil).Words; got != says {
			t.Errorf("%q instead of %q", got, says)
		}
	}
}

func TestRefusalsThatNeverCameAreTold(t *testing.T) {
	run := anExploration()
	run.Specs = run.Specs[:1]
	for name, said := range map[string]string{
		"text":     string(text.Report(run, aCatalogue())),
		"Markdown": string(markdown.Summary(run, aCatalogue())),
	} {
		if !strings.Contains(said, "A warning: 2 requests that the peer had to refuse ended with a timeout.") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// TestTrendSaysWhatIsKnown shows that a slope that is clearly above nothing is never called none.
func TestTrendSaysWhatIsKnown(t *testing.T) {
	for want, trend := range map[string]reports.SoakTrend{
		"LEAK; slope 65536 ± 100 bytes per file, over 40 of them in 30 samples": {
			"bytes",
			"file", 65536, 100, 40, 30, true,
		},
		"grow, but too little to call it a leak (limit: 1024 bytes); slope 1006 ± 89.7 bytes per file, " +
			"over 40 of them in 30 samples": {
			"bytes",
			"file", 1006, 89.7, 40, 30, false,
		},
		"no growth seen; slope 12 ± 90 bytes per file, over 40 of them in 30 samples": {
			"bytes", "file",
			12, 90, 40, 30, false,
		},
		"no growth seen; slope -891 ± 86.8 bytes per file, over 40 of them in 30 samples": {
			"bytes", "file",
			-891, 86.8, 40, 30, false,
		},
		"no growth seen; slope 0 ± 0 bytes per file, over 40 of them in 30 samples": {
			"bytes", "file",
			0, 0, 40, 30, false,
		},
		"not known, from too few samples; slope unknown, in bytes per file, over 4 of them in 3 samples": {
			"bytes", "file", 0,
			math.MaxFloat64, 4, 3, false,
		},
	} {
		if got := trend.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestGrowthIsNoCleanBill shows that the outcome of a soak names what grew, though it is not called a leak.
func TestGrowthIsNoCleanBill(t *testing.T) {
	run := anExploration()
	run.Specs, run.Incomplete = run.Specs[:1], ""
	trends := run.Explored.Soak.Trends
	trends[0].Each, trends[0].Error, trends[0].Leak = 1000, 44, false
	const want = "bytes of memory per connection grow, but too little to call it a leak (limit: 1024 bytes)."
	if o := reports.OutcomeOf(run, nil); !strings.Contains(o.Detail, want) || strings.Contains(o.Detail, "no leak") {
		t.Error(o.Detail)
	}
	trends[0].Each = 0
	if o := reports.OutcomeOf(run, nil); !strings.Contains(o.Detail, "no leak was found") {
		t.Error(o.Detail)
	}
}
