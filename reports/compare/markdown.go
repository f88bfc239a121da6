package compare

import (
	"fmt"
	"html"
	"strings"

	"github.com/ndconform/ndconform/reports/printable"
)

// A job summary of GitHub Actions may have 1 MiB, which this shares with the run's own
// summary.
const (
	markdownMost    = 256 << 10
	markdownMessage = 2 << 10
)

// headings are the classes as they appear in headings.
var headings = map[Class]string{
	Regression: "Regressions", Repaired: "Repaired", New: "New", Gone: "Gone",
	Verdict: "Changed in verdict", Message: "Changed in message", Slower: "Slower", Faster: "Faster",
}

// Markdown writes a comparison as a part of a job summary: the regressions by their
// causes, one of each in a box, the other changes in lists. It is never larger than a quarter of what such a
// summary may be, and says what it left out.
func Markdown(c *Comparison) []byte {
	var b strings.Builder
	title := "✅ No regression"
	if c.Regressed() {
		title = "❌ Regressions"
	}
	fmt.Fprintf(&b, "## %s\n\n", title)
	for _, s := range []struct {
		name string
		of   Subject
	}{{"Old", c.Old}, {"New", c.New}} {
		fmt.Fprintf(&b, "- %s: %s\n", s.name, printable.Markdown(subjectLine(s.of)))
	}
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "- Differs in %s\n", printable.Markdown(printable.Short(d, lineMost)))
	}
	fmt.Fprintf(&b, "\n%s\n", printable.Markdown(c.Summary()))
	if c.Broken != "" {
		fmt.Fprintf(&b, "\n**%s**\n", printable.Markdown(printable.Short(c.Broken, lineMost)))
	}
	markdownRegressions(&b, bundles(c.Causes, c.Of(Regression)))
	for _, class := range Classes()[1:] {
		markdownClass(&b, class, c.Of(class))
	}
	markdownUnsteady(&b, c.Unsteady)
	return []byte(b.String())
}

func markdownClass(b *strings.Builder, class Class, changes []Change) {
	if len(changes) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", headings[class])
	left := len(changes)
	for _, one := range alikes(changes) {
		text := markdownLine(one.shown)
		if words := one.otherWords(); words != "" {
			text = strings.TrimSuffix(text, "\n") + "; alike " + printable.Markdown(words) + "\n"
		}
		if b.Len()+len(text) > markdownMost {
			markdownLeft(b, left)
			return
		}
		b.WriteString(text)
		left -= 1 + len(one.others)
	}
}

func markdownLeft(b *strings.Builder, n int) {
	fmt.Fprintf(b, "\nLeft out for want of room: %d more.\n", n)
}

// markdownRegressions writes regressions by their causes, one of each in full.
func markdownRegressions(b *strings.Builder, list []bundle) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n", headings[Regression])
	left := 0
	for _, one := range list {
		heading := ""
		if len(list) > 1 || !one.own() {
			heading = fmt.Sprintf("**%s**\n\n%s\n\n", printable.Markdown(one.heading()), printable.Markdown(one.about()))
		}
		for _, c := range one.shown {
			left += markdownPart(b, heading+markdownBox(one.told(c)), 1)
			heading = ""
		}
		left += markdownPart(b, heading+markdownFold(one.otherWords(len(one.others)), one.others), len(one.others))
		left += markdownPart(b, markdownFold(one.blockedWords(len(one.blocked)), one.blocked), len(one.blocked))
	}
	if left > 0 {
		markdownLeft(b, left)
	}
}

// markdownPart writes a part with n changes if there is room for it, and returns how many
// have none.
func markdownPart(b *strings.Builder, part string, n int) (left int) {
	if b.Len()+len(part) > markdownMost {
		return n
	}
	b.WriteString(part)
	return 0
}

// foldMost is how many changes a fold lists.
const foldMost = 200

// markdownFold folds up changes under what they are; none are no text.
func markdownFold(words string, changes []Change) string {
	if len(changes) == 0 {
		return ""
	}
	var lines strings.Builder
	for _, one := range changes[:min(len(changes), foldMost)] {
		lines.WriteString(markdownLine(one))
	}
	if left := len(changes) - foldMost; left > 0 {
		markdownLeft(&lines, left)
	}
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s\n</details>\n\n", words, lines.String())
}

func markdownLine(c Change) string {
	return fmt.Sprintf("- <code>%s</code> %s\n", printable.Markdown(printable.Short(c.ID, lineMost)),
		printable.Markdown(printable.Short(c.Words(), lineMost)))
}

func markdownBox(c Change) string {
	var text strings.Builder
	for _, row := range []struct{ label, text string }{
		{"says", c.New.message()},
		{"said", c.Old.message()},
		{"repeat", c.Repeat},
	} {
		textRow(&text, row.label, printable.Clip(row.text, markdownMessage))
	}
	return fmt.Sprintf("<details><summary><code>%s</code> %s</summary>\n\n%s\n\n<pre>%s</pre>\n\n</details>\n\n",
		printable.Markdown(printable.Short(c.ID, lineMost)), printable.Markdown(c.Words()),
		printable.Markdown(printable.Short(c.Title, lineMost)), html.EscapeString(text.String()))
}

func markdownUnsteady(b *strings.Builder, list []Unsteady) {
	if len(list) == 0 {
		return
	}
	fmt.Fprint(b, "\n### Unsteady\n\n")
	for _, u := range list {
		if b.Len() > markdownMost {
			return
		}
		fmt.Fprintf(b, "- <code>%s</code> %s\n", printable.Markdown(printable.Short(u.ID, lineMost)), u.words())
	}
}
