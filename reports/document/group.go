package document

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// A Group has details with something in common: some in full, and others folded up.
type Group struct {
	// Kind begins the group in a text, which leaves out the heading without it.
	Kind, Heading, Note string
	Details             []Detail
	Folds               []Fold
}

// A Detail says all about one thing: on a page it opens with a click.
type Detail struct {
	Verdict reports.Verdict
	// Kind begins the detail in a text, and Words are what is said of it in a line.
	Kind, ID, Title, Words string
	// Because explains the words, and Rules are what it breaks, in Markdown.
	Because string
	Rules   []Rule
	Fields  []Field
	// Others counts what the detail stands for besides.
	Others int
	// Open and Told say that a page shows it in full on a screen and on paper.
	Open, Told bool
}

// A Rule is quoted, with its source.
type Rule struct{ Says, Source string }

// A Field is a part of a detail, with the label that a page gives it. An empty text is left out.
type Field struct {
	Label, OnPage, Text string
	// Command says that the text is one, and is not clipped.
	Command bool
}

// Parts are the words of a command.
func (f Field) Parts() []string { return strings.Fields(printable.Short(f.Text, factMost)) }

// A Fold names details. One that is Brief may have hundreds, so that a text names only the first of them. Items are in
// Markdown alone.
type Fold struct {
	Verdict reports.Verdict
	Words   string
	Brief   bool
	Details []Detail
	Items   []string
}

// foldMost is how many details of a fold Markdown lists.
const foldMost = 200

// because is what is said of a detail, and why.
func (d *Detail) because() string {
	if d.Because == "" {
		return line(d.Words)
	}
	return line(d.Words + " (" + d.Because + ")")
}

// text writes a group with an empty line after it. Details in full have one each, unless the group has a heading.
func (g *Group) text(w io.Writer) {
	if g.Kind != "" {
		fmt.Fprintf(w, "%s %s\n  %s\n", strings.ToUpper(line(g.Kind)), line(g.Heading), line(g.Note))
	}
	for i, d := range g.Details {
		d.headline(w)
		if len(d.Fields) > 0 {
			printable.FieldOf(w, d.width(), "spec", line(d.Title))
		}
		d.writeFields(w)
		if g.Kind == "" && len(d.Fields) > 0 && i < len(g.Details)-1 {
			fmt.Fprintln(w)
		}
	}
	for _, f := range g.Folds {
		f.text(w)
	}
	fmt.Fprintln(w)
}

func (f *Fold) text(w io.Writer) {
	if f.Brief {
		var ids []string
		for _, d := range f.Details {
			ids = append(ids, line(d.ID))
		}
		fmt.Fprintf(w, "%s %s: %s\n", strings.ToUpper(line(f.Details[0].Kind)), line(f.Words), FirstOf(ids))
		return
	}
	for _, d := range f.Details {
		d.headline(w)
	}
}

// FirstOf names the first of many.
func FirstOf(ids []string) string {
	const most = 8
	if len(ids) > most {
		ids = append(ids[:most:most], "…")
	}
	return strings.Join(ids, ", ")
}

func (d *Detail) headline(w io.Writer) {
	fmt.Fprintf(w, "%s %s: %s\n", strings.ToUpper(line(d.Kind)), line(d.ID), d.because())
}

// width is that of the labels.
func (d *Detail) width() int {
	const least = 6
	width := least
	for _, f := range d.Fields {
		width = max(width, len(f.Label))
	}
	return width
}

func (d *Detail) writeFields(w io.Writer) {
	for _, f := range d.Fields {
		printable.FieldOf(w, d.width(), f.Label, strings.TrimSpace(printable.Text(f.Text)))
	}
}

// markdown writes what there is room for, but leaves some to what follows: details in boxes to be opened.
func (g *Group) markdown(b *summary) {
	left, head := 0, "\n"
	if g.Heading != "" {
		head = fmt.Sprintf("\n**%s**\n\n%s\n\n", inert(g.Heading), inert(g.Note))
	}
	write := func(part string, n int) {
		if b.Len()+len(head)+len(part) > b.most-b.most/8 {
			left += n
			return
		}
		b.WriteString(head + part)
		head = ""
	}
	for _, d := range g.Details {
		write(d.markdown(), 1+d.Others)
	}
	for _, f := range g.Folds {
		write(f.markdown(), len(f.Details)+len(f.Items))
	}
	if left > 0 {
		b.leftOut(left)
	}
}

// markdown writes a box. Preformatted text is written as HTML that begins on a new line after an empty one: then only
// its end tag ends it, whatever it contains.
func (d *Detail) markdown() string {
	var b strings.Builder
	head := fmt.Sprintf("%s <code>%s</code> %s", Mark(d.Verdict), inert(d.ID), printable.Markdown(d.because()))
	fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n", strings.TrimSpace(head))
	if d.Title != "" {
		fmt.Fprintf(&b, "%s\n\n", inert(d.Title))
	}
	for _, r := range d.Rules {
		fmt.Fprintf(&b, "> %s<br>\n> <sub>%s</sub>\n\n", inertFact(r.Says), inertFact(r.Source))
	}
	var fields strings.Builder
	d.writeFields(&fields)
	fmt.Fprintf(&b, "<pre>%s</pre>\n\n</details>\n\n", html.EscapeString(fields.String()))
	return b.String()
}

func (f *Fold) markdown() string {
	var lines summary
	for _, d := range f.Details[:min(len(f.Details), foldMost)] {
		fmt.Fprintf(&lines, "- <code>%s</code> %s\n", inert(d.ID), printable.Markdown(d.because()))
	}
	if left := len(f.Details) - foldMost; left > 0 {
		lines.leftOut(left)
	}
	for _, item := range f.Items {
		fmt.Fprintf(&lines, "- %s\n", inert(item))
	}
	words := strings.TrimSpace(Mark(f.Verdict) + " " + inert(f.Words))
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s\n</details>\n\n", words, lines.String())
}
