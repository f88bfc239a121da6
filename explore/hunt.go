package explore

import (
	"context"
	"slices"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
)

// The time limits of shrinking, at a scale of 1: for what a provider owes, which many
// candidates wait for in vain, and for the repeats of the shrunk program.
const (
	shrinkPatience = 50 * time.Millisecond
	repeatPatience = time.Second
	stuckPatience  = 300 * time.Millisecond
)

// The time limits, at a scale of 1, of looking for what shows a finding again, of shrinking that, and
// of making it steady. If a call does not return, each candidate that shows it uses up its time
// limit; and on a busy machine it takes long to show a leak.
const (
	huntLimit      = 30 * time.Second
	huntStuckLimit = 40 * time.Second
	huntManyLimit  = 90 * time.Second
	shorterLimit   = 15 * time.Second
)

// timesOfMany is how often a program is carried out that shows something only in many together: more
// often than the number of connections that it takes for a leak to show.
const timesOfMany = 1024

// mostKept is how many steps what shows a finding has at most: it has to be told to another process, and
// to somebody who reads it.
const mostKept = 1 << 16

// leastRate is the share of its repeats in which a shrunk program must show the finding:
// otherwise the finding stays as it was found.
const leastRate = 0.2

// A hunt looks for the smallest program that shows a finding on freshly opened ends.
type hunt struct {
	*explorer
	f     Finding
	found outcome
	past  []generated // what was carried out before
	// rules are what candidates have to break; nil means any.
	rules [][]string
	// patient is how long candidates wait.
	patient time.Duration
	// shown is the finding as the smallest program so far has shown it, or nil.
	shown *Finding
}

// shrunk returns a finding with the smallest program that shows it, and its rate. If none
// shows it on freshly opened ends, the finding stays as it is, with a rate of 0. When ctx is done, it is
// as the smallest program so far has shown it.
func (e *explorer) shrunk(ctx context.Context, f Finding, found outcome, past []generated) Finding {
	h := &hunt{explorer: e, f: f, found: found, past: past, rules: [][]string{f.Rules}, patient: shrinkPatience}
	if h.single() && !found.Stuck {
		h.within(ctx, huntLimit, h.takeTime)
	}
	small, ok := h.smallest(ctx)
	if !ok && h.hurried() {
		h.rules, h.patient = [][]string{f.Rules}, patience
		small, ok = h.smallest(ctx)
	}
	cut := ctx.Err() != nil
	switch {
	case !ok && cut && h.shown != nil:
		small = *h.shown
	case !ok:
		small = f
	}
	small.Seconds, small.CutShort = f.Seconds, cut
	return small
}

// single reports whether the finding shows in a single program.
func (h *hunt) single() bool { return h.found.shows == inOne }

// hurried reports whether candidates wait less than programs do, which may show something else on a
// machine that is busy.
func (h *hunt) hurried() bool { return h.single() && !h.found.Stuck && h.patient < patience }

// takeTime finds out how long candidates have to wait. If the program shows its finding only after
// a while, but something else at once, for instance that a request has not ended yet, that will do.
func (h *hunt) takeTime(ctx context.Context) {
	out, err := h.carryOut(ctx, h.f.Program, shrinkPatience)
	if err != nil || out.Violation != nil && h.such(out.Violation) {
		return
	}
	h.patient = patience
	switch {
	case !h.shows(ctx, h.f.Program):
		h.patient = shrinkPatience
	case out.Violation != nil:
		h.patient = shrinkPatience
		h.rules = append(h.rules, out.Violation.Rules)
	}
}

func (h *hunt) such(v *model.Violation) bool {
	return h.rules == nil || slices.ContainsFunc(h.rules, func(rules []string) bool { return slices.Equal(rules, v.Rules) })
}

func (h *hunt) shows(ctx context.Context, p program.Program) bool {
	out, err := h.carryOut(ctx, p, h.patient)
	if err != nil || out.Violation == nil || !h.such(out.Violation) {
		return false
	}
	h.showed(p, out)
	return true
}

// showed notes that a program has shown the finding, if it is the smallest so far.
func (h *hunt) showed(p program.Program, out outcome) {
	n := p.Length()
	if n > mostKept || h.shown != nil && n > h.shown.Steps || h.known(out.Violation) {
		return
	}
	f := finding(p, out)
	f.Seconds = h.f.Seconds
	h.shown = &f
	if h.Smaller != nil {
		h.Smaller(f)
	}
}

// within has something done with a time limit.
func (h *hunt) within(ctx context.Context, limit time.Duration, do func(ctx context.Context)) {
	limited, end := context.WithTimeout(ctx, h.scaled(limit))
	defer end()
	do(limited)
}

// limit returns the time limit of each part of the hunt.
func (h *hunt) limit() time.Duration {
	switch {
	case !h.single():
		return huntManyLimit
	case h.found.Stuck:
		return huntStuckLimit
	}
	return huntLimit
}

// smallest returns the finding as the smallest program shows it; ok is false if none does.
func (h *hunt) smallest(ctx context.Context) (small Finding, ok bool) {
	p, ok := h.again(ctx)
	if !ok && h.single() { // a fault that comes by chance may hit something else the next time
		h.rules = nil
		p, ok = h.again(ctx)
	}
	if !ok {
		return h.f, false
	}
	p = h.shrink(ctx, p)
	if p.Length() > shrink.Short && h.single() && !h.found.Stuck {
		p = h.shorter(ctx, p)
	}
	if p.Length() > mostKept {
		return h.f, false
	}
	p, rate, last := h.steady(ctx, p)
	if rate < leastRate || h.known(last.Violation) {
		return h.f, false
	}
	small = finding(p, last)
	small.Rate = rate
	small.Recorded = h.recorded(ctx, p)
	return small, true
}

func (h *hunt) shrink(ctx context.Context, p program.Program) program.Program {
	h.within(ctx, h.limit(), func(limited context.Context) {
		p = shrink.Program(limited, p, func(p program.Program) bool { return h.shows(limited, p) })
	})
	return p
}

// shorter returns p, or another program that shows the same in fewer steps. One may show plainly what
// others show only by chance or together.
func (h *hunt) shorter(ctx context.Context, p program.Program) program.Program {
	style := program.Style{Lanes: h.Lanes, Favor: p.Style.Favor}
	h.within(ctx, shorterLimit, func(limited context.Context) {
		for n := 0; limited.Err() == nil && p.Length() > shrink.Short; n++ {
			other := program.Generate(^h.Seed, n, style)
			shows := func(p program.Program) bool { return h.shows(limited, p) }
			if !always(other, 2, shows) {
				continue
			}
			other = h.shrink(limited, other)
			if other.Length() < p.Length() {
				p = other
			}
		}
	})
	return p
}

// always reports whether a program shows something each of so many times.
func always(p program.Program, times int, shows func(program.Program) bool) bool {
	for range times {
		if !shows(p) {
			return false
		}
	}
	return true
}

// steady repeats a program, which is carried out more often each time if it does not always
// show the finding. rate is the share of the repeats that have shown it.
func (h *hunt) steady(ctx context.Context, p program.Program) (_ program.Program, rate float64, last outcome) {
	rate, last = h.repeated(ctx, p)
	if rate == 1 || !h.single() {
		return p, rate, last
	}
	h.within(ctx, h.limit(), func(limited context.Context) {
		steady, ok := program.Steadier(p, func(p program.Program) bool { return h.shows(limited, p) })
		if ok {
			p = steady
			rate, last = h.repeated(ctx, p)
		}
	})
	return p, rate, last
}

// repeated returns how often a program shows the finding, of the repeats that are over when the time is
// up: one of a leak is a thousand programs.
func (h *hunt) repeated(ctx context.Context, p program.Program) (rate float64, last outcome) {
	limit := max(h.patient, repeatPatience)
	if h.found.Stuck { // each repeat uses up its time limit
		limit = stuckPatience
	}
	h.within(ctx, h.limit(), func(limited context.Context) {
		shown, done, out, _ := h.repeat(limited, p, limit, h.such)
		rate, last = float64(shown)/float64(max(1, done)), out
	})
	return rate, last
}

// A way looks for a program that shows the finding again.
type way func(shows func(program.Program) bool) (program.Program, bool)

// again returns what shows the finding again on freshly opened ends. ok is false if nothing does.
func (h *hunt) again(ctx context.Context) (p program.Program, ok bool) {
	ways := h.ways()
	for _, way := range ways {
		h.within(ctx, h.limit()/time.Duration(len(ways)), func(limited context.Context) {
			p, ok = way(func(p program.Program) bool { return h.shows(limited, p) })
		})
		if ok {
			break
		}
	}
	return p, ok
}

// ways returns the ways to try: the program by itself, after those before it, and many times. What
// lanes have found may have been chance, which many times are more likely to show.
func (h *hunt) ways() []way {
	p := h.f.Program
	alone := func(shows func(program.Program) bool) (program.Program, bool) { return p, shows(p) }
	after := func(shows func(program.Program) bool) (program.Program, bool) {
		return h.withPast(p, h.past, shows)
	}
	often := func(shows func(program.Program) bool) (program.Program, bool) {
		return program.RepeatedUpTo(p, h.found.At, shows)
	}
	plainly := func(shows func(program.Program) bool) (program.Program, bool) {
		return p, always(p, 3, shows)
	}
	lastRound := func(shows func(program.Program) bool) (program.Program, bool) {
		return program.LastRound(p, h.found.At, shows)
	}
	veryOften := func(shows func(program.Program) bool) (program.Program, bool) { return oftenEnough(p, shows) }
	switch {
	case h.found.shows == inLeak:
		return []way{veryOften}
	case h.found.shows == usedUp:
		return []way{veryOften, after}
	case p.Lanes() > 1:
		return []way{plainly, lastRound, often, after}
	}
	return []way{alone, after, often}
}

// oftenEnough returns a program so many times that it shows what shows only in many together,
// for which it may need no steps.
func oftenEnough(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
	p.Times = timesOfMany
	if empty := p.With(nil); shows(empty) {
		return empty, true
	}
	return p, shows(p)
}
