package reports

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// evidence writes all that there is to say of a spec, each part after a label: what
// it found, the rules and their sources, the calls, and how to repeat it.
func evidence(w io.Writer, run *Run, s Spec) {
	fmt.Fprintf(w, "%s %s\n", strings.ToUpper(string(s.Verdict)), Short(s.ID, headline))
	field(w, "spec", s.Title)
	for _, f := range s.found() {
		field(w, "says", f.Says)
		field(w, "expected", f.Expected)
		field(w, "seen", f.Seen)
		field(w, "besides", f.Besides)
		if s.unclaimed(f) {
			field(w, "rule", ruleText(f.Rule))
		}
	}
	for _, id := range s.Requirements {
		if q := run.requirement(id); q.Rule != "" {
			field(w, "rule", ruleLine(q))
			field(w, "source", q.Source)
			field(w, "ruling", q.Ruling)
		}
	}
	if s.Verdict == Fail || s.Verdict == Error {
		for _, f := range s.found() {
			field(w, "objects", objectsText(f.Objects))
			field(w, "calls", callsText(f.Calls))
		}
		field(w, "trace", s.Trace)
		if s.IsFinding() {
			field(w, "program", s.Program.shows()+"\n"+s.Program.Replay)
		}
		field(w, "machine", run.placeName(s))
		field(w, "repeat", Repeat(run, s))
	}
	fmt.Fprintln(w)
}

// Evidence returns in words what run knows of a spec: what was expected and seen, by
// which rules, the calls that led there, and how to repeat it.
func Evidence(run *Run, s Spec) []byte {
	var b bytes.Buffer
	evidence(&b, printableRun(run), s)
	return b.Bytes()
}
