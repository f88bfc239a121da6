package command

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/runner"
)

// The time limits of finding out what ends a worker, at a scale of 1: how long a worker that
// carries out a candidate may say nothing, and how long the whole search may take.
const (
	crashSilence = 10 * time.Second
	crashLimit   = time.Minute
)

// A program is carried out crashRepeats times once it is shrunk, each time in a fresh worker.
// It must end at least leastCrashes of them, or the finding stays as it was.
const (
	crashRepeats = 10
	leastCrashes = 2
)

// latestCalls is how many of the latest calls a finding shows.
const latestCalls = 40

// crash returns the finding for a worker that did not come to its end, shrunk with a fresh
// worker for each candidate. When ctx is done, it is as the smallest program so far has shown it.
func (e *expedition) crash(ctx context.Context, o explore.Options, first runner.Ending) explore.Finding {
	whole := program.Generate(o.Seed, e.current, e.style)
	unshrunk := e.crashed(whole, first)
	small := unshrunk
	e.inform("the process ended after %s: %s", plural.Of(e.programs, "program"), first.How)
	limited, stop := context.WithTimeout(ctx, time.Duration(float64(crashLimit)*max(1, o.TimeoutScale)))
	defer stop()
	o.Repeats = 1
	ends := func(p program.Program) bool {
		ending, like := e.retry(limited, o, p, first)
		if !like || ending.How == "" {
			return false
		}
		if p.Length() <= small.Steps {
			small = e.crashed(p, ending)
		}
		return true
	}
	p, ok := program.Repeated(whole, ends)
	if ok {
		p = shrink.Program(limited, p, ends)
	}
	if ctx.Err() != nil {
		small.CutShort = true
		return small
	}
	if !ok {
		return unshrunk
	}
	return e.repeated(ctx, o, p, first, unshrunk)
}

// repeated returns the finding that a shrunk program shows, with its rate, or the unshrunk one if it
// ends too few workers.
func (e *expedition) repeated(ctx context.Context, o explore.Options, p program.Program, first runner.Ending,
	unshrunk explore.Finding) explore.Finding {
	small, shown := unshrunk, 0
	for range crashRepeats {
		if ending, like := e.retry(ctx, o, p, first); like {
			small, shown = e.crashed(p, ending), shown+1
		}
	}
	cut := ctx.Err() != nil
	if shown < leastCrashes && !cut {
		return unshrunk
	}
	small.Rate, small.CutShort = float64(shown)/crashRepeats, cut
	return small
}

// retry carries out a program in a fresh worker, and reports whether that worker ended
// in the same way as another one did.
func (e *expedition) retry(ctx context.Context, o explore.Options, p program.Program, first runner.Ending) (ending runner.Ending, like bool) {
	if ctx.Err() != nil {
		return ending, false
	}
	order := errandOrder{Options: o, Replay: string(p.Text()), Calls: true, silence: crashSilence}
	ending, err := e.send(ctx, order)
	return ending, err == nil && !ending.Done && ctx.Err() == nil && wayOf(ending) == wayOf(first)
}

// wayOf returns how a worker ended, without what differs from one worker to the next.
func wayOf(ending runner.Ending) string {
	way, _, _ := strings.Cut(ending.How, ":")
	return way
}

// crashed returns the finding for a worker that ended in a program. The calls are those that
// it told; the rules are those that the last one breaks by never returning.
func (e *expedition) crashed(p program.Program, ending runner.Ending) explore.Finding {
	f := explore.Finding{
		Rules: slices.Compact(strings.Fields(e.rules)), Message: "expected the process to go on; it ended: " + ending.How,
		Calls: slices.Clone(e.calls), Steps: p.Length(), Program: p, Replay: string(p.Text()),
	}
	if n := len(f.Calls); n > 0 {
		f.Message += ", in " + f.Calls[n-1]
	}
	if ending.Trace != "" {
		f.Calls = append(f.Calls, ending.Trace)
	}
	return f
}

// hears notes a call that a worker is about to make. Of equal calls in a row, such as those of
// a wait for results, it notes one.
func (e *expedition) hears(t telling) {
	e.rules = t.Rules
	if n := len(e.calls); n > 0 && e.calls[n-1] == t.Call {
		return
	}
	e.calls = append(e.calls, t.Call)
	if len(e.calls) > latestCalls {
		e.calls = e.calls[1:]
	}
}
