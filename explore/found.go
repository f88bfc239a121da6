package explore

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
)

// The time limits of shrinking, at a scale of 1: for what a provider owes, which many
// candidates wait for in vain, for the repeats of the shrunk program, and for all of
// it.
const (
	shrinkPatience = 100 * time.Millisecond
	repeatPatience = time.Second
	stuckPatience  = 300 * time.Millisecond
	shrinkLimit    = 20 * time.Second

	shrinkStuckLimit = 40 * time.Second
	// What it takes to show a shrunk program's finding steadily is looked for after that: shrinking
	// what comes and goes uses up all of its time.
	steadyLimit = 20 * time.Second
	// A suspected leak that has not shown by then is dismissed: it takes long on a busy
	// machine.
	shrinkLeakLimit = 90 * time.Second
)

// leakTimes is how often a program that leaks is carried out: more often than the number of
// connections that it takes for a leak to show.
const leakTimes = 1024

// oftenEnough is what program.Repeated is for other findings: a program that leaks may
// need no steps.
func oftenEnough(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
	p.Times = leakTimes
	if empty := p.With(nil); shows(empty) {
		return empty, true
	}
	return p, shows(p)
}

// leastRate is the share of its repeats in which a shrunk program must show the finding:
// otherwise the finding stays as it was found.
const leastRate = 0.2

// found shrinks a program that has shown something, and notes the finding.
func (e *explorer) found(ctx context.Context, p program.Program, out drive.Outcome, leaked bool) {
	f := finding(p, out)
	f.Seconds = e.result.Seconds
	if e.Found != nil {
		e.Found(f)
	}
	f = e.shrunk(ctx, f, out, leaked)
	if leaked && f.Rate == 0 { // the process has grown, but not because of this program
		return
	}
	e.result.Findings = append(e.result.Findings, f)
	if e.Shrunk != nil {
		e.Shrunk(f)
	}
}

// shrunk returns a finding with the smallest program that shows it, and its rate. If none
// shows it on freshly opened ends, the finding stays as it is, with a rate of 0.
func (e *explorer) shrunk(ctx context.Context, f Finding, found drive.Outcome, leaked bool) Finding {
	stuck := found.Stuck
	such := func(v *model.Violation) bool { return slices.Equal(v.Rules, f.Rules) }
	limit := shrinkLimit
	if stuck { // each candidate that shows it uses up its time limit
		limit = shrinkStuckLimit
	}
	if leaked {
		limit = shrinkLeakLimit
	}
	limited, end := context.WithTimeout(ctx, e.scaled(limit))
	defer end()
	patient := shrinkPatience
	shows := func(p program.Program) bool {
		out, err := e.carryOut(limited, p, patient)
		return err == nil && out.Violation != nil && such(out.Violation)
	}
	if !leaked && !stuck && !shows(f.Program) { // something else may take too long before it shows
		patient = patience
		if !shows(f.Program) {
			patient = shrinkPatience
		}
	}
	repeated := func(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
		return program.RepeatedUpTo(p, found.At, shows)
	}
	if leaked {
		repeated = oftenEnough
	}
	p, ok := repeated(f.Program, shows)
	if !ok && !leaked { // a fault that comes by chance may hit something else the next time
		such = func(v *model.Violation) bool { return true }
		p, ok = repeated(f.Program, shows)
	}
	if !ok {
		return f
	}
	p = shrink.Program(limited, p, shows)
	patient = max(patient, repeatPatience)
	if stuck { // each repeat uses up its time limit
		patient = stuckPatience
	}
	shown, last, _ := e.repeat(ctx, p, patient, such)
	if shown < e.Repeats && !leaked {
		again, stop := context.WithTimeout(ctx, e.scaled(steadyLimit))
		defer stop()
		limited = again
		steady, ok := program.Steadier(p, shows)
		if ok {
			p = steady
			shown, last, _ = e.repeat(ctx, p, patient, such)
		}
	}
	if shown == 0 || float64(shown) < leastRate*float64(e.Repeats) {
		return f
	}
	small := finding(p, last)
	small.Rate, small.Seconds = float64(shown)/float64(e.Repeats), f.Seconds
	small.Recorded = e.recorded(ctx, p, such)
	return small
}

func finding(p program.Program, out drive.Outcome) Finding {
	v := out.Violation
	return Finding{
		Rules: v.Rules, Message: strings.TrimSpace("expected " + v.Expected + "; " + v.Seen), Expected: v.Expected, Seen: v.Seen, Calls: out.Calls,
		Steps: len(p.Steps), Program: p, Replay: string(p.Text()),
	}
}
