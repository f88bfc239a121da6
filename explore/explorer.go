package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/pattern"
)

// timeLimit is how long a provider may take for what it owes, at a scale of 1.
const timeLimit = 2 * time.Second

// waitingOut is how many repeats of a program wait for as long as a provider may take. If each of them shows
// something, the others wait less.
const waitingOut = 3

// An explorer carries out one program after another.
type explorer struct {
	open Opener
	Options
	began        time.Time
	lastProgress time.Time
	result       Result
	cover        model.Coverage
	// ends are used by all programs up to a finding, so that their state grows old.
	ends       *drive.Ends
	cumulative cumulative
	// history are the programs that have been carried out on ends.
	history []generated
	// style is the style of the programs.
	style program.Style
}

func newExplorer(open Opener, o Options) *explorer {
	if o.For == 0 && o.Programs == 0 {
		o.Programs = 1
	}
	o.Findings, o.Repeats = cmp.Or(o.Findings, 1), cmp.Or(o.Repeats, 10)
	o.TimeoutScale, o.Lanes = cmp.Or(o.TimeoutScale, 1), cmp.Or(o.Lanes, 2)
	return &explorer{
		open: open, Options: o, style: program.Style{Lanes: o.Lanes}, began: time.Now(),
		cover: model.Coverage{}, result: Result{Seed: o.Seed},
	}
}

func (e *explorer) run(ctx context.Context) (Result, error) {
	defer e.close()
	for !e.over(ctx) {
		if err := e.next(ctx); err != nil {
			return e.result, err
		}
	}
	e.result.Transitions = e.transitions()
	return e.result, nil
}

// reportProgress says now and then how far the exploration has come: more seldom the longer it
// lasts, so that the journal stays small.
func (e *explorer) reportProgress() {
	period := max(time.Second, time.Since(e.began)/60)
	if e.Progress == nil || time.Since(e.lastProgress) < period {
		return
	}
	e.lastProgress = time.Now()
	e.result.Transitions = e.transitions()
	e.Progress(e.result)
}

func (e *explorer) over(ctx context.Context) bool {
	return ctx.Err() != nil || e.Programs > 0 && e.result.Programs >= e.Programs ||
		e.For > 0 && time.Since(e.began) >= e.For || e.failures() >= e.Findings
}

// failures counts the findings that are neither warnings nor excused. Which of two providers is wrong is not known.
func (e *explorer) failures() (n int) {
	for _, f := range e.result.Findings {
		if !f.Beside && Must(f.Rules) && !e.excused(f.Rules) {
			n++
		}
	}
	return n
}

// excused reports whether one of some rules is excused, or a finding about the first one.
func (e *explorer) excused(rules []string) bool {
	return pattern.Any(e.Excused, append([]string{rules[0] + "/explored"}, rules...)...)
}

// next carries out the next program.
func (e *explorer) next(ctx context.Context) error {
	now := generated{e.First + e.result.Programs, e.nextStyle()}
	p := now.program(e.Seed)
	if e.Began != nil {
		e.Began(p)
	}
	inTime, stop := e.inTime(ctx)
	defer stop()
	out, calls, err := e.goOn(inTime, p)
	switch {
	case err != nil && inTime.Err() != nil: // the result up to now is returned
		return nil
	case err != nil:
		return err
	}
	e.result.Programs++
	e.result.Steps += out.Steps
	e.cover.Add(out.Cover)
	e.result.Unanswered += out.Unanswered
	e.result.Seconds = time.Since(e.began).Seconds()
	e.reportProgress()
	if out.Violation == nil {
		if err := e.compare(ctx, p, calls()); err != nil {
			return err
		}
		e.history = append(e.history[max(0, len(e.history)+1-mostHistory):], now)
		return nil
	}
	if out.Stuck { // they can't be closed
		e.ends = nil
	}
	history := e.history
	if out.scope == asExhaustion {
		p = *e.cumulative.first
	}
	e.close()
	if !e.known(out.Violation) {
		e.found(ctx, p, out, history)
	}
	return nil
}

// overtime is how long a program may go on when the exploration's time is up, at a scale of 1: longer than a call that
// does not return is waited for.
const overtime = 5 * timeLimit

// inTime returns a context that ends some time after the exploration's time is up: on a provider that is slow, a
// program with many connections may take minutes.
func (e *explorer) inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.For == 0 {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, e.began.Add(e.For+e.scaled(overtime)))
}

// goOn carries out a program on the ends of the programs before it. calls are the program's, if they are recorded.
func (e *explorer) goOn(ctx context.Context, p program.Program) (out outcome, calls func() []recorded.Call, err error) {
	calls = func() []recorded.Call { return nil }
	if e.ends == nil {
		ends, err := e.open()
		if err != nil {
			return outcome{}, calls, err
		}
		e.ends = ends
	}
	if e.Beside != nil && p.Lanes() == 1 {
		r := recorded.NewRecorder()
		defer record(e.ends, r)()
		calls = r.Calls
	}
	out, err = e.one(ctx, e.ends, &e.cumulative, p, timeLimit)
	return out, calls, err
}

// close closes the ends on which programs have been carried out.
func (e *explorer) close() {
	if e.ends != nil {
		_ = e.ends.Close() // that a provider fails to close is no finding of a program
	}
	e.ends, e.cumulative, e.history = nil, cumulative{}, nil
}

func (e *explorer) scaled(limit time.Duration) time.Duration {
	return time.Duration(float64(limit) * e.TimeoutScale)
}

// known reports whether a violation breaks the same rules as an earlier finding.
func (e *explorer) known(v *model.Violation) bool {
	before := func(rules []string) bool { return slices.Equal(rules, v.Rules) }
	return slices.ContainsFunc(e.Known, before) || slices.ContainsFunc(e.result.Findings, func(f Finding) bool {
		return !f.Beside && before(f.Rules)
	})
}

func (e *explorer) alive() {
	if e.Alive != nil {
		e.Alive()
	}
}

// carryOut carries out a program on freshly opened ends, after those before it and as often
// as it asks for, up to the first violation.
func (e *explorer) carryOut(ctx context.Context, p program.Program, limit time.Duration) (out outcome, err error) {
	e.alive()
	ends, err := e.open()
	if err != nil {
		return outcome{}, err
	}
	var checks cumulative
	for n := range len(p.Before) + max(1, p.Times) {
		now := p
		if n < len(p.Before) {
			now = p.Before[n]
		}
		e.alive() // a program may ask to be carried out very often
		out, err = e.one(ctx, ends, &checks, now, limit)
		if err != nil || out.Violation != nil {
			break
		}
	}
	if out.Stuck {
		return out, err
	}
	if closed := ends.Close(); closed != nil && out.Violation == nil {
		err = errors.Join(err, closed)
	}
	return out, err
}

// one carries out a program once.
func (e *explorer) one(ctx context.Context, ends *drive.Ends, s *cumulative, p program.Program,
	limit time.Duration,
) (outcome, error) {
	if ctx.Err() != nil {
		return outcome{}, context.Cause(ctx)
	}
	out, err := drive.Run(ctx, ends, p, drive.Options{Limit: e.scaled(limit), Before: e.Before})
	if err != nil {
		return outcome{}, err
	}
	return e.checkCumulative(ctx, ends, s, p, out, limit)
}

func (e *explorer) replay(ctx context.Context, p program.Program) (Result, error) {
	shown, done, last, err := e.repeat(ctx, p, timeLimit, func(*model.Violation) bool { return true })
	result := Result{Seed: p.Seed, Programs: 1 + len(p.Before), Steps: p.Length(), Seconds: time.Since(e.began).Seconds()}
	switch cut := ctx.Err() != nil; {
	case shown == 0 && err == nil && e.Beside != nil:
		err = e.besides(ctx, p)
		result.Beside, result.Findings = e.result.Beside, e.result.Findings
		return result, err
	case shown == 0 || err != nil && !cut:
		return result, err
	}
	f := finding(p, last)
	f.Rate, f.CutShort = float64(shown)/float64(done), err != nil
	f.Recorded = e.recorded(ctx, p)
	result.Findings = []Finding{f}
	return result, nil //nolint:nilerr // the error says only that the time was up
}

// repeat carries out a program several times, and returns how many times it showed
// something, since what is wrong may show differently each time, of how many that were done, and the last
// outcome that did: the last such one, if there is one.
func (e *explorer) repeat(ctx context.Context, p program.Program, limit time.Duration,
	matches func(*model.Violation) bool,
) (shown, done int, last outcome, err error) {
	for ; done < e.Repeats; done++ {
		if done == waitingOut && shown == done { // what has not come by then does not come
			limit /= 4
		}
		out, err := e.carryOut(ctx, p, limit)
		if err != nil {
			return shown, done, last, err
		}
		if out.Violation == nil {
			continue
		}
		shown++
		if last.Violation == nil || matches(out.Violation) || !matches(last.Violation) {
			last = out
		}
	}
	return shown, done, last, nil
}
