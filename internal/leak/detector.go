package leak

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Sample is what this process holds: memory in bytes, and handles, or 0 where the system does not tell.
type Sample struct{ Memory, Handles uint64 }

// A Column is a cause of growth.
type Column struct {
	Name string
	// Leaks says that growth by it is a leak. Growth by traffic, or over time, is not.
	Leaks bool
}

// A Trend is how something grows with a column's count: a slope, with its standard error.
type Trend struct {
	// What is "bytes of memory" or "handles", and Per the column.
	What  string  `json:"what"`
	Per   string  `json:"per"`
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is the column's count, and Samples the number of samples used.
	Count   int  `json:"count"`
	Samples int  `json:"samples"`
	Leak    bool `json:"leak"`
}

// A Leak is a leaking trend, and the other columns with about the same slope.
type Leak struct {
	Trend
	Also []string
}

// String describes the leak in a sentence.
func (l *Leak) String() string {
	text := l.Trend.String()
	if len(l.Also) > 0 {
		text += "; about as many are by each " + strings.Join(l.Also, " and each ")
	}
	return text
}

// String describes the trend in a sentence.
func (t *Trend) String() string {
	times := math.Inf(1)
	if t.Error > 0 {
		times = t.Each / t.Error
	}
	return fmt.Sprintf("%.5g %s are left behind by each %s: %.0f in all by %d of them, in %d samples, "+
		"and as much in those before; the slope is %.0f times its standard error",
		t.Each, t.What, t.Per, t.Each*float64(t.Count), t.Count, t.Samples, times)
}

// A measure is something that may leak.
type measure struct {
	what string
	of   func(Sample) uint64
	// Growth below each for one object, or below least in all, may be the process's. noise is how much
	// samples differ without a cause.
	each, least, noise float64
}

var measures = []measure{
	{"bytes of memory", func(s Sample) uint64 { return s.Memory }, 1 << 10, 4 << 20, 64 << 10},
	{"handles", func(s Sample) uint64 { return s.Handles }, 0.05, 16, 0.25},
}

const (
	// significant is how many standard errors are subtracted from a slope. It says how well the line
	// fits, and is no probability: samples depend on each other, since one object may release what
	// another has allocated. So two windows must agree.
	significant = 6
	// alike is the fraction of a slope that a similar slope must reach. Two windows' slopes must be
	// similar: what a provider keeps up to some limit grows less and less.
	alike = 2.0 / 3
)

// A window is some samples in a row: what was made meanwhile, and what has grown.
type window struct {
	regressions []*regression // by measure
	created     []float64
	grown       []float64 // by measure
	count       int
}

func newWindow(columns int) *window {
	w := &window{created: make([]float64, columns), grown: make([]float64, len(measures))}
	for range measures {
		w.regressions = append(w.regressions, newRegression(columns))
	}
	return w
}

func (w *window) add(created, grown []float64) {
	for i, n := range created {
		w.created[i] += n
	}
	for i, n := range grown {
		w.regressions[i].add(created, n)
		w.grown[i] += n
	}
	w.count++
}

// trends returns the trends of everything that was made. For a leak, the slope must amount to least, and
// least and half of the slope's amount must still be there at the end: what is released a moment later is
// no leak.
func (w *window) trends(columns []Column) []Trend {
	list := []Trend{}
	for i, m := range measures {
		slopes, errors := w.regressions[i].solve(m.noise)
		for n, each := range slopes {
			if w.created[n] == 0 {
				continue
			}
			leaked := (each - significant*errors[n]) * w.created[n]
			list = append(list, Trend{
				What: m.what, Per: columns[n].Name, Each: each, Error: errors[n],
				Count: int(math.Ceil(w.created[n])), Samples: w.count,
				Leak: columns[n].Leaks && each >= m.each && leaked >= m.least && w.grown[i] >= max(m.least, each*w.created[n]/2),
			})
		}
	}
	return list
}

// A Detector finds leaks. It gathers samples in windows, each but the second twice as long as the one
// before. The first does not count: then what a provider keeps for later use grows.
type Detector struct {
	columns []Column
	last    *Sample
	// all has every sample that counts; before is nil in the first two windows.
	all, current, before *window
	// The current window ends after rounds rounds, and the next after length more.
	rounds, length int
	leaks          []Trend
	// latest are the trends of the last complete window.
	latest []Trend
}

// New returns a detector whose first two windows have the given number of rounds each.
func New(rounds int, columns ...Column) *Detector {
	return &Detector{columns: columns, rounds: rounds, length: rounds}
}

// Add adds a sample, and what was made since the one before, by column.
func (d *Detector) Add(now Sample, created ...float64) {
	if d.last != nil && d.current != nil {
		grown := make([]float64, len(measures))
		for i, m := range measures {
			grown[i] = float64(m.of(now)) - float64(m.of(*d.last))
		}
		d.all.add(created, grown)
		d.current.add(created, grown)
	}
	d.last = &now
}

// Round ends a round of samples, in which some of each column was made. It returns the leak that explains
// most of the growth, or nil.
func (d *Detector) Round() *Leak {
	d.rounds--
	if d.rounds > 0 {
		return nil
	}
	d.compare()
	d.before, d.current = d.current, newWindow(len(d.columns))
	if d.all == nil {
		d.all = newWindow(len(d.columns))
	}
	d.rounds = d.length
	d.length *= 2
	return d.worst()
}

// compare keeps the leaks of the current window that leaked about as much in the one before.
func (d *Detector) compare() {
	if d.before == nil {
		return
	}
	before := d.before.trends(d.columns)
	d.latest = d.current.trends(d.columns)
	for _, now := range d.latest {
		i := slices.IndexFunc(before, now.same)
		if now.Leak && i >= 0 && now.like(before[i]) {
			d.leaks = append(d.leaks, now)
		}
	}
}

func (t *Trend) same(other Trend) bool { return t.What == other.What && t.Per == other.Per }

// like reports whether two slopes are similar.
func (t *Trend) like(other Trend) bool {
	return t.Each >= alike*other.Each && other.Each >= alike*t.Each
}

// worst returns the leak that explains most of the growth, under the first column with a similar slope:
// what two kinds of objects leave behind comes from what both do.
func (d *Detector) worst() *Leak {
	var worst *Trend
	most := 0.0
	for _, one := range d.leaks {
		i := slices.IndexFunc(measures, func(m measure) bool { return m.what == one.What })
		if explains := one.Each * float64(one.Count) / measures[i].least; explains > most {
			worst, most = &one, explains
		}
	}
	if worst == nil {
		return nil
	}
	var list []Trend
	for _, t := range d.latest { // includes worst
		if t.same(*worst) || d.mayLeak(t) && t.What == worst.What && t.like(*worst) {
			list = append(list, t)
		}
	}
	l := &Leak{Trend: list[0]}
	l.Leak = true
	for _, t := range list[1:] {
		l.Also = append(l.Also, t.Per)
	}
	return l
}

// mayLeak reports whether growth by a trend's column is a leak, and its slope significant.
func (d *Detector) mayLeak(t Trend) bool {
	i := slices.IndexFunc(d.columns, func(c Column) bool { return c.Name == t.Per })
	return d.columns[i].Leaks && t.Each > significant*t.Error
}

// Trends returns the trends of everything since the first window, and marks the leaks.
func (d *Detector) Trends() []Trend {
	if d.all == nil {
		return []Trend{}
	}
	list := d.all.trends(d.columns)
	for i := range list {
		list[i].Leak = slices.ContainsFunc(d.leaks, list[i].same)
	}
	return list
}
