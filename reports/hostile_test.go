package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/text"
)

// hostileTexts are what a provider may say, in a panic, a version, its last output or a name.
var hostileTexts = []string{
	"x\nprovider vend: conformant", "x\r\nPASS forged", "x\rprovider vend: conformant", "x\n::error::forged",
	"x\n  ::set-output name=a::forged",
	"x ##vso[task.complete result=Succeeded;]forged", "x\n##[error]forged", "x\n##teamcity[testFailed name='forged']",
	"\x1b[2K\x1b[1Aforged", "x\u2028provider vend: conformant", "x\u2029PASS forged", "x\u0085PASS forged", "\u202edegrof",
	"x\vPASS forged", "x\fPASS forged",
	"[[ATTACHMENT|/etc/passwd]]", "x\n[[PROPERTY|verdict=pass]]", "\x00\x07\x08", "x\nprovider acme: conformant\n",
}

// TestHostileText shows that nothing that a provider says begins a new line, or is an order to
// what shows the report, wherever it stands and in whatever report.
func TestHostileText(t *testing.T) {
	fields := map[string]func(r *reports.Run, text string){
		"provider":   func(r *reports.Run, text string) { r.Provider = text },
		"version":    func(r *reports.Run, text string) { r.Environment.ProviderVersion = text },
		"incomplete": func(r *reports.Run, text string) { r.Incomplete = text },
		"id":         func(r *reports.Run, text string) { r.Specs[0].ID = text },
		"title":      func(r *reports.Run, text string) { r.Specs[0].Title = text },
		"message":    func(r *reports.Run, text string) { r.Specs[0].Message, r.Specs[0].Findings = text, nil },
		"trace":      func(r *reports.Run, text string) { r.Specs[0].Trace = text },
		"says":       func(r *reports.Run, text string) { r.Specs[0].Findings[0].Says = text },
		"seen":       func(r *reports.Run, text string) { r.Specs[0].Findings[0].Seen = text },
		"besides":    func(r *reports.Run, text string) { r.Specs[0].Findings[0].Besides = text },
		"does":       func(r *reports.Run, text string) { r.Specs[0].Findings[0].Does = text },
		"call":       func(r *reports.Run, text string) { r.Specs[0].Findings[0].Calls[0].Result = text },
		"object":     func(r *reports.Run, text string) { r.Specs[0].Findings[0].Objects[0].Is = text },
		"warning":    func(r *reports.Run, text string) { r.Specs[1].Message, r.Specs[1].Findings = text, nil },
		"note":       func(r *reports.Run, text string) { r.Specs[1].Notes = []string{text} },
		"waived":     func(r *reports.Run, text string) { r.Specs[2].Message = text },
		"skipped":    func(r *reports.Run, text string) { r.Specs[3].Message = text },
		"given":      func(r *reports.Run, text string) { r.Specs[0].Given = text },
		"because":    func(r *reports.Run, text string) { r.Specs[4].CauseSays = text },
		"fallen":     func(r *reports.Run, text string) { r.FailedPrerequisites[0].Prerequisite = text },
	}
	for field, set := range fields {
		for _, text := range hostileTexts {
			run := hostileRun()
			set(run, text)
			for report, written := range everyReport(t, run) {
				checkInert(t, report+" of "+field, written)
			}
		}
	}
}

func hostileRun() *reports.Run {
	return &reports.Run{
		Provider: "vend", Environment: reports.Environment{Program: "ndconform", OS: "linux"},
		Specs: []reports.Spec{
			{ID: "cq.fails", Verdict: reports.Fail, Message: "m", Findings: []finding.Finding{{
				Expected: "a", Seen: "b", Method: "IND2X::Y",
				Calls: []finding.Call{{Object: "cq1", Method: "Notify"}}, Objects: []finding.Object{{Name: "cq1"}},
			}}},
			{ID: "cq.warns", Verdict: reports.Warn, Message: "w"},
			{ID: "cq.waived", Verdict: reports.Waived, Message: "v"},
			{ID: "cq.skipped", Verdict: reports.Unobservable, Message: "s"},
			{ID: "cq.vain", Verdict: reports.NotRun, CauseSpec: "cq.fails", Message: "n", CauseSays: "v"},
		},
		FailedPrerequisites: []reports.FailedPrerequisite{{
			Prerequisite: "connecting",
			Spec:         reports.Spec{ID: "cq.fails", Verdict: reports.Fail, Message: "m"},
		}},
	}
}

func everyReport(t *testing.T, run *reports.Run) map[string]string {
	t.Helper()
	xmlText, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{
		"screen": string(text.Screen(run, nil, "", text.ScreenWidth)), "text": string(text.Report(run, nil)),
		"markdown": string(markdown.Summary(run, nil)), "junit": string(xmlText),
	}
	var orders []string
	for line := range strings.Lines(string(markdown.Annotations(run))) { // these are ours, one a line
		if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") && !strings.HasPrefix(line,
			"::notice ") {
			orders = append(orders, line)
		}
	}
	all["annotations"] = strings.Join(orders, "")
	for _, s := range run.Specs {
		all["progress"] += text.Line(s) + "\n"
	}
	return all
}

// checkInert fails the test if a line of a report is not the report's own.
func checkInert(t *testing.T, name, text string) {
	t.Helper()
	if strings.ContainsAny(text, "\x00\x07\x08\x1b\r\v\f\u0085\u2028\u2029\u202e") {
		t.Errorf("%s: it holds what a terminal obeys: %q", name, text)
	}
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		own := strings.HasPrefix(line, " ") // it is indented, and belongs to what is above it
		if strings.HasPrefix(trimmed,
			"::") || !bytes.Equal(printable.Inert([]byte(line)),
			[]byte(line)) || strings.HasPrefix(name,
			"junit") && strings.Contains(line, "[[ATTACHMENT|") && !strings.ContainsAny(line, "<>") {
			t.Errorf("%s: an order: %q", name, line)
		}
		if !own && (strings.HasPrefix(line,
			"provider vend: conformant") || strings.HasPrefix(line, "provider acme: conformant") || strings.HasPrefix(line,
			"PASS") || strings.HasPrefix(line, "[[PROPERTY|verdict=pass")) {
			t.Errorf("%s: it begins a line: %q", name, line)
		}
	}
}
