package trend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

const (
	barsMost   = 400 // runs that a plot shows
	datesMost  = 8   // dates at its lower edge
	hair       = 2   // the least height of what occurs at all
	seen       = 8   // the least height of what is broken
	widestBar  = 40
	barOfSlot  = 0.72
	pointsMost = 60 // runs up to which the line has points
)

// stacked are the verdicts from the bottom of a bar to its top, so that what is broken stands at the axis.
var stacked = []reports.Verdict{
	reports.Error, reports.Fail, reports.Waived, reports.Warn, reports.NotRun,
	reports.Unobservable, reports.Unsupported, reports.Pass,
}

// plotOf draws the last runs of a series: a bar for each run, of its specs by verdict, and a line for the time that it
// took. left counts the older runs for which there is no room.
func plotOf(runs []Run, words string) (p document.Plot, left int) {
	p = document.Plot{Box: document.Wide, Title: "Plot", Words: words, LegendNote: "line: run time"}
	left = max(len(runs)-barsMost, 0)
	first := left + 1
	runs = runs[left:]
	specs, seconds := 0, 0.0
	for _, r := range runs {
		specs, seconds = max(specs, r.Specs), max(seconds, r.Seconds)
	}
	count := frame.NewAxis(float64(specs), "specs")
	clock, unit := frame.NewTimeAxis(seconds)
	p.Y = document.PlotAxis{Title: "specs", Labels: document.Labels(count.Ticks, p.YAt)}
	p.Z = document.PlotAxis{Title: "run time, " + clock.Unit, Labels: document.Labels(clock.Ticks, p.YAt)}
	slot := (p.Right - p.Left) / float64(len(runs))
	width := min(slot*barOfSlot, widestBar)
	time := document.Line{Class: "time"}
	for i, r := range runs {
		middle := p.Left + slot*(float64(i)+0.5)
		title := fmt.Sprintf("Run %d. %s", first+i, r.words())
		p.Bars = append(p.Bars, document.Bar{Title: title, Rects: rectsOf(p.Box, r, count.Most, middle-width/2, width)})
		dot := document.Dot{
			X: document.Place(middle), Y: document.Place(p.YAt(max(r.Seconds, 0) / unit / clock.Most)),
			Shape: document.Shapes[0],
		}
		time.Points += dot.X + "," + dot.Y + " "
		if len(runs) > pointsMost {
			continue
		}
		if r.Incomplete != "" {
			dot.Class, p.LegendNote = "cut", "line: run time, dashed where the run did not reach its end"
		}
		time.Marks = append(time.Marks, dot)
	}
	time.Points = strings.TrimSpace(time.Points)
	p.Lines = []document.Line{{Class: "under", Points: time.Points}, time}
	p.X.Labels = datesOf(p.Left, runs, slot, first)
	for _, v := range stacked {
		if slices.ContainsFunc(runs, func(r Run) bool { return r.Count[v] > 0 }) {
			p.Legend = append(p.Legend, document.Key{Class: "verdict " + string(v), Label: v.Title()})
		}
	}
	return p, left
}

// least is the least height of a verdict that occurs: two failures among a thousand must be seen.
func least(v reports.Verdict) float64 {
	if v == reports.Error || v == reports.Fail {
		return seen
	}
	return hair
}

// rectsOf stacks the verdicts of a run. What occurs at all has its least height, at the cost of the others.
func rectsOf(box document.Box, r Run, most, x, width float64) (list []document.Rect) {
	scale := (box.Bottom - box.Top) / most
	over, rest := 0.0, 0.0
	for _, v := range stacked {
		if h := float64(r.Count[v]) * scale; h > 0 && h < least(v) {
			over += least(v) - h
		} else {
			rest += h
		}
	}
	y := box.Bottom
	for _, v := range stacked {
		h := float64(r.Count[v]) * scale
		switch {
		case h <= 0:
			continue
		case h < least(v):
			h = least(v)
		default:
			h *= max(rest-over, 0) / rest
		}
		y -= h
		list = append(list, document.Rect{
			Class: string(v), X: document.Place(x), Y: document.Place(y), Width: document.Place(width),
			Height: document.Place(h),
		})
	}
	return list
}

// datesOf labels some runs evenly: by date, by time of day if dates alone don't tell them apart, or by number. first is
// the number of the first run.
func datesOf(left float64, runs []Run, slot float64, first int) []document.Label {
	var list []document.Label
	every := (len(runs) + datesMost - 1) / datesMost
	for _, format := range []string{"2 Jan 2006", "2 Jan 15:04", "15:04:05", ""} {
		list = nil
		labels := map[string]bool{}
		for i := 0; i < len(runs); i += every {
			label := runs[i].Started.Format(format)
			if format == "" {
				label = fmt.Sprintf("run %d", first+i)
			}
			labels[label] = true
			list = append(list, document.Label{Text: label, At: document.Place(left + slot*(float64(i)+0.5))})
		}
		if len(labels) == len(list) {
			break
		}
	}
	return list
}

// words say what the bar of a run shows.
func (r Run) words() string {
	text := fmt.Sprintf("%s: %s; took %s", r.Started.Format("2 January 2006, 15:04 UTC"),
		reports.CountWords(r.Count), took(r.Seconds))
	if r.Incomplete != "" {
		text += "; incomplete"
	}
	return text
}

// took writes a time with the unit that suits it.
func took(seconds float64) string {
	a, unit := frame.NewTimeAxis(seconds)
	return frame.Figure(seconds/unit) + " " + a.Unit
}
