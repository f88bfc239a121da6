package document

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/printable"
)

// MarkdownMost is the size of a document in Markdown, in bytes: a job summary of GitHub Actions may have 1 MiB, which
// several share.
const MarkdownMost = 256 << 10

// A summary is a document in Markdown, of most bytes at the most.
type summary struct {
	strings.Builder
	most int
}

// AsMarkdown writes a document as a part of a job summary. Tables, lists and groups end where it has its size, and say
// how much they left out.
func AsMarkdown(d *Document) []byte {
	b := &summary{most: cmp.Or(d.Most, MarkdownMost)}
	fmt.Fprintf(b, "## %s\n", strings.TrimSpace(Mark(d.Verdict)+" "+inert(Upper(d.Title))))
	b.blocks(d.Lead)
	for _, s := range d.Sections {
		blocks := within(Markdown, s.Blocks)
		if len(blocks) > 0 && s.Title != "" {
			fmt.Fprintf(b, "\n### %s\n", inert(s.Title))
		}
		b.blocks(blocks)
	}
	return printable.Inert([]byte(b.String()))
}

func inert(text string) string { return printable.Markdown(line(text)) }

// inertFact is inert for what may be longer.
func inertFact(text string) string { return printable.Markdown(printable.Short(text, factMost)) }

func (b *summary) blocks(blocks []Block) {
	for _, one := range within(Markdown, blocks) {
		switch {
		case one.List != nil:
			b.list(*one.List)
		case one.Group != nil:
			one.Group.markdown(b)
		case one.Table != nil:
			one.Table.markdown(b)
		case one.Tables != nil:
			for i := range one.Tables {
				one.Tables[i].markdown(b)
			}
		case one.Facts != nil:
			var list List
			for _, f := range one.Facts {
				list.Items = append(list.Items, f.Name+": "+f.Value)
			}
			b.list(list)
		case one.Heading != "":
			fmt.Fprintf(b, "\n**%s**\n", inert(one.Heading))
		default:
			fmt.Fprintf(b, "\n%s\n", inertFact(one.Line+one.Note))
		}
	}
}

func (b *summary) list(l List) {
	b.WriteString("\n")
	if l.Line != "" {
		fmt.Fprintf(b, "%s\n\n", inert(l.Line))
	}
	for i, item := range l.Items {
		if !b.room("- "+inertFact(item)+"\n", len(l.Items)-i) {
			return
		}
	}
}

// markdown writes a table with all its columns of words and figures.
func (t *Table) markdown(b *summary) {
	head, rule := "|", "|"
	at := t.filled()
	for _, i := range at {
		head += " " + strings.TrimSpace(Mark(t.Columns[i].Verdict)+" "+inert(t.Columns[i].Head)) + " |"
		if t.Columns[i].Number {
			rule += " ---: |"
		} else {
			rule += " --- |"
		}
	}
	fmt.Fprintf(b, "\n%s\n%s\n", head, rule)
	for n, r := range t.Rows {
		row := "|"
		for _, i := range at {
			row += " " + r.Cells[i].markdown() + " |"
		}
		if !b.room(row+"\n", len(t.Rows)-n) {
			return
		}
	}
}

func (c Cell) markdown() string {
	text := inert(c.clipped())
	if c.Long {
		text = inertFact(c.Text)
	}
	if c.ID || c.Code {
		text = "<code>" + text + "</code>"
	}
	text += inert(c.others())
	if len(c.Others) > 0 {
		text += inert(": " + FirstOf(c.Others))
	}
	for _, n := range c.Notes {
		text += "<br>" + n.markdown()
	}
	return strings.TrimSpace(Mark(c.Verdict) + " " + text)
}

// room writes text if there is room for it, and else how many more there are.
func (b *summary) room(text string, left int) bool {
	if b.Len()+len(text) > b.most {
		b.leftOut(left)
		return false
	}
	b.WriteString(text)
	return true
}

func (b *summary) leftOut(n int) { fmt.Fprintf(b, "\nLeft out for want of room: %d more.\n", n) }
