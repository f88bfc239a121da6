package reports_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	formatted "github.com/jstemmer/go-junit-report/v2/junit"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
)

var update = flag.Bool("update", false, "write the golden files anew")

// everyVerdict is a run with one spec of each verdict and text that no writer
// may pass on as it is.
func everyVerdict() *reports.Run {
	run := &reports.Run{
		Started:  time.Date(2026, 3, 1, 13, 5, 6, 789e6, time.FixedZone("CET", 3600)),
		Seconds:  1.23456,
		Provider: "ref,fabric=udp",
		Peer:     "fake,name=it's",
		Seed:     42,
		Environment: reports.Environment{
			Program: "ndconform", Version: "1.2.3", ProviderVersion: "9", Host: "box",
			OS: "linux", Arch: "amd64", Go: "go1.26", CPUs: 2,
		},
		Specs: []reports.Spec{
			{
				ID: "cq.notify.nd-pending", Title: "IND2CompletionQueue::Notify returns ND_PENDING",
				Requirements: []string{"cq.notify.nd-pending"}, Verdict: reports.Pass, Notes: []string{"depth 64"}, Seconds: 0.0004,
			},
			{
				ID: "cq.resize.nd-invalid-parameter", Title: "refuses <0>",
				Requirements: []string{"cq.resize.nd-invalid-parameter", "cq.resize.unchanged"},
				Verdict:      reports.Warn, Message: "ND_INSUFFICIENT_RESOURCES is accepted; ND_INVALID_PARAMETER is preferred",
				Seconds: 0.01,
				Answers: []reports.Answer{
					{"cq.resize.nd-invalid-parameter", "ND_INSUFFICIENT_RESOURCES", requirement.Ruled},
					{"cq.resize.unchanged", "E_FAIL", requirement.WellKnown},
				},
			},
			{
				ID: "endpoint.create.nd-success", Title: "waived & all", Package: "nd1",
				Requirements: []string{"endpoint.create.nd-success"},
				Verdict:      reports.Waived, Message: "known defect 17 until 2026-12-31 https://example.com/17",
			},
			{
				ID: "mr.register.nd-access-violation", Title: "no fault", Requirements: []string{"mr.register.nd-access-violation"},
				Verdict: reports.Unobservable, Message: "needs the fault queue-failure",
			},
			{
				ID: "qp.send.nd-canceled", Title: "crashes", Requirements: []string{"qp.send.nd-canceled"}, Verdict: reports.Error,
				Message: "panic: boom\x1b[31m\x00 \xff ]]> end", Trace: "goroutine 7 [running]:\r\nmain.main()\n", Seconds: 2,
			},
			{
				ID: "qp.send.nd-success", Title: "moves the bytes", Requirements: []string{"qp.send.nd-success", "unknown.id"},
				Verdict: reports.Fail,
				Message: "the second Send: expected to return ND_SUCCESS; seen ND_PENDING", Seconds: 0.5,
				Findings: []finding.Finding{
					{
						Rule: finding.Rule{ID: "qp.send.nd-success", Text: "A Send is posted.", Source: "IND2QueuePair.md"},
						Says: "the second Send", Expected: "to return ND_SUCCESS", Seen: "ND_PENDING\nrule: forged\x1b",
						Calls: []finding.Call{
							{
								At: 0.0001, Thread: 1, Object: "qp1", Method: "Send", Arguments: "context 1, 4 bytes of mr1",
								Result: "ND_SUCCESS",
							},
							{
								At: 0.0002, Thread: 2, Object: "cq1", Method: "GetResults", Arguments: "room for 1", Result: "0 results",
								Times: 812,
							},
							{At: 0.25, Thread: 1, Object: "qp1", Method: "Flush", Unfinished: true},
						},
						Objects: []finding.Object{
							{Name: "cq1", Is: "a completion queue of 16 results"},
							{Name: "qp1", Is: "a queue pair on cq1"},
						},
					},
					{
						Rule: finding.Rule{ID: "qp.flush.nd-success", Text: "Flush returns.", Source: "IND2QueuePair.md"},
						Says: "and later something else",
					},
				},
			},
			{
				ID: "qp.send.nd-success/inline", Title: "moves the bytes inline", Requirements: []string{"qp.send.nd-success"},
				Verdict: reports.NotRun, Message: "interrupted",
			},
			{
				ID: "srq.modify.nd-success", Title: "modifies", Requirements: []string{"srq.modify.nd-success"},
				Verdict: reports.Unsupported, Message: "no shared receive queues",
			},
		},
		Incomplete: "interrupted by SIGTERM",
	}
	run.Requirements = reports.Summarize(run.Specs, func(id string) reports.Requirement {
		switch id {
		case "qp.send.nd-success":
			return reports.Requirement{
				Level: "MUST", Profile: "core", Rule: "Send returns ND_SUCCESS once the request is posted.",
				Source: "IND2QueuePair.md, IND2QueuePair::Send, Return value", Ruling: "none needed",
				Rests: "COM", Statements: []reports.Statement{{
					"IND2QueuePair.md, IND2QueuePair::Send, Return Value, 1",
					"With ND_SUCCESS the request is posted.",
				}},
			}
		case "cq.resize.unchanged":
			return reports.Requirement{Level: "SHOULD", Rule: "A refused Resize changes nothing."}
		}
		if id == "cq.notify.nd-pending" {
			return reports.Requirement{Code: "ND_PENDING"}
		}
		return reports.Requirement{}
	})
	run.Codes = reports.CountCodes(run.Specs, run.Requirements)
	return run
}

func clean() *reports.Run {
	run := everyVerdict()
	run.Specs, run.Incomplete, run.Peer = run.Specs[:1], "", ""
	run.Requirements = reports.Summarize(run.Specs, func(string) reports.Requirement { return reports.Requirement{} })
	run.Codes, run.Strict = reports.Codes{Exact: 1}, true
	return run
}

func TestGolden(t *testing.T) {
	empty := &reports.Run{Provider: "ref", Environment: reports.Environment{Program: "ndconform"}}
	for name, run := range map[string]*reports.Run{"every-verdict": everyVerdict(), "clean": clean(), "empty": empty} {
		xmlText, err := junit.Report(run)
		if err != nil {
			t.Fatal(err)
		}
		antText, err := junit.Ant(run)
		if err != nil {
			t.Fatal(err)
		}
		jsonText, err := reports.JSON(run, aCatalogue())
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".xml", xmlText)
		golden(t, name+".ant.xml", antText)
		golden(t, name+".json", jsonText)
		golden(t, name+".txt", text.Report(run, aCatalogue()))
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what was written; see the difference with -update. Got:\n%s", path, got)
	}
}

func TestJUnitCounts(t *testing.T) {
	text, err := junit.Report(everyVerdict())
	if err != nil {
		t.Fatal(err)
	}
	var got formatted.Testsuites
	if err := xml.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if s := got.Suites[0]; s.Tests != 9 || s.Failures != 1 || s.Errors != 2 || s.Skipped != 4 {
		t.Errorf("counts: %d tests, %d failures, %d errors, %d skipped", s.Tests, s.Failures, s.Errors, s.Skipped)
	}
	seen := map[string]bool{}
	for _, c := range got.Suites[0].Testcases {
		key := c.Classname + "|" + c.Name
		if c.Name == "" || seen[key] {
			t.Errorf("case %q is nameless or a duplicate", key)
		}
		seen[key] = true
		if strings.Count(c.Classname, ".") == 0 {
			t.Errorf("case %q: class name %q has no dot", c.Name, c.Classname)
		}
	}
	if ts := got.Suites[0].Timestamp; ts != "2026-03-01T12:05:06Z" {
		t.Errorf("timestamp %s is not UTC with a Z", ts)
	}
}

// FuzzReports shows that whatever a provider makes a spec say, the reports stay
// well-formed.
func FuzzReports(f *testing.F) {
	f.Add("plain", "two\nlines", "cq.a")
	f.Add("\x00\x1b[0m]]>", "\xff\xfe\ufffe&<>\"'", "")
	f.Add("%s", "\u0085\r\r\n", "a/b/c")
	f.Fuzz(func(t *testing.T, message, title, id string) {
		run := everyVerdict()
		for i := range run.Specs {
			run.Specs[i].Message, run.Specs[i].Title, run.Specs[i].ID, run.Specs[i].Trace = message, title, id, message
			run.Specs[i].Findings = saying(message)
			run.Specs[i].Requirements = []string{id}
		}
		run.Incomplete, run.Provider, run.Environment.Host = message, title, id
		conformsToSchemas(t, run)
		jsonText, err := reports.JSON(run, aCatalogue())
		if err != nil || !json.Valid(jsonText) {
			t.Fatalf("JSON: %v\n%s", err, jsonText)
		}
		if bytes.ContainsAny(text.Report(run, aCatalogue()), "\x00\x1b") {
			t.Fatal("the text holds control characters")
		}
	})
}

func TestWorst(t *testing.T) {
	for _, c := range []struct {
		of   []reports.Verdict
		want reports.Verdict
	}{
		{nil, reports.NotRun},
		{[]reports.Verdict{reports.Pass, reports.Pass}, reports.Pass},
		{[]reports.Verdict{reports.Unsupported, reports.Pass}, reports.Pass},
		{[]reports.Verdict{reports.Unsupported}, reports.Unsupported},
		{[]reports.Verdict{reports.Pass, reports.Unobservable}, reports.Unobservable},
		{[]reports.Verdict{reports.Warn, reports.Unobservable}, reports.Warn},
		{[]reports.Verdict{reports.NotRun, reports.Pass, reports.Warn}, reports.NotRun},
		{[]reports.Verdict{reports.Fail, reports.Error, reports.Waived}, reports.Error},
		{[]reports.Verdict{reports.Waived, reports.Fail}, reports.Fail},
		{[]reports.Verdict{"", reports.Pass}, reports.Pass},
	} {
		if got := reports.Worst(c.of...); got != c.want {
			t.Errorf("Worst(%v) = %s, want %s", c.of, got, c.want)
		}
	}
}

func TestSummarizeBelowMust(t *testing.T) {
	specs := []reports.Spec{{ID: "a", Requirements: []string{"a", "b", "c"}, Verdict: reports.Fail}}
	level := map[string]string{"a": "MUST", "b": "SHOULD", "c": "INFO"}
	got := reports.Summarize(specs, func(id string) reports.Requirement { return reports.Requirement{Level: level[id]} })
	for i, want := range []reports.Verdict{reports.Fail, reports.Warn, reports.Warn} {
		if got[i].Verdict != want {
			t.Errorf("%s of level %s: %s, want %s", got[i].ID, got[i].Level, got[i].Verdict, want)
		}
	}
}

func TestConformant(t *testing.T) {
	for _, c := range []struct {
		run  *reports.Run
		want bool
	}{
		{clean(), true},
		{everyVerdict(), false},
		{&reports.Run{}, false},
		{&reports.Run{Specs: []reports.Spec{{Verdict: reports.Unsupported}}}, false},
		{&reports.Run{Specs: []reports.Spec{{Verdict: reports.Pass}}, Incomplete: "interrupted"}, false},
		{&reports.Run{Specs: []reports.Spec{{Verdict: reports.Warn}, {Verdict: reports.Unobservable}}}, true},
	} {
		if got := c.run.Conformant(); got != c.want {
			t.Errorf("Conformant of %v = %v", c.run.Specs, got)
		}
	}
}

// saying is a finding whose every text a provider has had a hand in.
func saying(text string) []finding.Finding {
	return []finding.Finding{{
		Rule: finding.Rule{ID: text, Text: text, Source: text}, Says: text, Expected: text, Seen: text,
		Calls:   []finding.Call{{Thread: 1, Object: text, Method: text, Arguments: text, Result: text}},
		Objects: []finding.Object{{Name: text, Is: text}},
	}}
}
