package report_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ndconform/ndconform/reports/speed/internal/sample"
	"github.com/ndconform/ndconform/reports/speed/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestReport(t *testing.T) {
	const path = "testdata/report.txt"
	got := report.Text(sample.Report(1))
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
	for line := range strings.Lines(string(got)) {
		const widest = 100
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > widest {
			t.Errorf("a line has %d columns: %s", n, line)
		}
	}
}

// TestHostile shows that no text of a provider is an order to a terminal or to a system that runs jobs, nor takes
// more than its line.
func TestHostile(t *testing.T) {
	evil := "\x1b[31m\n::error::x\n##vso[x]" + strings.Repeat("long ", 1000)
	r := sample.Report(1)
	r.Provider, r.Peer, r.Incomplete, r.Environment.Host = evil, evil, evil, evil
	for i := range r.Measurements {
		m := &r.Measurements[i]
		m.Op, m.Flags, m.Failed, m.Unstable = evil, []string{evil}, evil, evil
		m.Name += evil
	}
	for i := range r.Harness.Null {
		r.Harness.Null[i].Name = evil
	}
	for line := range strings.Lines(string(report.Text(r))) {
		if strings.Contains(line, "\x1b") || strings.HasPrefix(line, "::") || strings.Contains(line, "##vso[") {
			t.Errorf("%q", line)
		}
		if n := utf8.RuneCountInString(line); n > 400 {
			t.Errorf("a line has %d columns", n)
		}
	}
}
