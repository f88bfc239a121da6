package document

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ndconform/ndconform/reports/printable"
)

const (
	lineMost = 300  // runes of a text in one line
	cellMost = 100  // runes of a cell in a text
	factMost = 2000 // runes of a fact
)

func line(text string) string { return printable.Short(text, lineMost) }

// AsText writes a document for a reader at a terminal.
func AsText(d *Document) []byte {
	var b bytes.Buffer
	if d.Title != "" {
		fmt.Fprintln(&b, line(d.Title))
	}
	WriteBlocks(&b, d.Lead)
	for _, s := range d.Sections {
		blocks := within(Text, s.Blocks)
		if len(blocks) == 0 {
			continue
		}
		title := line(s.Title)
		if !s.Named {
			title = strings.ToUpper(title)
		}
		fmt.Fprintf(&b, "\n%s\n", title)
		WriteBlocks(&b, blocks)
	}
	return printable.Inert([]byte(printable.Text(b.String())))
}

// WriteBlocks writes blocks as a text has them.
func WriteBlocks(w io.Writer, blocks []Block) {
	for _, b := range within(Text, blocks) {
		switch {
		case b.List != nil:
			b.List.text(w)
		case b.Group != nil:
			b.Group.text(w)
		case b.Table != nil:
			b.Table.text(w)
		case b.Tables != nil:
			for i := range b.Tables {
				b.Tables[i].text(w)
			}
		case b.Facts != nil:
			for _, f := range b.Facts {
				fmt.Fprintf(w, "  %s: %s\n", line(f.Name), printable.Short(f.Value, factMost))
			}
		default:
			fmt.Fprintln(w, line(b.Heading+b.Line+b.Note))
		}
	}
}

func (l *List) text(w io.Writer) {
	if l.Line != "" {
		fmt.Fprintln(w, line(l.Line))
	}
	for _, item := range l.Items {
		fmt.Fprintf(w, "  %s\n", line(item))
	}
}

// text writes a table with its columns aligned. Columns without anything, and bars, are left out.
func (t *Table) text(w io.Writer) {
	if t.Caption {
		fmt.Fprintf(w, "\n%s\n", line(strings.TrimSuffix(t.Name+": "+t.Same, ": ")))
	}
	rows := t.Rows
	if t.TextMost > 0 {
		rows = rows[:min(len(rows), t.TextMost)]
	}
	at, widths := t.filled(), make([]int, len(t.Columns))
	head := Row{}
	for _, c := range t.Columns {
		head.Cells = append(head.Cells, Cell{Text: c.Head})
	}
	rows = append([]Row{head}, rows...)
	for _, r := range rows {
		for _, i := range at {
			widths[i] = max(widths[i], utf8.RuneCountInString(r.Cells[i].short()))
		}
	}
	for _, r := range rows {
		t.row(w, r, at, widths)
	}
	if left := len(t.Rows) + 1 - len(rows); left > 0 {
		fmt.Fprintf(w, "  and %d more, which the JSON has\n", left)
	}
}

func (t *Table) row(w io.Writer, r Row, at, widths []int) {
	var b strings.Builder
	for _, i := range at {
		text := r.Cells[i].short()
		space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
		if t.Columns[i].Number {
			text = space + text
		} else {
			text += space
		}
		b.WriteString("  " + text)
	}
	fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	for _, m := range r.Remarks {
		fmt.Fprintf(w, "    %s: %s\n", strings.ToUpper(m.Kind), printable.Short(m.Text, cellMost))
	}
}

// short is a cell in a line of text.
func (c Cell) short() string { return c.clipped() + c.others() }

func (c Cell) clipped() string {
	if c.Long {
		return line(c.Text)
	}
	return printable.Short(c.Text, cellMost)
}

// others counts the further names for which the row is true.
func (c Cell) others() string {
	if n := len(c.Others) + c.More; n > 0 {
		return fmt.Sprintf(" and %d more", n)
	}
	return ""
}
