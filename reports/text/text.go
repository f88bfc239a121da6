// Package text writes a run for a reader at a terminal.
package text

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

// Report writes run for a reader at a terminal: each failure and error with its rule,
// source and the command that repeats it, the warnings and waivers, why specs were
// skipped, the counts, and where the run stands in each profile of the catalogue.
func Report(run *reports.Run, catalogue []requirement.Entry) []byte {
	run = reports.PrintableRun(run)
	var b bytes.Buffer
	rules := reports.Judge(run, catalogue)
	if run.Watched != nil {
		watched(&b, run)
		return printable.Inert(b.Bytes())
	}
	causes := reports.CausesOf(run)
	for _, c := range causes {
		WriteCause(&b, run, c)
	}
	for _, s := range run.Specs {
		if s.Verdict == reports.Waived {
			WriteEvidence(&b, run, shortened(s))
		}
	}
	for _, c := range reports.WarningsOf(run) {
		WriteCause(&b, run, c)
	}
	skipped(&b, run, causes)
	for _, problem := range run.WaiverProblems() {
		fmt.Fprintf(&b, "WAIVER %s\n", printable.Short(problem, printable.Headline))
	}
	if run.Explored != nil {
		explored(&b, run)
		return printable.Inert(b.Bytes())
	}
	summary(&b, run, rules)
	return printable.Inert(b.Bytes())
}

// summary writes the counts, where the run stands in each profile, and the verdict.
func summary(b *bytes.Buffer, run *reports.Run, rules []reports.Rule) {
	fmt.Fprintf(b, "%s\n", Counts(run))
	if codes := run.CodeCounts(); codes != "" {
		fmt.Fprintf(b, "codes: %s\n", printable.Short(codes, printable.Headline))
	}
	machines(b, run)
	if by := run.WentBy(); len(by) > 1 { // more than how many workers there were
		fmt.Fprintf(b, "went by: %s\n", strings.Join(by, "; "))
	}
	inputs(b, run)
	if run.Repeats != nil {
		fmt.Fprintf(b, "repeats: %s\n", printable.Short(run.Repeats.Words(), printable.Headline))
	}
	if !run.Filtered() {
		fmt.Fprintf(b, "profiles: %s\n", standings(rules))
	}
	if method := firstToWrite(run); method != "" {
		fmt.Fprintf(b, "next: nothing can be judged before %s succeeds; docs/writing-a-provider.md has the order in which "+
			"to implement\n", method)
	}
	if waived := run.WaivedWords(); reports.OutcomeOf(run, rules).Words == "Conformant"+waived {
		fmt.Fprintf(b, "provider %s: conformant%s\n", printable.Short(run.Provider, printable.Headline), waived)
	} else {
		fmt.Fprintf(b, "%s\n", Indented(Conclusion(run)))
	}
}

// methodName matches a method of ND2 as the documents name it.
var methodName = regexp.MustCompile(`IND2[A-Za-z]+::[A-Za-z]+`)

// firstToWrite names the method by which the provider could not be put under test, if that is why nothing was judged.
func firstToWrite(run *reports.Run) string {
	if run.Judged() > 0 {
		return ""
	}
	return methodName.FindString(run.Incomplete)
}

// inputs writes what the run went by besides its command line. No input takes the room of another.
func inputs(w io.Writer, run *reports.Run) {
	var words []string
	for _, i := range run.Environment.Inputs {
		words = append(words, printable.Short(i.String(), printable.Headline))
	}
	if len(words) > 0 {
		fmt.Fprintf(w, "inputs: %s\n", strings.Join(words, "; "))
	}
}

// WriteCause writes one of the specs that found the same.
func WriteCause(b *bytes.Buffer, run *reports.Run, c reports.Cause) {
	WriteEvidence(b, run, shortened(c.Shown))
	if others := c.Others(); others != "" {
		b.Truncate(b.Len() - 1) // the empty line
		printable.Field(b, "others", others)
		fmt.Fprintln(b)
	}
}

// Line returns a spec's verdict and message, in one line.
func Line(s reports.Spec) string {
	line := fmt.Sprintf("%s %s: %s", strings.ToUpper(string(s.Verdict)), printable.Short(s.ID, printable.Headline),
		printable.Short(s.Message, printable.Headline))
	return string(printable.Inert([]byte(line)))
}

// skipped counts, by reason, the specs that could not judge.
func skipped(w io.Writer, run *reports.Run, causes []reports.Cause) {
	for _, v := range []reports.Verdict{reports.Unsupported, reports.Unobservable, reports.NotRun} {
		skipLines(w, v, reasonsOf(run, v, causes))
	}
}

// reasonsOf counts the specs with a verdict by what they say, and sends the reader to the spec shown of a cause.
func reasonsOf(run *reports.Run, v reports.Verdict, causes []reports.Cause) map[string]int {
	reasons, shown := map[string]int{}, reports.ShownFor(causes)
	for _, s := range run.Specs {
		if s.Verdict != v {
			continue
		}
		says := s.Message
		if before, ok := strings.CutSuffix(says, "; see "+s.CauseSpec); ok && shown[s.CauseSpec] != "" {
			says = before + "; see " + shown[s.CauseSpec]
		}
		reasons[printable.Short(says, printable.Headline)]++
	}
	return reasons
}

func skipLines(w io.Writer, v reports.Verdict, reasons map[string]int) {
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(w, "%s %d: %s\n", strings.ToUpper(string(v)), reasons[reason], reason)
	}
}

// Indented returns a text whose further lines can't pass for other lines of the report.
func Indented(text string) string { return strings.ReplaceAll(text, "\n", "\n           ") }

// Machines says, for a reader at a terminal, on which machines a run took place and
// how they differ. It is empty if the run took place on one machine.
func Machines(run *reports.Run) []byte {
	var b bytes.Buffer
	machines(&b, reports.PrintableRun(run))
	return b.Bytes()
}

// machines says where a run was, if it was on several machines.
func machines(w io.Writer, run *reports.Run) {
	if len(run.Machines) < 2 {
		return
	}
	fmt.Fprintf(w, "machines: %s\n", printable.Short(reports.MachineCounts(run), 4*printable.Headline))
	for _, d := range reports.DifferencesOf(run) {
		fmt.Fprintf(w, "machines differ: %s %s\n", d.What, printable.Short(d.Text(run), printable.Headline))
	}
}

// Counts says in one line how many specs have which verdict.
func Counts(run *reports.Run) string {
	count := run.Count()
	var parts []string
	for _, v := range []reports.Verdict{
		reports.Pass, reports.Warn, reports.Fail, reports.Error, reports.Unsupported,
		reports.Unobservable, reports.Waived, reports.NotRun,
	} {
		parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
	}
	return fmt.Sprintf("%s in %.3f s, %s: %s", plural.Of(len(run.Specs), "spec"), run.Seconds,
		reports.SeedWords(run.Seed, run.Drawing, run.Challenge),
		strings.Join(parts, ", "))
}

// standings lists the profiles, and where the run stands in each: one in a line, and
// those that are not claimed in the last.
func standings(rules []reports.Rule) string {
	var lines, unclaimed []string
	for _, p := range reports.ProfilesOf(rules) {
		if p.Verdict == reports.Unsupported {
			unclaimed = append(unclaimed, string(p.Name))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s %s", p.Name, p.Words()))
	}
	if len(unclaimed) > 0 {
		lines = append(lines, strings.Join(unclaimed, ", ")+" "+reports.StandingWords[reports.Unsupported])
	}
	return strings.Join(lines, "\n          ")
}

// Conclusion says what a run came to.
func Conclusion(run *reports.Run) string {
	subject := "provider " + printable.Short(run.Provider, printable.Headline)
	switch {
	case run.Watched != nil:
		return reports.OutcomeOf(run, nil).Detail
	case run.Explored != nil:
		o := reports.OutcomeOf(run, nil)
		return subject + ": " + strings.ToLower(o.Words[:1]) + o.Words[1:] + ": " + o.Detail
	case run.Incomplete != "":
		return subject + ": incomplete: " + run.Incomplete
	case run.Judged() == 0 && len(run.FailedPrerequisites) == 0:
		return subject + ": nothing ran"
	case reports.TooLittle(run) != "":
		return subject + ": " + reports.TooLittle(run)
	case run.Conformant():
		return subject + ": conformant in what was selected" + run.WaivedWords()
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
func shortened(s reports.Spec) reports.Spec {
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
