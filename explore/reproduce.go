package explore

import (
	"context"
	"slices"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
)

// The time limits for what a provider owes, at a scale of 1: for candidates (many use it up), for repeats of the
// minimized program, and for repeats in which a call does not return.
const (
	shrinkTimeLimit = 50 * time.Millisecond
	repeatTimeLimit = time.Second
	stuckTimeLimit  = 300 * time.Millisecond
)

// The time limits, at a scale of 1, of looking for what shows a finding again, of shrinking that, and
// of making it steady. If a call does not return, each candidate that shows it uses up its time
// limit; and on a busy machine it takes long to show a leak.
const (
	reproduceLimit      = 30 * time.Second
	reproduceStuckLimit = 40 * time.Second
	reproduceManyLimit  = 90 * time.Second
	shorterLimit        = 15 * time.Second
)

// timesOfMany is how often a program is carried out that shows something only in many together: more
// often than the number of connections that it takes for a leak to show.
const timesOfMany = 1024

// mostKept is how many steps the program of a finding has at most: another process has to receive it,
// and somebody to read it.
const mostKept = 1 << 16

// leastRate is the share of its repeats in which a minimized program must show the finding:
// otherwise the finding stays as it was found.
const leastRate = 0.2

// A reproducer looks for the smallest program that shows a finding on freshly opened ends.
type reproducer struct {
	*explorer
	f       Finding
	found   outcome
	history []generated // what was carried out before
	// rules are what candidates have to break; nil means any.
	rules [][]string
	// timeLimit is how long candidates wait.
	timeLimit time.Duration
	// shown is the finding as the smallest program so far has shown it, or nil.
	shown *Finding
}

// minimize returns a finding with the smallest program that shows it, and its rate. If none
// shows it on freshly opened ends, the finding stays as it is, with a rate of 0. When ctx is done, it is
// as the smallest program so far has shown it.
func (e *explorer) minimize(ctx context.Context, f Finding, found outcome, history []generated) Finding {
	r := &reproducer{
		explorer: e, f: f, found: found, history: history, rules: [][]string{f.Rules},
		timeLimit: shrinkTimeLimit,
	}
	if r.single() && !found.Stuck {
		r.within(ctx, reproduceLimit, r.chooseTimeLimit)
	}
	small, ok := r.smallest(ctx)
	if !ok && r.hurried() {
		r.rules, r.timeLimit = [][]string{f.Rules}, timeLimit
		small, ok = r.smallest(ctx)
	}
	cut := ctx.Err() != nil
	switch {
	case !ok && cut && r.shown != nil:
		small = *r.shown
	case !ok:
		small = f
	}
	small.Seconds, small.CutShort = f.Seconds, cut
	return small
}

// single reports whether the finding shows in a single program.
func (r *reproducer) single() bool { return r.found.scope == inOneProgram }

// hurried reports whether candidates wait less than programs do, which may show something else on a
// machine that is busy.
func (r *reproducer) hurried() bool { return r.single() && !r.found.Stuck && r.timeLimit < timeLimit }

// chooseTimeLimit finds out how long candidates have to wait. If the program shows its finding only after
// a while, but something else at once, for instance that a request has not ended yet, that will do.
func (r *reproducer) chooseTimeLimit(ctx context.Context) {
	out, err := r.carryOut(ctx, r.f.Program, shrinkTimeLimit)
	if err != nil || out.Violation != nil && r.matches(out.Violation) {
		return
	}
	r.timeLimit = timeLimit
	switch {
	case !r.shows(ctx, r.f.Program):
		r.timeLimit = shrinkTimeLimit
	case out.Violation != nil:
		r.timeLimit = shrinkTimeLimit
		r.rules = append(r.rules, out.Violation.Rules)
	}
}

func (r *reproducer) matches(v *model.Violation) bool {
	return r.rules == nil || slices.ContainsFunc(r.rules, func(rules []string) bool {
		return slices.Equal(rules, v.Rules)
	})
}

func (r *reproducer) shows(ctx context.Context, p program.Program) bool {
	out, err := r.carryOut(ctx, p, r.timeLimit)
	if err != nil || out.Violation == nil || !r.matches(out.Violation) {
		return false
	}
	r.showed(p, out)
	return true
}

// showed notes that a program has shown the finding, if it is the smallest so far.
func (r *reproducer) showed(p program.Program, out outcome) {
	n := p.Length()
	if n > mostKept || r.shown != nil && n > r.shown.Steps || r.known(out.Violation) {
		return
	}
	f := finding(p, out)
	f.Seconds = r.f.Seconds
	r.shown = &f
	if r.Smaller != nil {
		r.Smaller(f)
	}
}

// within does something with a time limit.
func (r *reproducer) within(ctx context.Context, limit time.Duration, do func(ctx context.Context)) {
	limited, end := context.WithTimeout(ctx, r.scaled(limit))
	defer end()
	do(limited)
}

// limit returns the time limit of each part of the hunt.
func (r *reproducer) limit() time.Duration {
	switch {
	case !r.single():
		return reproduceManyLimit
	case r.found.Stuck:
		return reproduceStuckLimit
	}
	return reproduceLimit
}

// smallest returns the finding as the smallest program shows it; ok is false if none does.
func (r *reproducer) smallest(ctx context.Context) (small Finding, ok bool) {
	p, ok := r.reproduce(ctx)
	if !ok && r.single() { // a fault that comes by chance may hit something else the next time
		r.rules = nil
		p, ok = r.reproduce(ctx)
	}
	if !ok {
		return r.f, false
	}
	p = r.shrink(ctx, p)
	if p.Length() > shrink.Short && r.single() && !r.found.Stuck {
		p = r.shorter(ctx, p)
	}
	if p.Length() > mostKept {
		return r.f, false
	}
	p, rate, last := r.steady(ctx, p)
	if rate < leastRate || r.known(last.Violation) {
		return r.f, false
	}
	small = finding(p, last)
	small.Rate = rate
	small.Recorded = r.recorded(ctx, p)
	return small, true
}

func (r *reproducer) shrink(ctx context.Context, p program.Program) program.Program {
	r.within(ctx, r.limit(), func(limited context.Context) {
		p = shrink.Program(limited, p, func(p program.Program) bool { return r.shows(limited, p) })
	})
	return p
}

// shorter returns p, or another program that shows the same in fewer steps. One may show plainly what
// others show only by chance or together.
func (r *reproducer) shorter(ctx context.Context, p program.Program) program.Program {
	style := program.Style{Lanes: r.Lanes, Favor: p.Style.Favor}
	r.within(ctx, shorterLimit, func(limited context.Context) {
		for n := 0; limited.Err() == nil && p.Length() > shrink.Short; n++ {
			other := program.Generate(^r.Seed, n, style)
			shows := func(p program.Program) bool { return r.shows(limited, p) }
			if !always(other, 2, shows) {
				continue
			}
			other = r.shrink(limited, other)
			if other.Length() < p.Length() {
				p = other
			}
		}
	})
	return p
}

// always reports whether a program shows something each time that it is carried out.
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
func (r *reproducer) steady(ctx context.Context, p program.Program) (_ program.Program, rate float64, last outcome) {
	rate, last = r.repeated(ctx, p)
	if rate == 1 || !r.single() {
		return p, rate, last
	}
	r.within(ctx, r.limit(), func(limited context.Context) {
		steady, ok := program.Steadier(p, func(p program.Program) bool { return r.shows(limited, p) })
		if ok {
			p = steady
			rate, last = r.repeated(ctx, p)
		}
	})
	return p, rate, last
}

// repeated returns how often a program shows the finding, of the repeats that are over when the time is
// up: one of a leak is a thousand programs.
func (r *reproducer) repeated(ctx context.Context, p program.Program) (rate float64, last outcome) {
	limit := max(r.timeLimit, repeatTimeLimit)
	if r.found.Stuck { // each repeat uses up its time limit
		limit = stuckTimeLimit
	}
	r.within(ctx, r.limit(), func(limited context.Context) {
		shown, done, out, _ := r.repeat(limited, p, limit, r.matches)
		rate, last = float64(shown)/float64(max(1, done)), out
	})
	return rate, last
}

// A strategy looks for a program that shows the finding again.
type strategy func(shows func(program.Program) bool) (program.Program, bool)

// reproduce returns what shows the finding again on freshly opened ends. ok is false if nothing does.
func (r *reproducer) reproduce(ctx context.Context) (p program.Program, ok bool) {
	strategies := r.strategies()
	for _, strategy := range strategies {
		r.within(ctx, r.limit()/time.Duration(len(strategies)), func(limited context.Context) {
			p, ok = strategy(func(p program.Program) bool { return r.shows(limited, p) })
		})
		if ok {
			break
		}
	}
	return p, ok
}

// strategies returns the ways to try: the program by itself, after those before it, and many times. What
// lanes have found may have been chance, which many times are more likely to show.
func (r *reproducer) strategies() []strategy {
	p := r.f.Program
	alone := func(shows func(program.Program) bool) (program.Program, bool) { return p, shows(p) }
	after := func(shows func(program.Program) bool) (program.Program, bool) {
		return r.withHistory(p, r.history, shows)
	}
	often := func(shows func(program.Program) bool) (program.Program, bool) {
		return program.RepeatedUpTo(p, r.found.At, shows)
	}
	plainly := func(shows func(program.Program) bool) (program.Program, bool) {
		return p, always(p, 3, shows)
	}
	lastRound := func(shows func(program.Program) bool) (program.Program, bool) {
		return program.LastBlock(p, r.found.At, shows)
	}
	veryOften := func(shows func(program.Program) bool) (program.Program, bool) { return oftenEnough(p, shows) }
	switch {
	case r.found.scope == asLeak:
		return []strategy{veryOften}
	case r.found.scope == asExhaustion:
		return []strategy{veryOften, after}
	case p.Lanes() > 1:
		return []strategy{plainly, lastRound, often, after}
	}
	return []strategy{alone, after, often}
}

// oftenEnough repeats a program as often as it takes to show what many together show. That may need no steps.
func oftenEnough(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
	p.Times = timesOfMany
	if empty := p.With(nil); shows(empty) {
		return empty, true
	}
	return p, shows(p)
}
