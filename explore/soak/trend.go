package soak

import (
	"fmt"
	"math"
	"slices"

	"github.com/ndconform/ndconform/explore/leak"
	"github.com/ndconform/ndconform/explore/model"
)

// A Trend is how something grows with something else: a slope, with its standard error.
type Trend struct {
	// What is "bytes of memory" or "handles", and Per is what it grows with.
	What  string  `json:"what"`
	Per   string  `json:"per"`
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is how many of those there were, and Samples how many samples were used.
	Count   int  `json:"count"`
	Samples int  `json:"samples"`
	Leak    bool `json:"leak"`
}

// A made is what a block has made.
type made struct {
	kind     storm
	count    int
	messages int
	seconds  float64
}

// warmUp is how many rotations are not counted, since what a provider keeps for later use
// grows at first. The first era that counts has firstEra rotations, and each later one
// twice as many as the one before.
const warmUp, firstEra = 3, 3

// significant is the least multiple of its standard error at which a slope is called a
// leak. It says how well the line fits, and is no probability: what one block allocates
// the next one may release, so samples depend on each other. That is why two eras have to
// agree, and why what has leaked must still be there at the end.
const significant = 6

// A measure is something that may leak: what it is, how much growth, in all and for each
// object, counts as a leak, and how much samples differ by themselves.
type measure struct {
	what             string
	of               func(leak.Sample) uint64
	leastEach, least float64
	noise            float64
}

var measures = []measure{
	{"bytes of memory", func(s leak.Sample) uint64 { return s.Memory }, 1 << 10, 32 << 20, 64 << 10},
	{"handles", func(s leak.Sample) uint64 { return s.Handles }, 0.05, 16, 0.25},
}

// columns are what growth is explained by: each storm's objects, all queue pairs, the
// requests carried, in thousands, and the time.
const (
	columnRequests = iota
	columnSeconds
	columnStorms
)

const thousand = 1000

// alike is the part of an era's slope that the next one must have: what a provider keeps up
// to some limit grows less and less.
const alike = 2.0 / 3

// stays is the part of a leak, as computed from the slope, that must still be there in the
// end: what is released a moment later is no leak.
const stays = 0.5

// An era holds what was made and what has grown over some rotations.
type era struct {
	fits []*fit
	sums []float64
	// net is how much more there is of each measure than in the beginning.
	net     []float64
	weighed int
}

func newEra() *era {
	e := &era{sums: make([]float64, columnStorms+len(storms)), net: make([]float64, len(measures))}
	for range measures {
		e.fits = append(e.fits, newFit(len(e.sums)))
	}
	return e
}

func (e *era) add(row, grown []float64) {
	for i := range row {
		e.sums[i] += row[i]
	}
	for i := range grown {
		e.fits[i].add(row, grown[i])
		e.net[i] += grown[i]
	}
	e.weighed++
}

// list returns the trends of everything that was made.
func (e *era) list() []Trend {
	list := []Trend{}
	for i, m := range measures {
		slopes, errors := e.fits[i].solve(m.noise)
		for column, each := range slopes {
			if e.sums[column] == 0 || per(column) == "" {
				continue
			}
			one := Trend{What: m.what, Per: per(column), Each: each, Error: errors[column], Count: int(math.Ceil(e.sums[column])), Samples: e.weighed}
			leaks := each * e.sums[column]
			one.Leak = column >= columnStorms && each >= m.leastEach && leaks >= m.least && each >= significant*errors[column] && e.net[i] >= stays*leaks
			list = append(list, one)
		}
	}
	return list
}

// trends holds what was made and what has grown since the warm-up: in all, over the
// present era, and over the one before it, which is nil if there was none.
type trends struct {
	last                 *leak.Sample
	all, current, before *era
	// rotation is the present one, and until is the first one of the next era.
	rotation, length, until int
	leaks                   []Trend
}

func newTrends() *trends {
	return &trends{all: newEra(), current: newEra(), length: firstEra, until: warmUp + firstEra}
}

// add adds what has grown over a block.
func (t *trends) add(now leak.Sample, m made, rotation int) {
	t.rotation = rotation
	if rotation >= t.until {
		t.turn()
	}
	last := t.last
	t.last = &now
	if last == nil || rotation < warmUp {
		return
	}
	row, grown := m.row(), make([]float64, len(measures))
	for i, m := range measures {
		grown[i] = float64(m.of(now)) - float64(m.of(*last))
	}
	t.all.add(row, grown)
	t.current.add(row, grown)
}

// turn ends an era: what leaks in it about as much as in the one before is a leak.
func (t *trends) turn() {
	if t.before != nil {
		was := t.before.list()
		for _, one := range t.current.list() {
			i := slices.IndexFunc(was, func(w Trend) bool { return w.What == one.What && w.Per == one.Per })
			if one.Leak && i >= 0 && one.Each >= alike*was[i].Each && was[i].Each >= alike*one.Each {
				t.leaks = append(t.leaks, one)
			}
		}
	}
	t.before, t.current = t.current, newEra()
	t.length *= 2
	t.until += t.length
}

// row returns what a block has made, by column.
func (m made) row() []float64 {
	row := make([]float64, columnStorms+len(storms))
	row[columnRequests], row[columnSeconds] = float64(m.messages)/thousand, m.seconds
	for i, k := range storms {
		switch k.name {
		case m.kind.name:
			row[columnStorms+i] = float64(m.count)
		case "queue pair": // a connection has two of them
			row[columnStorms+i] = float64(m.kind.pairs * m.count)
		}
	}
	return row
}

// per returns the name of a column.
func per(column int) string {
	switch column {
	case columnRequests:
		return "thousand requests"
	case columnSeconds:
		return "second"
	}
	return storms[column-columnStorms].name
}

// list returns the trends of everything since the warm-up, and marks those that are
// leaks.
func (t *trends) list() []Trend {
	list := t.all.list()
	for i := range list {
		list[i].Leak = slices.ContainsFunc(t.leaks, func(l Trend) bool { return l.What == list[i].What && l.Per == list[i].Per })
	}
	return list
}

// leak returns the leak that explains most of the growth, or nil.
func (t *trends) leak() *Trend {
	var worst *Trend
	for _, one := range t.leaks {
		if worst == nil || one.Each*float64(one.Count)/scale(one.What) > worst.Each*float64(worst.Count)/scale(worst.What) {
			worst = &one
		}
	}
	return worst
}

// scale makes handles and bytes comparable.
func scale(what string) float64 {
	for _, m := range measures {
		if m.what == what {
			return m.least
		}
	}
	return 1
}

// violation returns the leak as a violation of the documents.
func (t *Trend) violation() *model.Violation {
	rules := "connector.storm"
	for _, k := range storms {
		if k.name == t.Per {
			rules = k.rules
		}
	}
	return model.Violates(rules, "nothing to be left behind by what has been released", "%v", t)
}

// String describes the trend in a sentence.
func (t *Trend) String() string {
	times := math.Inf(1)
	if t.Error > 0 {
		times = t.Each / t.Error
	}
	return fmt.Sprintf("%.5g %s are left behind by each %s: %.0f in all by %d of them, in %d samples, and as much in those before; the slope is %.0f times its standard error",
		t.Each, t.What, t.Per, t.Each*float64(t.Count), t.Count, t.Samples, times)
}
