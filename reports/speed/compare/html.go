package compare

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports"
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
	Verdict                       reports.Verdict
	Title                         string
	Sums, Notes, Differences, Out []string
	Subjects                      []subjectRow
	Groups                        []group
	Threshold                     string
}

type subjectRow struct {
	Which, Name, Provider, Version, Started string
	Measurements, Rounds                    int
}

// A group holds the changes of a class; Left counts those for which the page has no room.
type group struct {
	Class    Class
	Heading  string
	Count    int
	Rows     []row
	Left     int
	Measured bool
}

// A row is a change. Bar is its size in percent of the largest.
type row struct{ Name, Old, New, Slower, Bar, Because string }

const (
	rowsMost     = 2000 // changes of one class that a page shows
	subjectsMost = 100
)

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) {
	verdict := printable.Short(c.Verdict(), lineMost)
	p := page{
		Frame: frame.New(pageStyle, ""), Verdict: reports.Pass, Title: strings.ToUpper(verdict[:1]) + verdict[1:],
		Notes: c.Notes(), Threshold: speed.Percent(c.Threshold),
	}
	switch c.Outcome() {
	case Worse:
		p.Verdict = reports.Fail
	case Unknown:
		p.Verdict = reports.Warn
	}
	for _, s := range c.Slower {
		p.Sums = append(p.Sums, printable.Short(s.Words(), lineMost))
	}
	for _, d := range c.Differences {
		p.Differences = append(p.Differences, printable.Short(d, lineMost))
	}
	for _, why := range c.LeftOut {
		p.Out = append(p.Out, printable.Short(why, lineMost))
	}
	for _, s := range c.Olds[max(0, len(c.Olds)-subjectsMost):] {
		p.Subjects = append(p.Subjects, rowOf("Old", s))
	}
	p.Subjects = append(p.Subjects, rowOf("New", c.New))
	for _, class := range Classes() {
		if g := groupOf(class, c.Of(class)); g.Count > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

func rowOf(which string, s Subject) subjectRow {
	return subjectRow{
		Which: which, Name: printable.Short(s.Name, lineMost),
		Provider: printable.Short(strings.TrimSpace(s.Provider+" "+s.ProviderVersion), lineMost),
		Version:  printable.Short(s.Version, lineMost), Started: s.Started, Measurements: s.Measurements, Rounds: s.Rounds,
	}
}

func groupOf(class Class, changes []Change) group {
	g := group{Class: class, Heading: headings[class], Count: len(changes), Left: max(len(changes)-rowsMost, 0)}
	most := 0.0
	for _, one := range changes {
		most = max(most, one.Slower, -one.Slower)
	}
	for _, one := range changes[:len(changes)-g.Left] {
		r := row{Name: printable.Short(one.Name, lineMost), Because: printable.Short(one.Because, lineMost)}
		if one.Figures() != "" {
			g.Measured = true
			r.Old, r.New, r.Slower = one.value(one.Old), one.value(one.New), one.SlowerWords()
			r.Bar = percentOf(max(one.Slower, -one.Slower), most)
		}
		g.Rows = append(g.Rows, r)
	}
	return g
}

// percentOf is a part of the longest bar, as SVG has widths.
func percentOf(part, of float64) string {
	if of <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.1f%%", 100*part/of)
}
