package reports

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/requirement"
)

// Text writes run for a reader at a terminal: each failure and error with its rule,
// source and the command that repeats it, the warnings and waivers, why specs were
// skipped, the counts, and where the run stands in each profile of the catalogue.
func Text(run *Run, catalogue []requirement.Entry) []byte {
	run = printableRun(run)
	var b bytes.Buffer
	rules := judge(run, catalogue)
	for _, c := range CausesOf(run) {
		textCause(&b, run, c)
	}
	for _, s := range run.Specs {
		if s.Verdict == Waived {
			evidence(&b, run, shortened(s))
		}
	}
	for _, c := range WarningsOf(run) {
		textCause(&b, run, c)
	}
	textSkipped(&b, run)
	for _, problem := range run.WaiverProblems() {
		fmt.Fprintf(&b, "WAIVER %s\n", Short(problem, headline))
	}
	if run.Explored != nil {
		textExplored(&b, run)
		return inert(b.Bytes())
	}
	textSummary(&b, run, rules)
	return inert(b.Bytes())
}

// textSummary writes the counts, where the run stands in each profile, and the verdict.
func textSummary(b *bytes.Buffer, run *Run, rules []rule) {
	fmt.Fprintf(b, "%s\n", counts(run))
	if codes := run.codes(); codes != "" {
		fmt.Fprintf(b, "codes: %s\n", Short(codes, headline))
	}
	textMachines(b, run)
	if run.Repeats != nil {
		fmt.Fprintf(b, "repeats: %s\n", Short(run.Repeats.words(), headline))
	}
	if !run.filtered() {
		fmt.Fprintf(b, "profiles: %s\n", standings(rules))
	}
	if outcomeOf(run, rules).Words == "Conformant" {
		fmt.Fprintf(b, "provider %s: conformant\n", Short(run.Provider, headline))
	} else {
		fmt.Fprintf(b, "%s\n", indented(conclusion(run)))
	}
}

// textCause writes one of the specs that found the same.
func textCause(b *bytes.Buffer, run *Run, c Cause) {
	evidence(b, run, shortened(c.shown))
	if others := c.others(); others != "" {
		b.Truncate(b.Len() - 1) // the empty line
		field(b, "others", others)
		fmt.Fprintln(b)
	}
}

// Line returns a spec's verdict and message, in one line.
func Line(s Spec) string {
	line := fmt.Sprintf("%s %s: %s", strings.ToUpper(string(s.Verdict)), Short(s.ID, headline),
		Short(s.Message, headline))
	return string(inert([]byte(line)))
}

// textSkipped counts, by reason, the specs that could not judge.
func textSkipped(w io.Writer, run *Run) {
	for _, v := range []Verdict{Unsupported, Unobservable, NotRun} {
		skipLines(w, v, reasonsOf(run, v))
	}
}

// reasonsOf counts the specs with a verdict by what they say.
func reasonsOf(run *Run, v Verdict) map[string]int {
	reasons := map[string]int{}
	for _, s := range run.Specs {
		if s.Verdict == v {
			reasons[Short(s.Message, headline)]++
		}
	}
	return reasons
}

func skipLines(w io.Writer, v Verdict, reasons map[string]int) {
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(w, "%s %d: %s\n", strings.ToUpper(string(v)), reasons[reason], reason)
	}
}

// indented returns a text whose further lines can't pass for lines of their own.
func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n           ") }

// MachinesText says, for a reader at a terminal, on which machines a run took place and
// how they differ. It is empty if the run took place on one machine.
func MachinesText(run *Run) []byte {
	var b bytes.Buffer
	textMachines(&b, printableRun(run))
	return b.Bytes()
}

// textMachines says where a run was, if it was on several machines.
func textMachines(w io.Writer, run *Run) {
	if len(run.Machines) < 2 {
		return
	}
	fmt.Fprintf(w, "machines: %s\n", Short(machinesText(run), 4*headline))
	for _, d := range DifferencesOf(run) {
		fmt.Fprintf(w, "machines differ: %s %s\n", d.What, Short(d.text(run), headline))
	}
}

func counts(run *Run) string {
	count := run.Count()
	var parts []string
	for _, v := range []Verdict{Pass, Warn, Fail, Error, Unsupported, Unobservable, Waived, NotRun} {
		parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
	}
	return fmt.Sprintf("%s in %.3f s, seed %d: %s", plural.Of(len(run.Specs), "spec"), run.Seconds, run.Seed,
		strings.Join(parts, ", "))
}

// standings lists the profiles, and where the run stands in each: one in a line, and
// those that are not claimed in the last.
func standings(rules []rule) string {
	var lines, unclaimed []string
	for _, p := range profilesOf(rules) {
		if p.Verdict == Unsupported {
			unclaimed = append(unclaimed, string(p.Name))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s", p.Name, p.Words()))
	}
	if len(unclaimed) > 0 {
		lines = append(lines, strings.Join(unclaimed, ", ")+" "+standingWords[Unsupported])
	}
	return strings.Join(lines, "\n          ")
}

func conclusion(run *Run) string {
	subject := "provider " + Short(run.Provider, headline)
	switch {
	case run.Explored != nil:
		o := outcomeOf(run, nil)
		return subject + ": " + strings.ToLower(o.Words[:1]) + o.Words[1:] + ": " + o.Detail
	case run.Incomplete != "":
		return subject + ": incomplete: " + run.Incomplete
	case run.Judged() == 0 && len(run.Fallen) == 0:
		return subject + ": nothing ran"
	case run.Conformant():
		return subject + ": conformant in what was selected"
	}
	return subject + ": not conformant"
}

// How many of a trace's first lines, where a stack says most, of its last lines, and
// of the last calls are shown at a terminal.
const (
	firstLines = 15
	lastLines  = 25
)

// shortened returns a spec as it is shown at a terminal.
func shortened(s Spec) Spec {
	s.Trace = shorten(s.Trace)
	if s.Program != nil {
		p := *s.Program
		p.Replay = shorten(p.Replay)
		s.Program = &p
	}
	s.Findings = slices.Clone(s.Findings)
	for i := range s.Findings {
		calls := &s.Findings[i].Calls
		*calls = (*calls)[max(0, len(*calls)-lastLines):]
	}
	return s
}

func shorten(trace string) string {
	lines := strings.Split(strings.TrimRight(trace, "\r\n"), "\n")
	left := len(lines) - firstLines - lastLines
	if left <= 0 {
		return trace
	}
	first := strings.Join(lines[:firstLines], "\n")
	last := strings.Join(lines[len(lines)-lastLines:], "\n")
	return fmt.Sprintf("%s\n… %s, which the other reports have …\n%s", first, plural.Of(left, "line"), last)
}
