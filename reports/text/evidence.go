package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/ndconform/ndconform/reports"

	"github.com/ndconform/ndconform/reports/printable"
)

// WriteEvidence writes all that there is to say of a spec, each part after a label: what
// it found, the rules and their sources, the calls, and how to repeat it.
func WriteEvidence(w io.Writer, run *reports.Run, s reports.Spec) {
	fmt.Fprintf(w, "%s %s\n", strings.ToUpper(string(s.Verdict)), printable.Short(s.ID, printable.Headline))
	printable.Field(w, "spec", s.Title)
	for _, f := range s.Found() {
		printable.Field(w, "says", f.Says)
		printable.Field(w, "expected", f.Expected)
		printable.Field(w, "seen", f.Seen)
		printable.Field(w, "besides", f.Besides)
		if s.Unclaimed(f) {
			printable.Field(w, "rule", Rule(f.Rule))
		}
	}
	for _, id := range s.Requirements {
		if q := run.Requirement(id); q.Rule != "" {
			printable.Field(w, "rule", reports.RuleLine(q))
			printable.Field(w, "source", q.Source)
			printable.Field(w, "ruling", q.Ruling)
		}
	}
	if s.Verdict.Broken() {
		for _, f := range s.Found() {
			printable.Field(w, "objects", Objects(f.Objects))
			printable.Field(w, "calls", Calls(f.Calls))
		}
		if s.Party != "" {
			printable.Field(w, "calls", s.Trace)
			printable.Field(w, "from", s.Place)
		} else {
			printable.Field(w, "trace", s.Trace)
		}
		if s.Program != nil {
			printable.Field(w, "program", s.Program.Shows()+"\n"+s.Program.Replay)
		}
		printable.Field(w, "given", s.Given)
		printable.Field(w, "machine", run.PlaceName(s))
		printable.Field(w, "repeat", reports.Repeat(run, s))
	}
	fmt.Fprintln(w)
}

// Evidence returns in words what run knows of a spec: what was expected and seen, by
// which rules, the calls that led there, and how to repeat it.
func Evidence(run *reports.Run, s reports.Spec) []byte {
	var b bytes.Buffer
	WriteEvidence(&b, reports.PrintableRun(run), s)
	return b.Bytes()
}
