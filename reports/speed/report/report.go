// Package report writes what a bench measured: as text for a terminal, and as a page with plots.
package report

import (
	_ "embed"
	"strings"

	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/speed"
)

//go:embed page.css
var pageStyle string

// Text writes a report for a terminal: the tables, what of it is not to be relied on, and what measuring itself costs.
func Text(r *speed.Report) []byte { return document.AsText(documentOf(r)) }

// Page writes a report as one self-contained page, with plots.
func Page(r *speed.Report) ([]byte, error) { return document.AsPage(documentOf(r)) }

func documentOf(r *speed.Report) *document.Document {
	failed, unstable := problemsOf(r)
	var lost []string
	for _, row := range failed.Rows {
		lost = append(lost, row.Cells[0].Text+": "+row.Cells[2].Text)
	}
	unstable.Folded = frame.Number(len(unstable.Rows)) + " unstable"
	d := &document.Document{
		Kind: "how fast a provider is", Title: "Speed of " + strings.TrimSpace(r.Provider+" "+r.Environment.ProviderVersion),
		Class: "speed", CSS: pageStyle,
		Lead: []document.Block{
			incomplete(r).Only(document.Page), document.Block{
				Line: frame.Numbers(r.Counts()) + " · " + r.Started.UTC().Format("2 Jan 2006, 15:04 UTC"),
			}.Only(document.Page),
			document.Block{Tiles: tilesOf(r)}.Only(document.Page),
			{Note: "Figures are medians over the rounds; ± is how far one may be off, with a confidence of 95 %."},
			{Note: "CPU/op is the processor time of both ends for one operation."},
		},
	}
	d.Sections = append(d.Sections, document.Section{ID: "doubts", Title: "Not to be relied on", Blocks: []document.Block{
		document.Block{Table: failed}.Only(document.Page), document.Block{Table: unstable}.Only(document.Page),
	}})
	tables := speed.Tables(r)
	for _, name := range speed.Groups() {
		if s := groupOf(r, name, tables); s != nil {
			d.Sections = append(d.Sections, *s)
		}
	}
	if plots := histograms(r); len(plots) > 0 {
		d.Sections = append(d.Sections, document.Section{ID: "histograms", Title: "Histograms", Blocks: []document.Block{
			document.Block{Note: "How long single operations took; both axes are logarithmic."}.Only(document.Page),
			{Plots: plots},
		}})
	}
	d.Sections = append(d.Sections,
		document.Section{ID: "harness", Title: "Harness", Blocks: []document.Block{
			{Note: "What measuring itself costs; all figures include it."}, {Facts: harnessOf(r)},
		}},
		document.Section{ID: "environment", Title: "Environment", Blocks: []document.Block{
			document.Block{Facts: environmentOf(r)}.Only(document.Page),
		}},
		document.Section{Title: "Summary", Blocks: []document.Block{
			document.Listed("Failed:", lost...).Only(document.Text), incomplete(r).Only(document.Text),
			document.Block{Line: r.About()}.Only(document.Text), document.Block{Line: r.Counts()}.Only(document.Text),
		}})
	return d
}

// incomplete says why the end was not reached.
func incomplete(r *speed.Report) document.Block {
	if r.Incomplete == "" {
		return document.Listed("")
	}
	return document.Block{Line: "The bench did not reach its end: " + r.Incomplete}
}

// groupOf is a group with its plots and tables; nil if nothing of it was measured.
func groupOf(r *speed.Report, name string, tables []speed.Table) *document.Section {
	var own []document.Table
	for _, t := range tables {
		if t.Group == name {
			own = append(own, t.Table)
		}
	}
	if len(own) == 0 {
		return nil
	}
	s := &document.Section{ID: name, Title: document.Upper(name), Blocks: []document.Block{{Note: speed.GroupWords(name)}}}
	if plots := plotsOf(r, name); len(plots) > 0 {
		for _, one := range plots {
			if len(one.Bands) > 0 {
				s.Blocks = append(s.Blocks, document.Block{Note: bands}.Only(document.Page))
				break
			}
		}
		s.Blocks = append(s.Blocks, document.Block{Plots: plots})
	}
	s.Blocks = append(s.Blocks, document.Block{Tables: own})
	return s
}

// bands says what the shades of a plot are.
const bands = "Shades reach from the first line up to what that part of its operations took at most."

// problemsOf lists what failed, and what is unstable.
func problemsOf(r *speed.Report) (failed, unstable *document.Table) {
	columns := document.Columns("Measurement", "What happened", "-Why")
	failed = &document.Table{Name: "Failed", Class: "problems", Columns: columns, PageMost: problemsMost}
	unstable = &document.Table{Name: "Unstable", Class: "problems", Columns: columns, PageMost: problemsMost}
	for i := range r.Measurements {
		for _, n := range r.Measurements[i].Notes() {
			t := unstable
			if n.Kind == "failed" {
				t = failed
			}
			if n.Kind != "unsupported" {
				t.Add(document.ID(r.Measurements[i].Name), document.Cell{Verdict: n.Verdict, Text: n.Kind}, n.Text)
			}
		}
	}
	return failed, unstable
}

const problemsMost = 100
