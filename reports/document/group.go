package document

import (
	"fmt"
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
	// Because explains the words.
	Because string
	Fields  []Field
	// Open and Told say that a page shows it in full on a screen and on paper.
	Open, Told bool
}

// A Field is a part of a detail, with the label that a page gives it. An empty text is left out.
type Field struct {
	Label, OnPage, Text string
	// Command says that the text is one, and is not clipped.
	Command bool
}

// Parts are the words of a command.
func (f Field) Parts() []string { return strings.Fields(printable.Short(f.Text, factMost)) }

// A Fold names details. One that is Brief may have hundreds, so that a text names only the first of them.
type Fold struct {
	Words   string
	Brief   bool
	Details []Detail
}

const (
	foldMost   = 200 // details of a fold that Markdown lists
	labelWidth = 6   // of the labels of fields
)

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
			printable.FieldOf(w, labelWidth, "spec", line(d.Title))
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

func (d *Detail) writeFields(w io.Writer) {
	for _, f := range d.Fields {
		printable.FieldOf(w, labelWidth, f.Label, strings.TrimSpace(printable.Text(f.Text)))
	}
}

// markdown writes what there is room for: details in boxes to be opened.
func (g *Group) markdown(b *strings.Builder) {
	left, head := 0, "\n"
	if g.Heading != "" {
		head = fmt.Sprintf("\n**%s**\n\n%s\n\n", inert(g.Heading), inert(g.Note))
	}
	write := func(part string, n int) {
		if b.Len()+len(head)+len(part) > MarkdownMost {
			left += n
			return
		}
		b.WriteString(head + part)
		head = ""
	}
	for _, d := range g.Details {
		write(d.markdown(), 1)
	}
	for _, f := range g.Folds {
		write(f.markdown(), len(f.Details))
	}
	if left > 0 {
		leftOut(b, left)
	}
}

func (d *Detail) markdown() string {
	var fields strings.Builder
	d.writeFields(&fields)
	return fmt.Sprintf("<details><summary><code>%s</code> %s</summary>\n\n%s\n\n<pre>%s</pre>\n\n</details>\n\n",
		inert(d.ID), printable.Markdown(d.because()), inert(d.Title), printable.Markdown(fields.String()))
}

func (f *Fold) markdown() string {
	var lines strings.Builder
	for _, d := range f.Details[:min(len(f.Details), foldMost)] {
		fmt.Fprintf(&lines, "- <code>%s</code> %s\n", inert(d.ID), printable.Markdown(d.because()))
	}
	if left := len(f.Details) - foldMost; left > 0 {
		leftOut(&lines, left)
	}
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s\n</details>\n\n", inert(f.Words), lines.String())
}
