package reports_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
)

// TestForgedFields shows that what was seen can't pass for another field, nor for a
// separate spec: where a field's text has several lines, no label is before them.
func TestForgedFields(t *testing.T) {
	run := everyVerdict()
	f := &run.Specs[5].Findings[0]
	*f = finding.Finding{
		Expected: "ND_SUCCESS",
		Seen:     "x\nexpected forged\n  rule     forged\nseen:     forged\r\nPASS forged",
	}
	run.Specs[5].Message = f.Line()
	xmlText, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"text":     string(text.Report(run, aCatalogue())),
		"markdown": string(markdown.Summary(run, aCatalogue())), "junit": string(xmlText),
	} {
		lines := 0
		for line := range strings.Lines(text) {
			if !strings.Contains(line, "forged") || strings.Contains(line, "seen x expected forged") {
				continue
			}
			lines++
			if !strings.HasPrefix(line, strings.Repeat(" ", 11)) {
				t.Errorf("%s: it begins a field: %q", name, line)
			}
		}
		if lines == 0 {
			t.Errorf("%s does not say what was seen", name)
		}
	}
}

// TestLongTrace shows that a terminal is spared what a JUnit reader folds.
func TestLongTrace(t *testing.T) {
	run := everyVerdict()
	trace := "the first call\n" + strings.Repeat("a call\n", 100) + "the last call"
	for i := range run.Specs {
		run.Specs[i].Trace = trace
	}
	text := string(text.Report(run, aCatalogue()))
	for _, want := range []string{"the first call", "… 62 lines, which the other reports have …", "the last call"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not hold %q:\n%s", want, text)
		}
	}
	xmlText, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(xmlText), strings.ReplaceAll(trace, "\n", "\n           ")) {
		t.Error("the JUnit report does not hold the whole trace")
	}
	if run.Specs[0].Trace != trace {
		t.Error("writing a report changed the run")
	}
}

func TestRepeatIsQuoted(t *testing.T) {
	run := &reports.Run{
		Provider: "p,name=a b;$c", TimeoutScale: 2.5,
		Environment: reports.Environment{Program: "vendor-conform"}, Seed: -3,
	}
	want := `vendor-conform '--provider=p,name=a b;$c' --filter=a.b/c --seed=-3 --draw=0 --timeout-scale=2.5`
	if got := reports.Repeat(run, reports.Spec{ID: "a.b/c"}); got != want {
		t.Errorf("Repeat = %s, want %s", got, want)
	}
}
