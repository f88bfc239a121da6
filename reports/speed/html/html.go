// Package html writes what a bench measured as one self-contained page: plots as inline SVG, and tables beneath.
package html

import (
	"bytes"
	_ "embed"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/reports/speed"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = frame.Template(pageText)

// page is what the template shows. All text in it is printable and of a bounded length.
type page struct {
	frame.Frame
	Title, Provider, Counts, Incomplete string
	Started                             time.Time
	Tiles                               []tile
	Failed, Unstable                    []problem
	// More counts the failed and unstable ones for which there is no room.
	More        int
	Groups      []group
	Histograms  []plot
	Harness     []fact
	Environment []fact
}

// A tile is a figure that a reader looks for first.
type tile struct{ Name, Figure, Within, Meaning string }

// A problem is a measurement that failed, or is not to be relied on.
type problem struct{ Verdict, Kind, Name, Text string }

type group struct {
	Name, Heading, Words string
	Plots                []plot
	Banded               bool
	Tables               []table
}

type table struct {
	Op, Same string
	Columns  []column
	Rows     []row
}

// A column of a table; what is no figure stands at the left.
type column struct {
	Head  string
	Words bool
}

type row struct {
	Cells []cell
	Notes []problem
}

type cell struct {
	Text  string
	Words bool
}

const (
	textMost     = 300 // runes of a text
	problemsMost = 200
)

// Page writes a report as one self-contained page.
func Page(r *speed.Report) ([]byte, error) {
	name := strings.TrimSpace(r.Provider + " " + r.Environment.ProviderVersion)
	p := page{
		Frame: frame.New(pageStyle, ""), Title: "Speed of " + printable.Short(name, textMost),
		Provider: printable.Short(name, textMost), Counts: frame.Numbers(r.Counts()), Started: r.Started.UTC(),
		Incomplete: printable.Short(r.Incomplete, textMost), Tiles: tilesOf(r), Histograms: histograms(r),
		Harness: harnessOf(r), Environment: environmentOf(r),
	}
	p.problems(r)
	tables := speed.Tables(r)
	for _, name := range speed.Groups() {
		g := group{
			Name: name, Heading: strings.ToUpper(name[:1]) + name[1:], Words: speed.GroupWords(name), Plots: plotsOf(r, name),
		}
		for _, t := range tables {
			if t.Group == name {
				g.Tables = append(g.Tables, tableOf(t))
			}
		}
		for _, one := range g.Plots {
			g.Banded = g.Banded || len(one.Bands) > 0
		}
		if len(g.Tables) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

// problems lists what failed, and what is unstable.
func (p *page) problems(r *speed.Report) {
	for i := range r.Measurements {
		for _, n := range r.Measurements[i].Notes() {
			one := problemOf(n)
			one.Name = printable.Short(r.Measurements[i].Name, textMost)
			switch {
			case n.Kind == "unsupported":
			case len(p.Failed)+len(p.Unstable) == problemsMost:
				p.More++
			case n.Kind == "failed":
				p.Failed = append(p.Failed, one)
			default:
				p.Unstable = append(p.Unstable, one)
			}
		}
	}
}

func problemOf(n speed.Note) problem {
	verdict := map[string]string{"failed": "fail", "unstable": "warn", "unsupported": "unsupported"}[n.Kind]
	return problem{Verdict: verdict, Kind: n.Kind, Text: printable.Short(n.Text, textMost)}
}

func tableOf(t speed.Table) table {
	v := table{Op: printable.Short(t.Op, 60), Same: printable.Short(t.Same, textMost)}
	for i, head := range t.Columns {
		v.Columns = append(v.Columns, column{head, t.Words[i]})
	}
	for _, r := range t.Rows {
		var one row
		for i, c := range r.Cells {
			one.Cells = append(one.Cells, cell{printable.Short(c, 60), t.Words[i]})
		}
		for _, n := range r.Notes {
			one.Notes = append(one.Notes, problemOf(n))
		}
		v.Rows = append(v.Rows, one)
	}
	return v
}
