package trend

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = frame.Template(pageText)

// page is what the template shows. All text in it is printable and of a bounded length.
type page struct {
	frame.Frame
	Title   string
	Series  []seriesView
	LeftOut []string
	More    int
}

type seriesView struct {
	ID, Title   string
	Last        string
	Plot        plot
	Verdicts    []reports.Verdict
	Rows        []runRow
	RowsLeft    int
	Changes     []changeRow
	ChangesLeft int
}

type runRow struct {
	N                                   int
	Started, When, Version, Suite, Took string
	Name, Incomplete                    string
	Counts                              []int
	Broken                              bool
}

type changeRow struct {
	Verdict reports.Verdict
	First   string
	Others  []string
	More    int
	Words   string
}

const (
	rowsMost    = 1000 // runs in a table, and changes
	othersMost  = 200  // specs of a change
	leftOutMost = 100
)

// HTML writes a trend as one self-contained page.
func HTML(t *Trend) ([]byte, error) {
	runs := 0
	p := page{Frame: frame.New(pageStyle, "")}
	for i, s := range t.Series {
		runs += len(s.Runs)
		p.Series = append(p.Series, viewOf(fmt.Sprintf("series-%d", i+1), s))
	}
	p.Title = "Trend of " + frame.Count(runs, "run", "runs")
	for _, why := range t.LeftOut[:min(len(t.LeftOut), leftOutMost)] {
		p.LeftOut = append(p.LeftOut, printable.Short(why, lineMost))
	}
	p.More = len(t.LeftOut) - len(p.LeftOut)
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

func viewOf(id string, s Series) seriesView {
	v := seriesView{
		ID: id, Title: printable.Short(s.title(), lineMost), Last: strings.ToUpper(s.lastWords()[:1]) + s.lastWords()[1:],
		RowsLeft: max(len(s.Runs)-rowsMost, 0), ChangesLeft: max(len(s.Changes)-rowsMost, 0),
	}
	v.Plot = plotOf(s.Runs, fmt.Sprintf("Specs by verdict, and run time, of %s. The table below has the numbers.",
		frame.Count(len(s.Runs), "run", "runs")))
	v.Verdicts = verdictsOf(s.Runs)
	for i, r := range slices.Backward(s.Runs[v.RowsLeft:]) {
		v.Rows = append(v.Rows, rowOf(v.RowsLeft+i+1, r, v.Verdicts))
	}
	for _, c := range s.Changes[:len(s.Changes)-v.ChangesLeft] {
		row := changeRow{Verdict: c.last().To, First: printable.Short(c.Specs[0], 200), Words: c.words()}
		others := c.Specs[1:]
		for _, id := range others[:min(len(others), othersMost)] {
			row.Others = append(row.Others, printable.Short(id, 200))
		}
		row.More = len(others) - len(row.Others)
		v.Changes = append(v.Changes, row)
	}
	return v
}

func rowOf(n int, r Run, verdicts []reports.Verdict) runRow {
	row := runRow{
		N: n, Started: r.Started.Format(time.RFC3339), When: r.Started.Format("2 Jan 2006, 15:04"),
		Version: printable.Short(r.ProviderVersion, 100), Suite: printable.Short(r.Version, 100),
		Took: took(r.Seconds), Name: printable.Short(r.Name, 200), Incomplete: printable.Short(r.Incomplete, 200),
		Broken: r.Count[reports.Fail]+r.Count[reports.Error] > 0,
	}
	for _, v := range verdicts {
		row.Counts = append(row.Counts, r.Count[v])
	}
	return row
}

// verdictsOf lists the verdicts that occur, in the order of their weight.
func verdictsOf(runs []Run) []reports.Verdict {
	return slices.DeleteFunc(reports.Verdicts(), func(v reports.Verdict) bool {
		return !slices.ContainsFunc(runs, func(r Run) bool { return r.Count[v] > 0 })
	})
}
