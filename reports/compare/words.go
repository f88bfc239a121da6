package compare

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

// headings are the classes as they appear in headings.
var headings = map[Class]string{
	Regression: "Regressions", Repaired: "Repaired", New: "New", Gone: "Gone",
	Verdict: "Changed in verdict", Message: "Changed in message", Slower: "Slower", Faster: "Faster",
}

func (s Subject) provider() string { return strings.TrimSpace(s.Provider + " " + s.ProviderVersion) }

func subjectLine(s Subject) string {
	line := fmt.Sprintf("%s: %s, %s, %s, ndconform %s", s.Name, s.provider(), plural.Of(s.Specs, "spec"), s.Started,
		s.Version)
	if s.Runs > 1 {
		line += fmt.Sprintf(", the last of %d runs", s.Runs)
	}
	return line
}

// named lists the ids of the first changes.
func named(changes []Change) string {
	var ids []string
	for _, one := range changes {
		ids = append(ids, one.ID)
	}
	return document.FirstOf(ids)
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

// words says in one line what changed.
func (c Change) words() string {
	switch c.Class {
	case Slower, Faster:
		return seconds3(c.Old.Seconds) + " → " + seconds3(c.New.Seconds)
	case Message:
		return "still " + c.New.verdict() + ", for another reason"
	case Regression, Repaired, New, Gone, Verdict:
	}
	return c.Old.verdict() + " → " + c.New.verdict()
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
