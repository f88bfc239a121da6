package compare

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	counted "github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// Text writes a comparison for a reader at a terminal: what was compared, the regressions by
// their causes, one of each in full, the other changes in one line each, and the counts.
func Text(c *Comparison) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "old  %s\nnew  %s\n", subjectLine(c.Old), subjectLine(c.New))
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "differs in %s\n", printable.Short(d, lineMost))
	}
	fmt.Fprintln(&b)
	if c.Broken != "" {
		fmt.Fprintf(&b, "REGRESSION the run: %s\n\n", printable.Short(c.Broken, lineMost))
	}
	for _, one := range bundles(c.Causes, c.Of(Regression)) {
		textBundle(&b, one)
	}
	for _, class := range Classes()[1:] {
		of := c.Of(class)
		for _, one := range alikes(of) {
			textChange(&b, one.shown)
			textRow(&b, "alike", one.otherWords())
		}
		if len(of) > 0 {
			fmt.Fprintln(&b)
		}
	}
	for _, u := range c.Unsteady {
		fmt.Fprintf(&b, "UNSTEADY %s: %s\n", u.ID, u.words())
	}
	if len(c.Unsteady) > 0 {
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "%s\n", c.Summary())
	return []byte(printable.Text(b.String()))
}

const (
	lineMost = 300  // runes of a message in one line
	textMost = 4096 // bytes of a message in full
)

func subjectLine(s Subject) string {
	provider := strings.TrimSpace(s.Provider + " " + s.ProviderVersion)
	line := fmt.Sprintf("%s: %s, %s, %s, ndconform %s", s.Name, provider, counted.Of(s.Specs, "spec"), s.Started,
		s.Version)
	if s.Runs > 1 {
		line += fmt.Sprintf(", the last of %d runs", s.Runs)
	}
	return printable.Short(line, lineMost)
}

// textBundle writes the regressions of a cause: one in full, the others in a line each, and those that
// were not run, which may be hundreds, in one.
func textBundle(w io.Writer, b bundle) {
	if b.own() {
		for _, one := range b.shown {
			textChange(w, one)
			fmt.Fprintln(w)
		}
		return
	}
	fmt.Fprintf(w, "CAUSE %s\n  %s\n", b.heading(), b.about())
	for _, one := range b.shown {
		textChange(w, b.told(one))
	}
	for _, one := range b.others {
		textHead(w, one)
	}
	if len(b.blocked) > 0 {
		fmt.Fprintf(w, "REGRESSION %s: %s\n", b.blockedWords(len(b.blocked)), named(b.blocked))
	}
	fmt.Fprintln(w)
}

// named lists the ids of the first changes.
func named(changes []Change) string {
	const most = 8
	var ids []string
	for _, one := range changes[:min(len(changes), most)] {
		ids = append(ids, printable.Short(one.ID, lineMost))
	}
	if len(changes) > most {
		ids = append(ids, "…")
	}
	return strings.Join(ids, ", ")
}

func textHead(w io.Writer, c Change) {
	fmt.Fprintf(w, "%s %s: %s\n", strings.ToUpper(string(c.Class)), c.ID, c.Words())
}

func textChange(w io.Writer, c Change) {
	textHead(w, c)
	switch c.Class {
	case Regression:
		textRow(w, "spec", c.Title)
		textRow(w, "says", c.New.message())
		textRow(w, "said", c.Old.message())
		textRow(w, "repeat", c.Repeat)
	case Message:
		textRow(w, "says", printable.Short(c.New.message(), lineMost))
		textRow(w, "said", printable.Short(c.Old.message(), lineMost))
	case Verdict:
		textRow(w, "says", printable.Short(c.New.message(), lineMost))
	case Repaired, New, Gone, Slower, Faster:
	}
}

// textRow writes a labeled text with its further lines aligned under the first; an
// empty text is left out.
func textRow(w io.Writer, label, text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(printable.Clip(text, textMost), "\n") {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-6s %s", label, line), " \r"))
		label = ""
	}
}

func (o *Outcome) message() string {
	if o == nil {
		return ""
	}
	return o.Message
}

// verdict returns the verdict of an outcome, or "none" for a spec that is not there.
func (o *Outcome) verdict() string {
	if o == nil {
		return "none"
	}
	return string(o.Verdict)
}

// Words says in one line what changed.
func (c Change) Words() string {
	text := c.Old.verdict() + " → " + c.New.verdict()
	switch c.Class {
	case Slower, Faster:
		text = seconds3(c.Old.Seconds) + " → " + seconds3(c.New.Seconds)
	case Message:
		text = "still " + c.New.verdict() + ", for another reason"
	case Regression, Repaired, New, Gone, Verdict:
	}
	if c.Because != "" {
		text += " (" + c.Because + ")"
	}
	return text
}

func (u Unsteady) words() string {
	return fmt.Sprintf("before %s, now %s", reports.CountWords(u.Old), reports.CountWords(u.New))
}

// countWords are the classes as they appear in counts.
var countWords = map[Class]string{
	Regression: "regressed", Repaired: "repaired", New: "new", Gone: "gone",
	Verdict: "with another verdict", Message: "with another message", Slower: "slower", Faster: "faster",
}

// Summary counts the changes, in one line.
func (c *Comparison) Summary() string {
	var parts []string
	for _, class := range Classes() {
		part := fmt.Sprintf("%d %s", len(c.Of(class)), countWords[class])
		if class == Regression && len(c.Causes) > 0 {
			part += " by " + frame.Count(c.countCauses(), "cause", "causes")
		}
		parts = append(parts, part)
	}
	line := "specs: " + strings.Join(parts, ", ")
	if c.StillNotRun > 0 {
		line += fmt.Sprintf(", %d still not run", c.StillNotRun)
	}
	if pace := c.paceWords(); pace != "" {
		line += "; " + pace
	}
	return line
}

// paceWords says how long specs took, if that is worth saying.
func (c *Comparison) paceWords() string {
	const slow, fast = 1.5, 1 / 1.5
	if c.Pace == 0 || c.Pace > fast && c.Pace < slow {
		return ""
	}
	return fmt.Sprintf("a spec took %.1f times as long as before in the median", c.Pace)
}
