package document

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
)

// A Table has rows of cells under heads.
type Table struct {
	// Name says what the table shows; Caption says that it is seen, and Same what all rows have in common.
	Name, Same string
	Caption    bool
	// Folded says on a page what the table has, which is shown when asked for if there are more than a few rows.
	Folded  string
	Columns []Column
	Rows    []Row
	// Class is for the page's style.
	Class string
	// TextMost and PageMost are how many rows a text and a page show at most; 0 is all, and [rowsMost].
	TextMost, PageMost int
}

// rowsMost is how many rows of a table a page shows.
const rowsMost = 2000

// A Column has a head, which a page does not show if it is Hidden.
type Column struct {
	Head string
	// Verdict stands before the head in Markdown.
	Verdict reports.Verdict
	// Number columns stand at the right; Graph columns have bars, and only on a page.
	Number, Graph, Hidden bool
}

// Columns returns columns of the heads. A head that begins with # has figures, and with ~ bars; -
// hides a head on a page.
func Columns(heads ...string) []Column {
	list := make([]Column, len(heads))
	for i, head := range heads {
		switch head[:1] {
		case "#":
			list[i] = Column{Head: head[1:], Number: true}
		case "~":
			list[i] = Column{Head: head[1:], Graph: true, Hidden: true}
		case "-":
			list[i] = Column{Head: head[1:], Hidden: true}
		default:
			list[i] = Column{Head: head}
		}
	}
	return list
}

// A Row is a line of a table; remarks stand below its cells.
type Row struct {
	Cells   []Cell
	Remarks []Remark
	Class   string
}

// A Remark says of what kind it is.
type Remark struct {
	Verdict    reports.Verdict
	Kind, Text string
}

// A Cell is one value of a row.
type Cell struct {
	Text string
	// ID and Code say how the text is set, and Link where it leads.
	ID, Code bool
	// Long says that a page shows it even if it is longer than a line.
	Long bool
	Link string
	// Tip is what a page says of a link when it is pointed at.
	Tip string
	// Verdict stands before the text.
	Verdict reports.Verdict
	// Bar is a length, as a part of the longest.
	Bar float64
	// Time is the moment that the text says, in the form of RFC 3339.
	Time string
	// Notes stand below the text, and Pre is a longer text.
	Notes []Cell
	Pre   string
	// Others are more names for which the row is true, and More counts those that are not listed.
	Others []string
	More   int
}

// Cells makes cells of values: text, counts, parts of a bar, verdicts and cells.
func Cells(values ...any) []Cell {
	cells := make([]Cell, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case Cell:
			cells[i] = v
		case string:
			cells[i].Text = v
		case int:
			cells[i].Text = frame.Number(v)
		case float64:
			cells[i].Bar = v
		case reports.Verdict:
			cells[i] = Cell{Verdict: v, Text: v.Title()}
		default:
			panic(fmt.Sprintf("document: no cell of %T", v))
		}
	}
	return cells
}

// Add adds a row of values; see [Cells].
func (t *Table) Add(values ...any) { t.Rows = append(t.Rows, Row{Cells: Cells(values...)}) }

// ID is a cell with a name.
func ID(text string) Cell { return Cell{Text: text, ID: true} }

// Code is a cell with a piece of code.
func Code(text string) Cell { return Cell{Text: text, Code: true} }

// Long is a cell with a longer text.
func Long(text string) Cell { return Cell{Text: text, Long: true} }

// At is a cell with a moment, written in the form of RFC 3339.
func At(text string) Cell { return Cell{Text: text, Time: text} }

// Shown returns the rows that a page shows.
func (t *Table) Shown() []Row { return t.Rows[:len(t.Rows)-t.Left()] }

// Left counts the rows that a page does not show.
func (t *Table) Left() int {
	return max(len(t.Rows)-cmp.Or(t.PageMost, rowsMost), 0)
}

// Headed reports whether any head is seen.
func (t *Table) Headed() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return !c.Hidden })
}

// Opens reports whether a page shows a folded table at once.
func (t *Table) Opens() bool {
	const few = 5
	return len(t.Rows) <= few
}

// filled returns the columns of words and figures in which some row has something.
func (t *Table) filled() (at []int) {
	for i, c := range t.Columns {
		has := false
		for _, r := range t.Rows {
			has = has || r.Cells[i].Text != ""
		}
		if has && !c.Graph {
			at = append(at, i)
		}
	}
	return at
}
