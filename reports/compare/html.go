package compare

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = frame.Template(pageText)

// page is what the template shows. All text in it is printable and of a bounded
// length.
type page struct {
	frame.Frame
	Verdict        reports.Verdict
	Title, Summary string
	Broken         string
	Subjects       []subjectRow
	Differences    []string
	LeftOut        []string
	Groups         []group
	Unsteady       []unsteadyRow
	Empty          bool
}

type subjectRow struct {
	Which, Name, Provider, Version, Started string
	Specs, Runs                             int
}

type unsteadyRow struct{ ID, Old, New string }

// A group holds the changes of a class; Left counts those for which the page has no
// room.
type group struct {
	Class          Class
	Heading        string
	Count          int
	Causes         []causeGroup // of regressions
	Changes        []changeRow
	Left           int
	Regress, Timed bool
}

type changeRow struct {
	ID, Title, Because string
	Repeat             []string // words
	Old, New           outcomeRow
	// Open and Told say that a change is shown in full on a screen and on paper.
	Open, Told bool
	full       string // the id, however long
	// Others are the specs in which the same changed, of Count, without More of them.
	Others      []string
	Count, More int
}

type outcomeRow struct {
	Verdict                 reports.Verdict
	Words, Message, Seconds string
}

const (
	changesMost  = 2000     // changes of one class that a page shows
	messageMost  = 16 << 10 // bytes
	messagesMost = 1 << 20  // bytes of all messages
	othersMost   = 500      // specs with the same text
	openMost     = 5        // regressions that the page shows in full
	toldMost     = 10       // regressions that paper shows in full
)

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) {
	p := page{
		Frame: frame.New(pageStyle, ""), Verdict: reports.Pass, Title: "No regression", Summary: frame.Numbers(c.Summary()),
		Broken: printable.Clip(c.Broken, messageMost), Subjects: []subjectRow{rowOf("Old", c.Old), rowOf("New", c.New)},
		Empty: len(c.Changes) == 0 && c.Broken == "",
	}
	if c.Regressed() {
		p.Verdict, p.Title = reports.Fail, frame.Count(len(c.Of(Regression)), "regression", "regressions")
		if len(c.Of(Regression)) == 0 {
			p.Title = "A regression of the run"
		}
	}
	for _, d := range c.Differences {
		p.Differences = append(p.Differences, printable.Short(d, lineMost))
	}
	for _, why := range slices.Concat(c.Old.LeftOut, c.New.LeftOut) {
		p.LeftOut = append(p.LeftOut, printable.Short(why, lineMost))
	}
	share := min(messagesMost/max(2*len(c.Changes), 1), messageMost)
	for _, class := range Classes() {
		if g := groupOf(class, c.Of(class), share); g.Count > 0 {
			if class == Regression {
				g.Causes = causeGroups(bundles(c.Causes, c.Of(Regression)), g.Changes)
				unfold(g.Causes)
			}
			p.Groups = append(p.Groups, g)
		}
	}
	for _, u := range c.Unsteady[:min(len(c.Unsteady), changesMost)] {
		p.Unsteady = append(p.Unsteady,
			unsteadyRow{printable.Short(u.ID, lineMost), reports.CountWords(u.Old), reports.CountWords(u.New)})
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, p)
	return b.Bytes(), err
}

func rowOf(which string, s Subject) subjectRow {
	return subjectRow{
		Which: which, Name: printable.Short(s.Name, lineMost),
		Provider: printable.Short(strings.TrimSpace(s.Provider+" "+s.ProviderVersion), lineMost),
		Version:  printable.Short(s.Version, lineMost), Started: s.Started, Specs: s.Specs, Runs: s.Runs,
	}
}

func groupOf(class Class, changes []Change, share int) group {
	g := group{
		Class: class, Heading: headings[class], Count: len(changes),
		Regress: class == Regression, Timed: class == Slower || class == Faster,
	}
	list := alikes(changes)
	if class == Regression { // which are arranged by their causes
		list = nil
		for _, one := range changes {
			list = append(list, alike{shown: one})
		}
	}
	g.Left = len(changes)
	for _, like := range list[:min(len(list), changesMost)] {
		one := like.shown
		row := changeRow{
			ID: printable.Short(one.ID, lineMost), Title: printable.Short(one.Title, lineMost),
			Because: printable.Short(one.Because, lineMost),
			Repeat:  strings.Fields(printable.Short(one.Repeat, 2000)), Old: outcomeRowOf(one.Old, share),
			New:  outcomeRowOf(one.New, share),
			full: one.ID, Count: len(like.others),
		}
		for _, other := range like.others[:min(len(like.others), othersMost)] {
			row.Others = append(row.Others, printable.Short(other.ID, lineMost))
		}
		row.More = row.Count - len(row.Others)
		g.Changes = append(g.Changes, row)
		g.Left -= 1 + row.Count
	}
	return g
}

func outcomeRowOf(o *Outcome, share int) outcomeRow {
	if o == nil {
		return outcomeRow{Verdict: reports.NotRun, Words: "Not there"}
	}
	return outcomeRow{o.Verdict, o.Verdict.Title(), printable.Clip(o.Message, share), seconds3(o.Seconds)}
}
