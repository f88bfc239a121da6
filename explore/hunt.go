package explore

import (
	"context"
	"slices"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
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
	huntAgedLimit  = 90 * time.Second
	// huntWholeLimit is for all of it, without the repeats of what has been found.
	huntWholeLimit = 100 * time.Second
)

// agedTimes is how often a program is carried out that shows something only in many together: more
// often than the number of connections that it takes for a leak to show.
const agedTimes = 1024

// leastRate is the share of its repeats in which a shrunk program must show the finding:
// otherwise the finding stays as it was found.
const leastRate = 0.2

// A hunt looks for the smallest program that shows a finding on freshly opened ends.
type hunt struct {
	*explorer
	f     Finding
	found drive.Outcome
	past  []generated // what was carried out before
	aged  bool
	// rules are what candidates have to break; nil means any.
	rules [][]string
	// patient is how long candidates wait.
	patient time.Duration
	until   time.Time
}

// hurried reports whether candidates wait less than programs do, which may show something else on a
// machine that is busy.
func (h *hunt) hurried() bool { return !h.aged && !h.found.Stuck && h.patient < patience }

// shrunk returns a finding with the smallest program that shows it, and its rate. If none
// shows it on freshly opened ends, the finding stays as it is, with a rate of 0.
func (e *explorer) shrunk(ctx context.Context, f Finding, found drive.Outcome, past []generated) Finding {
	h := &hunt{explorer: e, f: f, found: found, past: past, rules: [][]string{f.Rules}, patient: shrinkPatience, until: time.Now().Add(e.scaled(huntWholeLimit))}
	h.aged, _ = aged(found.Violation)
	if !h.aged && !found.Stuck {
		h.takeTime(ctx)
	}
	small, ok := h.smallest(ctx)
	if !ok && h.hurried() {
		h.rules, h.patient = [][]string{f.Rules}, patience
		small, ok = h.smallest(ctx)
	}
	if !ok {
		return f
	}
	small.Seconds = f.Seconds
	return small
}

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
	return err == nil && out.Violation != nil && h.such(out.Violation)
}

// within has something done with a time limit.
func (h *hunt) within(ctx context.Context, do func(ctx context.Context, shows func(program.Program) bool)) {
	limit := huntLimit
	switch {
	case h.aged:
		limit = huntAgedLimit
	case h.found.Stuck:
		limit = huntStuckLimit
	}
	limited, end := context.WithTimeout(ctx, min(h.scaled(limit), time.Until(h.until)))
	defer end()
	do(limited, func(p program.Program) bool { return h.shows(limited, p) })
}

// smallest returns the finding as the smallest program shows it; ok is false if none does.
func (h *hunt) smallest(ctx context.Context) (small Finding, ok bool) {
	p, ok := h.again(ctx)
	if !ok && !h.aged { // a fault that comes by chance may hit something else the next time
		h.rules = nil
		p, ok = h.again(ctx)
	}
	if !ok {
		return h.f, false
	}
	h.within(ctx, func(limited context.Context, shows func(program.Program) bool) {
		p = shrink.Program(limited, p, shows)
	})
	limit := max(h.patient, repeatPatience)
	if h.found.Stuck { // each repeat uses up its time limit
		limit = stuckPatience
	}
	shown, last, _ := h.repeat(ctx, p, limit)
	if shown < h.Repeats && !h.aged {
		if steady, ok := h.steadier(ctx, p); ok {
			p = steady
			shown, last, _ = h.repeat(ctx, p, limit)
		}
	}
	if shown == 0 || float64(shown) < leastRate*float64(h.Repeats) {
		return h.f, false
	}
	small = finding(p, last)
	small.Rate = float64(shown) / float64(h.Repeats)
	small.Recorded = h.recorded(ctx, p)
	return small, true
}

// A way looks for a program that shows the finding again.
type way func(shows func(program.Program) bool) (program.Program, bool)

// again returns what shows the finding again on freshly opened ends. ok is false if nothing does.
func (h *hunt) again(ctx context.Context) (p program.Program, ok bool) {
	for _, way := range h.ways() {
		h.within(ctx, func(_ context.Context, shows func(program.Program) bool) { p, ok = way(shows) })
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
	switch {
	case h.aged:
		return []way{func(shows func(program.Program) bool) (program.Program, bool) { return oftenEnough(p, shows) }}
	case p.Lanes() > 1:
		return []way{alone, often, after}
	}
	return []way{alone, after, often}
}

// steadier returns a program that shows a finding each time, which p does not.
func (h *hunt) steadier(ctx context.Context, p program.Program) (steady program.Program, ok bool) {
	h.within(ctx, func(_ context.Context, shows func(program.Program) bool) { steady, ok = program.Steadier(p, shows) })
	return steady, ok
}

// oftenEnough returns a program so many times that it shows what shows only in many together,
// for which it may need no steps.
func oftenEnough(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
	p.Times = agedTimes
	if empty := p.With(nil); shows(empty) {
		return empty, true
	}
	return p, shows(p)
}
