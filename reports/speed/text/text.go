// Package text writes what a bench measured for a reader at a terminal.
package text

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

const (
	lineMost = 300 // runes of a text in one line
	noteMost = 120 // runes of a note
)

// how says how to read the figures.
const how = `Figures are medians over the rounds; ± is how far one may be off, with a confidence of 95 %.
CPU/op is the processor time of both ends for one operation.
`

// Report writes the tables of a report, what of it is not to be relied on, and what measuring itself costs.
func Report(r *speed.Report) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", how)
	group := ""
	for _, t := range speed.Tables(r) {
		if t.Group != group {
			group = t.Group
			fmt.Fprintf(&b, "%s\n", strings.ToUpper(group))
			fmt.Fprintf(&b, "%s\n\n", speed.GroupWords(group))
		}
		table(&b, t)
	}
	harness(&b, r)
	summary(&b, r)
	return printable.Inert([]byte(printable.Text(b.String())))
}

// table writes a table with its columns aligned: what varies to the left, figures to the right.
func table(w io.Writer, t speed.Table) {
	head := printable.Short(t.Op, 60)
	if t.Same != "" {
		head += ": " + printable.Short(t.Same, lineMost)
	}
	fmt.Fprintln(w, head)
	widths := make([]int, len(t.Columns))
	lines := [][]string{t.Columns}
	for _, r := range t.Rows {
		lines = append(lines, r.Cells)
	}
	for _, cells := range lines {
		for i, c := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(printable.Short(c, 40)))
		}
	}
	for i, cells := range lines {
		row(w, t, cells, widths)
		if i > 0 {
			notes(w, t.Rows[i-1].Notes)
		}
	}
	fmt.Fprintln(w)
}

func row(w io.Writer, t speed.Table, cells []string, widths []int) {
	var line strings.Builder
	for i, c := range cells {
		c = printable.Short(c, 40)
		space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
		if t.Words[i] {
			line.WriteString("  " + c + space)
		} else {
			line.WriteString("  " + space + c)
		}
	}
	if text := strings.TrimRight(line.String(), " "); text != "" {
		fmt.Fprintln(w, text)
	}
}

func notes(w io.Writer, list []speed.Note) {
	for _, n := range list {
		fmt.Fprintf(w, "    %s: %s\n", strings.ToUpper(n.Kind), printable.Short(n.Text, noteMost))
	}
}

// harness says what measuring itself costs.
func harness(w io.Writer, r *speed.Report) {
	h := r.Harness
	fmt.Fprintf(w, "HARNESS\nWhat measuring itself costs; the figures include it.\n\n")
	fmt.Fprintf(w, "  %12s  smallest step of the clock\n  %12s  to read it\n  %12s  by which a timer of 1 ms is late\n",
		speed.Time(h.ClockNanoseconds), speed.Time(h.ReadNanoseconds), speed.Time(h.TimerNanoseconds))
	if len(h.Null) > 0 {
		fmt.Fprintln(w, "\n  On a provider that does nothing but copy the bytes:")
	}
	for i := range h.Null {
		m := &h.Null[i]
		fmt.Fprintf(w, "  %12s  %s\n", m.Value(m.Median), printable.Short(m.Name, 80))
	}
	fmt.Fprintln(w)
}

// summary names what failed, and says of what the report is. What is unstable stands in the tables.
func summary(w io.Writer, r *speed.Report) {
	for i := range r.Measurements {
		m := &r.Measurements[i]
		for _, n := range m.Notes() {
			if n.Kind == "failed" {
				fmt.Fprintf(w, "%s %s: %s\n", strings.ToUpper(n.Kind), printable.Short(m.Name, 80),
					printable.Short(n.Text, noteMost))
			}
		}
	}
	if r.Incomplete != "" {
		fmt.Fprintf(w, "INCOMPLETE %s\n", printable.Short(r.Incomplete, lineMost))
	}
	fmt.Fprintf(w, "%s\n%s\n", printable.Short(r.About(), lineMost), r.Counts())
}
