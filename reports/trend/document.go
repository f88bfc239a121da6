package trend

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

//go:embed page.css
var pageStyle string

const (
	rowsMost    = 1000 // runs in a table, and changes
	othersMost  = 200  // specs of a change
	leftOutMost = 100
)

// Text writes a trend for a terminal: of each series the specs whose verdict changed, and the runs.
func Text(t *Trend) []byte { return document.AsText(t.document()) }

// HTML writes a trend as one self-contained page, with plots.
func HTML(t *Trend) ([]byte, error) { return document.AsPage(t.document()) }

// JSON writes a trend as one indented JSON object, which docs/schema/trend.schema.json describes.
func JSON(t *Trend) ([]byte, error) {
	text, err := json.MarshalIndent(t, "", "  ")
	return append(text, '\n'), err
}

func (t *Trend) document() *document.Document {
	runs := 0
	d := &document.Document{Kind: "verdicts and run time over many runs", Class: "trends", CSS: pageStyle}
	for i, s := range t.Series {
		runs += len(s.Runs)
		d.Sections = append(d.Sections, document.Section{
			ID: fmt.Sprintf("series-%d", i+1), Title: s.title(), Named: true, Amount: plural.Of(len(s.Runs), "run"),
			Blocks: s.blocks(),
		})
	}
	d.Title = "Trend of " + frame.Count(runs, "run", "runs")
	out := t.LeftOut[:min(len(t.LeftOut), leftOutMost)]
	if left := len(t.LeftOut) - len(out); left > 0 {
		out = append(slices.Clone(out), fmt.Sprintf("and %d more", left))
	}
	d.Sections = append(d.Sections, document.Section{ID: "left", Title: "Left out", Blocks: []document.Block{
		document.Listed("These files hold no run that can be read.", out...),
	}})
	return d
}

func (s Series) blocks() []document.Block {
	p, left := plotOf(s.Runs, fmt.Sprintf("Specs by verdict, and run time, of %s. The table below has the numbers.",
		frame.Count(len(s.Runs), "run", "runs")))
	blocks := []document.Block{{Line: document.Upper(s.lastWords())}, {Plots: []document.Plot{p}}}
	if left > 0 {
		blocks = append(blocks, document.Block{
			Note: "The plot has the last runs; " + frame.Number(left) + " older ones are left out of it.",
		}.Only(document.Page))
	}
	blocks = append(blocks, document.Block{
		Note: "A verdict that occurs at all is drawn at least a hair high; the table has the numbers.",
	}.Only(document.Page), document.Block{Heading: "Changed verdicts"})
	if len(s.Changes) == 0 {
		blocks = append(blocks, document.Block{Note: "No spec changed its verdict."})
	}
	return append(blocks, document.Block{Table: s.changed()}, document.Block{Heading: "Runs"},
		document.Block{Table: s.runs()})
}

func (s Series) changed() *document.Table {
	t := &document.Table{
		Name: "Changed verdicts of " + s.title(), Class: "changed", Columns: document.Columns("Spec", "Now", "Changes"),
		PageMost: rowsMost,
	}
	for _, c := range s.Changes {
		spec, others := document.ID(c.Specs[0]), c.Specs[1:]
		spec.Others = others[:min(len(others), othersMost)]
		spec.More = len(others) - len(spec.Others)
		t.Add(spec, c.last().To, document.Long(c.words()))
	}
	return t
}

// runs lists the runs, the latest first.
func (s Series) runs() *document.Table {
	t := &document.Table{
		Name: "Runs of " + s.title(), PageMost: rowsMost,
		Columns: document.Columns("#Run", "Started, UTC", "Provider's version", "ndconform"),
	}
	verdicts := slices.DeleteFunc(reports.Verdicts(), func(v reports.Verdict) bool {
		return !slices.ContainsFunc(s.Runs, func(r Run) bool { return r.Count[v] > 0 })
	})
	for _, v := range verdicts {
		t.Columns = append(t.Columns, document.Column{Head: v.Title(), Number: true})
	}
	t.Columns = append(t.Columns, document.Columns("#Took", "File", "-Incomplete")...)
	for i, r := range slices.Backward(s.Runs) {
		cells := []any{i + 1, document.Cell{
			Text: r.Started.Format("2 Jan 2006, 15:04"), Time: r.Started.Format(time.RFC3339),
		}, r.ProviderVersion, r.Version}
		for _, v := range verdicts {
			cells = append(cells, r.Count[v])
		}
		why := ""
		if r.Incomplete != "" {
			why = "incomplete: " + r.Incomplete
		}
		t.Add(append(cells, took(r.Seconds), r.Name, why)...)
	}
	return t
}
