package compare

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/printable"
)

// A job summary of GitHub Actions may have 1 MiB, which this shares with others.
const markdownMost = 256 << 10

// Markdown writes a comparison as a part of a job summary. It is never larger than a quarter of what such a
// summary may be, and says what it left out.
func Markdown(c *Comparison) []byte {
	var b strings.Builder
	icon := map[Outcome]string{Passed: "✅", Worse: "❌", Unknown: "❔"}[c.Outcome()]
	verdict := printable.Short(c.Verdict(), lineMost)
	fmt.Fprintf(&b, "## %s %s\n\n", icon, printable.Markdown(strings.ToUpper(verdict[:1])+verdict[1:]))
	for _, s := range c.Slower {
		fmt.Fprintf(&b, "- %s\n", printable.Markdown(printable.Short(s.Words(), lineMost)))
	}
	for _, s := range c.Olds {
		fmt.Fprintf(&b, "- Old: %s\n", printable.Markdown(s.line()))
	}
	fmt.Fprintf(&b, "- New: %s\n", printable.Markdown(c.New.line()))
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "- Differs in %s\n", printable.Markdown(printable.Short(d, lineMost)))
	}
	for _, n := range c.Notes() {
		fmt.Fprintf(&b, "- Note: %s\n", printable.Markdown(n))
	}
	for _, class := range Classes() {
		markdownClass(&b, class, c.Of(class))
	}
	return []byte(b.String())
}

func markdownClass(b *strings.Builder, class Class, changes []Change) {
	if len(changes) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n| measurement | before | now | |\n| --- | ---: | ---: | --- |\n", headings[class])
	for i, one := range changes {
		before, now, words := "", "", one.Because
		if one.Old != 0 || one.New != 0 {
			before, now = one.value(one.Old), one.value(one.New)
			words = one.SlowerWords()
			if one.Because != "" {
				words += "; " + one.Because
			}
		}
		row := fmt.Sprintf("| <code>%s</code> | %s | %s | %s |\n", printable.Markdown(printable.Short(one.Name, nameMost)),
			before, now, printable.Markdown(printable.Short(words, lineMost)))
		if b.Len()+len(row) > markdownMost {
			fmt.Fprintf(b, "\nLeft out for want of room: %d more.\n", len(changes)-i)
			return
		}
		b.WriteString(row)
	}
}
