package document

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/printable"
)

// MarkdownMost is the size of a document in Markdown, in bytes: a job summary of GitHub Actions may have 1 MiB, which
// several share.
const MarkdownMost = 256 << 10

// AsMarkdown writes a document as a part of a job summary. Tables and lists end where it has a quarter of the size
// that such a summary may have, and say how much they left out.
func AsMarkdown(d *Document) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n", strings.TrimSpace(Mark(d.Verdict)+" "+inert(Upper(d.Title))))
	markdownBlocks(&b, d.Lead)
	for _, s := range d.Sections {
		blocks := within(Markdown, s.Blocks)
		if len(blocks) > 0 {
			fmt.Fprintf(&b, "\n### %s\n", inert(s.Title))
			markdownBlocks(&b, blocks)
		}
	}
	return printable.Inert([]byte(b.String()))
}

func inert(text string) string { return printable.Markdown(line(text)) }

func markdownBlocks(b *strings.Builder, blocks []Block) {
	for _, one := range within(Markdown, blocks) {
		switch {
		case one.List != nil:
			markdownList(b, *one.List)
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
			markdownList(b, list)
		case one.Heading != "":
			fmt.Fprintf(b, "\n**%s**\n", inert(one.Heading))
		default:
			fmt.Fprintf(b, "\n%s\n", inert(one.Line+one.Note))
		}
	}
}

func markdownList(b *strings.Builder, l List) {
	b.WriteString("\n")
	if l.Line != "" {
		fmt.Fprintf(b, "%s\n\n", inert(l.Line))
	}
	for i, item := range l.Items {
		if !room(b, "- "+inert(item)+"\n", len(l.Items)-i) {
			return
		}
	}
}

// markdown writes a table with all its columns of words and figures.
func (t *Table) markdown(b *strings.Builder) {
	head, rule := "|", "|"
	at := t.filled()
	for _, i := range at {
		head += " " + inert(t.Columns[i].Head) + " |"
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
		if !room(b, row+"\n", len(t.Rows)-n) {
			return
		}
	}
}

func (c Cell) markdown() string {
	text := inert(c.clipped())
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
func room(b *strings.Builder, text string, left int) bool {
	if b.Len()+len(text) > MarkdownMost {
		leftOut(b, left)
		return false
	}
	b.WriteString(text)
	return true
}

func leftOut(b *strings.Builder, n int) { fmt.Fprintf(b, "\nLeft out for want of room: %d more.\n", n) }
