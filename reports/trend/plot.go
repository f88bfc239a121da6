package trend

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
)

// The box of a plot, in units of SVG, and the part of it that has bars.
const (
	plotWidth, plotHeight = 960.0, 284.0
	left, right           = 64.0, 896.0
	top, bottom           = 24.0, 252.0
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

// A plot is a series as it is drawn: a bar for each run, of its specs by verdict, and a line for the time
// that the run took. Numbers are those of SVG.
type plot struct {
	Width, Height, Left, Right, Top, Bottom float64
	Words                                   string
	Specs, Times                            []mark
	TimeUnit                                string
	Bars                                    []bar
	Dates                                   []mark
	Line                                    string
	Points                                  []point
	AnyCut                                  bool
	Verdicts                                []verdictWord
	// LeftOut counts the older runs for which there is no room.
	LeftOut int
}

// A mark is a label at an axis, at a place along it.
type mark struct {
	Label string
	At    string
}

// A bar is a run; X is its left edge.
type bar struct {
	X, Width string
	Title    string
	Parts    []part
}

// A part is the specs of a bar that have a verdict.
type part struct {
	Verdict   reports.Verdict
	Y, Height string
}

// A point is a run's time; Cut says that the run did not reach its end.
type point struct {
	X, Y string
	Cut  bool
}

type verdictWord struct {
	Verdict reports.Verdict
	Title   string
}

// stacked are the verdicts from the bottom of a bar to its top, so that what is broken stands at the axis.
var stacked = []reports.Verdict{
	reports.Error, reports.Fail, reports.Waived, reports.Warn, reports.NotRun,
	reports.Unobservable, reports.Unsupported, reports.Pass,
}

func num(f float64) string { return fmt.Sprintf("%.1f", f) }

// plotOf draws the last runs of a series.
func plotOf(runs []Run, words string) plot {
	p := plot{
		Width: plotWidth, Height: plotHeight, Left: left, Right: right, Top: top, Bottom: bottom,
		Words: words, LeftOut: max(len(runs)-barsMost, 0),
	}
	first := p.LeftOut + 1
	runs = runs[p.LeftOut:]
	specs, seconds := 0, 0.0
	for _, r := range runs {
		specs, seconds = max(specs, r.Specs), max(seconds, r.Seconds)
	}
	count, clock, unit := axes(specs, seconds)
	p.Specs, p.Times, p.TimeUnit = marksOf(count), marksOf(clock), clock.Unit
	slot := (right - left) / float64(len(runs))
	width := min(slot*barOfSlot, widestBar)
	var line []string
	occurs := map[reports.Verdict]bool{}
	for i, r := range runs {
		middle := left + slot*(float64(i)+0.5)
		title := fmt.Sprintf("Run %d. %s", first+i, r.words())
		p.Bars = append(p.Bars, bar{num(middle - width/2), num(width), title, partsOf(r, count.Most)})
		y := num(bottom - (bottom-top)*max(r.Seconds, 0)/unit/clock.Most)
		line = append(line, num(middle)+","+y)
		p.AnyCut = p.AnyCut || r.Incomplete != "" && len(runs) <= pointsMost
		if len(runs) <= pointsMost {
			p.Points = append(p.Points, point{num(middle), y, r.Incomplete != ""})
		}
		for v := range r.Count {
			occurs[v] = true
		}
	}
	p.Line, p.Dates = strings.Join(line, " "), datesOf(runs, slot, first)
	for _, v := range stacked {
		if occurs[v] {
			p.Verdicts = append(p.Verdicts, verdictWord{v, v.Title()})
		}
	}
	return p
}

func axes(specs int, seconds float64) (count, clock frame.Axis, unit float64) {
	clock, unit = frame.NewTimeAxis(seconds)
	return frame.NewAxis(float64(specs), "specs"), clock, unit
}

func marksOf(a frame.Axis) []mark {
	var list []mark
	for _, t := range a.Ticks {
		list = append(list, mark{t.Label, num(bottom - (bottom-top)*t.At)})
	}
	return list
}

// least is the least height of a verdict that occurs: two failures among a thousand must be seen.
func least(v reports.Verdict) float64 {
	if v == reports.Error || v == reports.Fail {
		return seen
	}
	return hair
}

// partsOf stacks the verdicts of a run. What occurs at all has its least height, at the cost of the others.
func partsOf(r Run, most float64) []part {
	var list []part
	scale := (bottom - top) / most
	over, rest := 0.0, 0.0
	for _, v := range stacked {
		if h := float64(r.Count[v]) * scale; h > 0 && h < least(v) {
			over += least(v) - h
		} else {
			rest += h
		}
	}
	y := bottom
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
		list = append(list, part{v, num(y), num(h)})
	}
	return list
}

// datesOf labels some runs evenly: by date, by time of day if dates alone don't tell them apart, or by number. first is
// the number of the first run.
func datesOf(runs []Run, slot float64, first int) []mark {
	var list []mark
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
			list = append(list, mark{label, num(left + slot*(float64(i)+0.5))})
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
