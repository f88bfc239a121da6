package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// TestForgedJournals shows that no command reads a journal that was tampered with as a
// better one: it is refused in one line that names the journal's line, or what it says is no
// better than the truth. The command verify reads the journal of a bundle as certify does,
// once it has found that its digest was signed.
func TestForgedJournals(t *testing.T) {
	lab := newForgery(t)
	for name, forge := range forgeries {
		forged := forge(lab.failed)
		if bytes.Equal(bytes.Join(forged, nil), bytes.Join(lab.failed, nil)) {
			t.Errorf("%s: nothing is forged", name)
		}
		lab.try(t, name, bytes.Join(forged, nil))
	}
	for i := range len(lab.failed) - 1 {
		swapped := append([][]byte(nil), lab.failed...)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		lab.try(t, fmt.Sprintf("lines %d and %d swapped", i+1, i+2), bytes.Join(swapped, nil))
	}
	whole, end := bytes.Join(lab.failed, nil), 0
	for i, line := range lab.failed[:len(lab.failed)-1] {
		end += len(line)
		for _, size := range []int{end - len(line)/2, end - 1, end} {
			lab.try(t, fmt.Sprintf("cut in line %d, after %d bytes", i+1, size), whole[:size])
		}
	}
}

// A forgery is where journals are tried: a folder with a key and with the journal of a run in
// which every spec passes, and the lines of one in which the first spec fails.
type forgery struct {
	dir    string
	failed [][]byte
}

func newForgery(t *testing.T) *forgery {
	t.Helper()
	f := &forgery{dir: t.TempDir()}
	good := f.journal(t, reports.Pass)
	f.write(t, "good.journal", bytes.Join(good, nil))
	f.failed = f.journal(t, reports.Fail)
	f.must(t, exit.Conformant, "keygen", "--out="+f.path("acme"))
	return f
}

// journal returns the lines of the journal of a run of three specs: the first has the
// verdict, the others pass.
func (f *forgery) journal(t *testing.T, first reports.Verdict) [][]byte {
	t.Helper()
	suite, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	suite = suite[:3]
	a := &app{program: "ndconform"}
	environment := a.environment(suite)
	environment.Binary = strings.Repeat("ab", 32)
	var text bytes.Buffer
	j, err := journal.New(&text, journal.Header{
		Provider: "fake", Seed: 1, TimeoutScale: 1, Plan: suite, Environment: environment,
		Started: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	j.Append(journal.Entry{Kind: journal.Opened, Worker: 1, Target: &journal.Target{ProviderVersion: "1.0"}})
	for i, one := range suite {
		s := journal.Blank(one)
		s.Verdict, s.Seconds = reports.Pass, 0.5
		if i == 0 && first != reports.Pass {
			s.Verdict, s.Message = first, "seen ND_CANCELED"
		}
		j.Append(journal.Entry{Kind: journal.Started, Worker: 1, Text: s.ID})
		j.Append(journal.Entry{Kind: journal.Ended, Worker: 1, Spec: &s})
	}
	j.Append(journal.Entry{Kind: journal.Finished})
	if err := j.Err(); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text.Bytes(), []byte("\n"))
	return lines[:len(lines)-1]
}

func (f *forgery) path(name string) string { return filepath.Join(f.dir, name) }

func (f *forgery) write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(f.path(name), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// must runs a command that has to exit with a code.
func (f *forgery) must(t *testing.T, want int, args ...string) {
	t.Helper()
	if code, said := execute(args...); code != want {
		t.Fatalf("%s: exit code %d: %s", args[0], code, said)
	}
}

// execute runs a command in this process.
func execute(args ...string) (code int, said string) {
	var out, err bytes.Buffer
	a := &app{program: "ndconform", out: &out, err: &err}
	code = a.execute(args)
	return code, err.String()
}

// refusal is what a command says of a journal that no run can have left, or that lacks the end of its
// only line and could be a report.
var refusal = regexp.MustCompile(
	`^ndconform: [^\n]*forged\.journal(?::\d+:| is neither a journal nor a JSON report:) [^\n]+\n$`)

// try gives a journal to each command that reads one.
func (f *forgery) try(t *testing.T, name string, text []byte) {
	t.Helper()
	f.write(t, "forged.journal", text)
	forged, merged := f.path("forged.journal"), f.path("merged.journal")
	codes := map[string]int{}
	for command, args := range map[string][]string{
		"report":  {"--from=" + forged, "--format=json", "--output=" + f.path("forged.json")},
		"junit":   {"--from=" + forged, "--format=junit", "--output=" + f.path("forged.xml")},
		"merge":   {forged, "--output=" + merged},
		"certify": {forged, "--key=" + f.path("acme.key"), "--out=" + f.path("forged"), "--allow-unreleased"},
		"compare": {f.path("good.journal"), forged},
	} {
		subcommand := command
		if command == "junit" {
			subcommand = "report"
		}
		code, said := execute(append([]string{subcommand}, args...)...)
		codes[command] = code
		if code == exit.Usage && !refusal.MatchString(said) || code == exit.Harness {
			t.Errorf("%s, %s: exit code %d: %s", name, command, code, said)
		}
	}
	if codes["certify"] == exit.Conformant || codes["compare"] == exit.Conformant {
		t.Errorf("%s: certify exits with %d, compare with %d", name, codes["certify"], codes["compare"])
	}
	if codes["report"] != exit.Usage {
		f.noBetter(t, name+", report", f.path("forged.json"))
	}
	if codes["merge"] != exit.Usage {
		f.must(t, exit.Conformant, "report", "--from="+merged, "--format=json", "--output="+f.path("merged.json"))
		f.noBetter(t, name+", merge", f.path("merged.json"))
	}
}

// noBetter checks that a report has no better verdict on the run than it deserves.
func (f *forgery) noBetter(t *testing.T, name, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	run := &reports.Run{}
	if err := json.Unmarshal(text, run); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if run.Conformant() || run.Seconds < 0 {
		t.Errorf("%s: conformant %v, %v s", name, run.Conformant(), run.Seconds)
	}
}
