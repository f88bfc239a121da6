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
	// What is "bytes of memory" or "handles", and Per what it grows with.
	What  string  `json:"what"`
	Per   string  `json:"per"`
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is how many there were, and Samples how many samples were weighed.
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

// warmUp is how many rotations are not weighed: what a provider keeps for later grows at
// first. The first era that is weighed has firstEra rotations, and each other one twice as
// many as the one before.
const warmUp, firstEra = 3, 3

// significant is how many times its standard error a slope is at least that is called a
// leak. It says how well the line fits, and is no odds: what one block allocates the next
// one may release, so that samples depend on each other. That is why two eras have to
// agree, and why what has leaked must still be there.
const significant = 6

// A kind of leak: what grows, from how much in all and for each it is one, and how much the
// samples differ by themselves.
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

// columns are what growth is explained by: each storm's objects, queue pairs in all, the
// requests carried, in thousands, and the time.
const (
	columnRequests = iota
	columnSeconds
	columnStorms
)

const thousand = 1000

// alike is how much of an era's slope there has to be in the next one: what a provider keeps
// up to some limit grows less and less.
const alike = 2.0 / 3

// stays is how much of what leaks by the slope must be there in the end: what is released a
// moment later is none.
const stays = 0.5

// An era is what was made and what has grown over some rotations.
type era struct {
	fits []*fit
	sums []float64
	// net is how much there is more of each measure than in the beginning.
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

// list are the trends of everything that there was something of.
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

// trends has what was made and what has grown since the warm-up: in all, over the era that
// goes on, and over the one before it, nil if there was none.
type trends struct {
	last                 *leak.Sample
	all, current, before *era
	// rotation is the one that goes on, and until the first of the next era.
	rotation, length, until int
	leaks                   []Trend
}

func newTrends() *trends {
	return &trends{all: newEra(), current: newEra(), length: firstEra, until: warmUp + firstEra}
}

// add takes in what has grown over a block.
func (t *trends) add(now leak.Sample, m made, rotation int) {
	if t.rotation = rotation; rotation >= t.until {
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

// turn ends an era: what leaks in it, and about as much as in the one before, is a leak.
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

// row is what a block has made, by column.
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

// per is what a column is called.
func per(column int) string {
	switch column {
	case columnRequests:
		return "thousand requests"
	case columnSeconds:
		return "second"
	}
	return storms[column-columnStorms].name
}

// list are the trends of all since the warm-up, and which of them are leaks.
func (t *trends) list() []Trend {
	list := t.all.list()
	for i := range list {
		list[i].Leak = slices.ContainsFunc(t.leaks, func(l Trend) bool { return l.What == list[i].What && l.Per == list[i].Per })
	}
	return list
}

// leak is what explains most of what has grown, nil if nothing is a leak.
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

// violation is the leak as what the documents do not allow.
func (t *Trend) violation() *model.Violation {
	rules := "connector.storm"
	for _, k := range storms {
		if k.name == t.Per {
			rules = k.rules
		}
	}
	return model.Violates(rules, "nothing to be left behind by what has been released", "%v", t)
}

// String says it in a sentence.
func (t *Trend) String() string {
	times := math.Inf(1)
	if t.Error > 0 {
		times = t.Each / t.Error
	}
	return fmt.Sprintf("%.5g %s are left behind by each %s: %.0f in all by %d of them, in %d samples, and as much in those before; the slope is %.0f times its standard error",
		t.Each, t.What, t.Per, t.Each*float64(t.Count), t.Count, t.Samples, times)
}
