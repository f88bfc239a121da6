package session

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

// A program is carried out crashRepeats times once it is minimized, each time in a fresh worker.
// It must end at least leastCrashes of them, or the finding stays as it was.
const (
	crashRepeats = 10
	leastCrashes = 2
)

// latestCalls is how many of the latest calls a finding shows.
const latestCalls = 40

// crash returns the finding for a worker that did not come to its end, minimized with a fresh
// worker for each candidate. When ctx is done, it is as the smallest program so far has shown it.
func (s *Session) crash(ctx context.Context, o explore.Options, first runner.Ending) explore.Finding {
	whole := program.Generate(o.Seed, s.current, s.style)
	asFound := s.crashed(whole, first)
	small := asFound
	s.say("the process ended after %s: %s", plural.Of(s.programs, "program"), first.How)
	limited, stop := context.WithTimeout(ctx, time.Duration(float64(crashLimit)*max(1, o.TimeoutScale)))
	defer stop()
	o.Repeats = 1
	ends := func(p program.Program) bool {
		ending, like := s.retry(limited, o, p, first)
		if !like || ending.How == "" {
			return false
		}
		if p.Length() <= small.Steps {
			small = s.crashed(p, ending)
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
		return asFound
	}
	return s.repeated(ctx, o, p, first, asFound)
}

// repeated returns the finding that a minimized program shows, with its rate, or the one as it was found if it
// ends too few workers.
func (s *Session) repeated(ctx context.Context, o explore.Options, p program.Program, first runner.Ending,
	asFound explore.Finding,
) explore.Finding {
	small, shown := asFound, 0
	for range crashRepeats {
		if ending, like := s.retry(ctx, o, p, first); like {
			small, shown = s.crashed(p, ending), shown+1
		}
	}
	cut := ctx.Err() != nil
	if shown < leastCrashes && !cut {
		return asFound
	}
	small.Rate, small.CutShort = float64(shown)/crashRepeats, cut
	return small
}

// retry carries out a program in a fresh worker, and reports whether that worker ended
// in the same way as another one did.
func (s *Session) retry(ctx context.Context, o explore.Options, p program.Program,
	first runner.Ending,
) (ending runner.Ending, like bool) {
	if ctx.Err() != nil {
		return ending, false
	}
	r := request{Options: o, Replay: string(p.Text()), Calls: true, silence: crashSilence}
	ending, err := s.send(ctx, r)
	return ending, err == nil && !ending.Done && ctx.Err() == nil && wayOf(ending) == wayOf(first)
}

// wayOf returns how a worker ended, without what differs from one worker to the next.
func wayOf(ending runner.Ending) string {
	way, _, _ := strings.Cut(ending.How, ":")
	return way
}

// crashed returns the finding for a worker that ended in a program. The calls are those that
// it told; the rules are those that the last one breaks by never returning.
func (s *Session) crashed(p program.Program, ending runner.Ending) explore.Finding {
	f := explore.Finding{
		Rules: slices.Compact(strings.Fields(s.rules)), Message: "expected the process to go on; it ended: " + ending.How,
		Calls: slices.Clone(s.calls), Steps: p.Length(), Program: p, Replay: string(p.Text()),
	}
	if n := len(f.Calls); n > 0 {
		f.Message += ", in " + f.Calls[n-1]
	}
	if ending.Trace != "" {
		f.Calls = append(f.Calls, ending.Trace)
	}
	return f
}

// onCall notes a call before a worker makes it. Of equal calls in a row, such as those of a wait for results, it notes
// one.
func (s *Session) onCall(e event) {
	s.rules = e.Rules
	if n := len(s.calls); n > 0 && s.calls[n-1] == e.Call {
		return
	}
	s.calls = append(s.calls, e.Call)
	if len(s.calls) > latestCalls {
		s.calls = s.calls[1:]
	}
}
