package text

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

const (
	// screenLines is how many lines a first screen has at most: 40 with what is said on standard error.
	screenLines = 34
	// ScreenWidth is how wide its fields are at a terminal, in characters.
	ScreenWidth = 100
	// AnyWidth is how wide they may be elsewhere.
	AnyWidth = 1 << 16
	// linesMost is how many lines of a field are shown, reasonsMost how many reasons of a
	// verdict, and briefMost how many causes that are not shown in full are kept room for.
	linesMost   = 3
	reasonsMost = 3
	// namedBriefly is how many of the specs that found the same are named.
	namedBriefly = 3
	briefMost    = 4
	// incompleteMost is how many lines are shown of why a run did not reach its end.
	incompleteMost = 7
	// callsMost is how many calls are shown of those that led to a finding of the validation layer.
	callsMost = 6
)

// Screen writes what a reader at a terminal needs first of a run, in 36 lines at most, however much
// was found: the causes in the order in which to mend them, the first ones with the spec that shows
// them, what was seen and the command that repeats it, and the others in a line each; why specs were
// skipped, the counts, and the verdict. rest says where all of it is. Lines are about as wide as width at most.
func Screen(run *reports.Run, catalogue []requirement.Entry, rest string, width int) []byte {
	if run.Explored != nil {
		return Report(run, catalogue)
	}
	run = reports.PrintableRun(run)
	if run.Watched != nil {
		return watchedScreen(run, rest, width)
	}
	clipped := clipIncomplete(run)
	causes, warnings := reports.CausesOf(run), append(reports.WaivedOf(run), reports.WarningsOf(run)...)
	tail := screenTail(run, causes, reports.Judge(run, catalogue))
	if (len(causes)+len(warnings) > 0 || clipped) && rest != "" {
		tail = append(tail[:len(tail)-1:len(tail)-1], "the rest: "+rest, tail[len(tail)-1])
	}
	var head []string
	if len(causes) > 0 {
		head = []string{fmt.Sprintf("%s: %s%s", printable.Short(Conclusion(run), printable.Headline),
			plural.Of(len(causes), "cause"),
			orderWords(len(causes))), ""}
	}
	left := screenLines - len(head) - len(tail)
	shown := screenCauses(run, append(causes, warnings...), left, width)
	return printable.Inert([]byte(strings.Join(append(append(head, shown...), tail...), "\n") + "\n"))
}

// Beside writes what a reader at a terminal needs of a run that is held to an earlier one, as [Screen] does of others:
// what has changed, why specs were skipped, and the counts. Known failures are not shown.
func Beside(run *reports.Run, catalogue []requirement.Entry, changes []byte, rest string) []byte {
	run = reports.PrintableRun(run)
	clipIncomplete(run)
	tail := screenTail(run, reports.CausesOf(run), reports.Judge(run, catalogue))
	lines := append([]string{"compared with the baseline:"}, strings.Split(strings.TrimSpace(string(changes)), "\n")...)
	if room := max(screenLines-len(tail)-2, 5); len(lines) > room {
		last := len(lines) - 1
		more := fmt.Sprintf("… and %d more lines: %s", last-room+2, rest)
		lines = append(lines[:room-2:room-2], more, lines[last])
	}
	lines = append(append(lines, ""), tail...)
	return printable.Inert([]byte(strings.Join(lines, "\n") + "\n"))
}

// clipIncomplete leaves so much of why a run did not reach its end as there is room for, and reports
// whether that is not all.
func clipIncomplete(run *reports.Run) bool {
	lines := strings.Split(run.Incomplete, "\n")
	if len(lines) <= incompleteMost {
		return false
	}
	run.Incomplete = strings.Join(lines[:incompleteMost], "\n") + "\n…"
	return true
}

func orderWords(n int) string {
	if n == 1 {
		return ""
	}
	return ", in the order in which to mend them"
}

// screenCauses shows as many causes in full as there is room for, others in a line each, and how many
// more there are.
func screenCauses(run *reports.Run, causes []reports.Cause, room, width int) (lines []string) {
	full := 0
	for i, c := range causes {
		block := screenCause(run, c, width)
		others := 2 * min(len(causes)-i-1, briefMost)
		if i > 0 && len(lines)+len(block)+others+1 > room {
			break
		}
		lines = append(lines, block...)
		full++
	}
	brief := causes[full:]
	for i, c := range brief {
		line := screenLine(c, width)
		last := i == len(brief)-1
		if left := room - len(lines) - 1; len(line) > left || len(line) == left && !last {
			lines = append(lines, andMore(brief[i:]))
			break
		}
		lines = append(lines, line...)
	}
	if len(brief) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// andMore counts causes for which there is no room.
func andMore(list []reports.Cause) string {
	count := map[reports.Verdict]int{}
	for _, c := range list {
		count[c.Verdict]++
	}
	var parts []string
	for _, v := range []reports.Verdict{reports.Error, reports.Fail, reports.Waived, reports.Warn} {
		if n := count[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return fmt.Sprintf("… and %d more (%s)", len(list), strings.Join(parts, ", "))
}

// screenCause is a cause in full, with an empty line behind it.
func screenCause(run *reports.Run, c reports.Cause, width int) []string {
	s := c.Shown
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", strings.ToUpper(string(s.Verdict)), printable.Short(s.ID, printable.Headline))
	wrapped(&b, width, "cause", c.Common)
	for _, f := range s.Found()[:min(1, len(s.Found()))] {
		if !strings.HasPrefix(c.Common, printable.Short(f.Says, printable.Headline)) {
			wrapped(&b, width, "says", f.Says)
		}
		wrapped(&b, width, "expected", f.Expected)
		wrapped(&b, width, "seen", f.Seen)
		wrapped(&b, width, "besides", f.Besides)
	}
	if q, ok := c.Rule(run); ok && q.Rule != "" {
		wrapped(&b, width, "rule", reports.RuleLine(q))
	}
	alike, notRun := c.AlikeWords(namedBriefly), c.NotRunWords()
	wrapped(&b, width, "others", strings.Trim(notRun+"\n"+alike, "\n"))
	switch {
	case s.Party != "":
		printable.Field(&b, "calls", latest(s.Trace))
		wrapped(&b, width, "from", s.Place)
	case s.Verdict.Broken():
		wrapped(&b, width, "given", s.Given)
		printable.Field(&b, "repeat", reports.Repeat(run, s))
	}
	return strings.Split(b.String(), "\n")
}

// latest returns the last calls that led to a finding of the validation layer.
func latest(calls string) string {
	lines := strings.Split(calls, "\n")
	return strings.Join(lines[max(0, len(lines)-callsMost):], "\n")
}

// screenLine is a cause in one line, or in two if that is too wide for one.
func screenLine(c reports.Cause, width int) []string {
	head := fmt.Sprintf("%s %s", strings.ToUpper(string(c.Verdict)), printable.Short(c.Spec, width))
	title := printable.Short(c.Title, width-2)
	if n := len(c.Same); n > 0 {
		head += fmt.Sprintf(" (+%s)", plural.Of(n, "spec"))
	}
	if len([]rune(head+": "+title)) <= width {
		return []string{head + ": " + title}
	}
	return []string{head, "  " + title}
}

// screenTail is what follows the causes.
func screenTail(run *reports.Run, causes []reports.Cause, rules []reports.Rule) []string {
	var b bytes.Buffer
	screenSkipped(&b, run, causes)
	for i, problem := range run.WaiverProblems() {
		if i < reasonsMost || i == len(run.WaiverProblems())-1 {
			fmt.Fprintf(&b, "WAIVER %s\n", printable.Short(problem, printable.Headline))
		} else if i == reasonsMost {
			fmt.Fprintf(&b, "WAIVER … and %d more\n", len(run.WaiverProblems())-reasonsMost-1)
		}
	}
	summary(&b, run, rules)
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// screenSkipped counts the specs that could not judge, by reason as long as there are few reasons, or
// one if there are causes to be shown.
func screenSkipped(b *bytes.Buffer, run *reports.Run, causes []reports.Cause) {
	most := reasonsMost
	if !run.Conformant() {
		most = 1
	}
	for _, v := range []reports.Verdict{reports.Unsupported, reports.Unobservable, reports.NotRun} {
		reasons := reasonsOf(run, v, causes)
		if len(reasons) <= most {
			skipLines(b, v, reasons)
			continue
		}
		sum, first := 0, ""
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			sum += reasons[reason]
			if first == "" || reasons[reason] > reasons[first] {
				first = reason
			}
		}
		fmt.Fprintf(b, "%s %d, for %d reasons; the most common (%d): %s\n", strings.ToUpper(string(v)), sum,
			len(reasons), reasons[first], first)
	}
}

// wrapped is field of at most [linesMost] lines of a width.
func wrapped(b *bytes.Buffer, width int, label, text string) {
	const indent = 11 // that of a field
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n "), "\n") {
		lines = append(lines, fold(line, width-indent)...)
	}
	if len(lines) > linesMost {
		lines = lines[:linesMost]
		lines[linesMost-1] = printable.Short(lines[linesMost-1], width-indent-2) + " …"
	}
	printable.Field(b, label, strings.Join(lines, "\n"))
}

// fold breaks a line at spaces, so that no part is wider unless it has none.
func fold(line string, width int) (parts []string) {
	current := ""
	for _, word := range strings.Fields(line) {
		if current != "" && len([]rune(current))+1+len([]rune(word)) > width {
			parts = append(parts, current)
			current = ""
		}
		current = strings.TrimSpace(current + " " + word)
	}
	return append(parts, cmp.Or(current, ""))
}
