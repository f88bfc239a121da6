package document

import (
	"strings"
	"unicode/utf8"

	"github.com/ndconform/ndconform/reports"
)

// A Form is a way to write a document, or several of them.
type Form int

// The forms.
const (
	Text Form = 1 << iota
	Markdown
	Page
)

// A Document is a report, before it is written in a form.
type Document struct {
	// Kind says on a page what sort of report it is.
	Kind  string
	Title string
	// Verdict is what came of it; empty if the document does not judge.
	Verdict reports.Verdict
	// Lead stands before the sections.
	Lead     []Block
	Sections []Section
	// Most is the size in Markdown, in bytes; 0 is [MarkdownMost].
	Most int
	// CSS is the style of the page alone, and Class that of its body if there is no verdict.
	Class, CSS string
}

// A Section is a part with a heading.
type Section struct {
	// ID is where links to the section lead.
	ID, Title string
	// Named says that the title is a name, which stays as it is.
	Named bool
	// Amount stands beside the title; empty if there is nothing to count.
	Amount string
	Blocks []Block
}

// A Block is one part of a section; one of its fields is set.
type Block struct {
	// In are the forms that have it; 0 is all.
	In Form
	// Heading is below that of the section, Line is a sentence, and Note is a sentence that only explains.
	Heading, Line, Note string
	List                *List
	Facts               []Fact
	Table               *Table
	// Tables stand beside each other where there is room. Plots and Tiles are on pages alone.
	Tables []Table
	Plots  []Plot
	Tiles  []Tile
	Group  *Group
}

// A Tile is a figure that a reader looks for first.
type Tile struct{ Name, Figure, Within, Meaning string }

// A List has items after a line, which may be empty.
type List struct {
	Line  string
	Items []string
}

// A Fact is a value with its name.
type Fact struct{ Name, Value string }

// Facts are names with their values; those without a value are left out.
func Facts(pairs [][2]string) (list []Fact) {
	for _, p := range pairs {
		if p[1] != "" {
			list = append(list, Fact{p[0], p[1]})
		}
	}
	return list
}

// Listed is a block of items after a line.
func Listed(line string, items ...string) Block { return Block{List: &List{line, items}} }

// Only keeps a block for some forms.
func (b Block) Only(in Form) Block {
	b.In = in
	return b
}

// within returns the blocks that a form has and that are not empty.
func within(f Form, blocks []Block) (list []Block) {
	for _, b := range blocks {
		empty := b.Table != nil && len(b.Table.Rows) == 0 || b.List != nil && len(b.List.Items) == 0 ||
			b.Group != nil && len(b.Group.Details)+len(b.Group.Folds) == 0
		drawn := b.Plots != nil || b.Tiles != nil
		if !empty && (b.In == 0 || b.In&f != 0) && (f == Page || !drawn) {
			list = append(list, b)
		}
	}
	return list
}

// Upper returns text with its first letter as a sentence begins.
func Upper(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}

var marks = map[reports.Verdict]string{
	reports.Pass: "✅", reports.Warn: "⚠️", reports.Fail: "❌", reports.Error: "💥", reports.Waived: "🏳️",
	reports.Unobservable: "🚫", reports.Unsupported: "➖", reports.NotRun: "⏸️",
}

// Mark returns a verdict's sign where there are only characters.
func Mark(v reports.Verdict) string { return marks[v] }
