package explore

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// sampleEvery is how many connections are made between samples, and firstWindow how many samples the
// first window of the detector of leaks has.
const sampleEvery, firstWindow = 64, 2

// A scope is how many programs it takes to show a violation.
type scope int

const (
	inOneProgram scope = iota // in one program
	asLeak                    // in what many programs together leave behind
	asExhaustion              // in what many programs together have used up
)

// An outcome is that of a program, and of those before it on the same ends.
type outcome struct {
	drive.Outcome
	scope scope
}

// A cumulative holds the cumulative checks: it looks, between programs on the same ends, for what only
// many of them together show.
type cumulative struct {
	// connections counts the connections made, and sampled those made by the time of
	// the last sample.
	connections, sampled int
	leaks                *leak.Detector // nil before the first sample
	// first is the first program for which there were the resources, without its steps.
	first *program.Program
}

// checkCumulative returns the outcome of a program, with what it and those before it show together.
func (e *explorer) checkCumulative(ctx context.Context, ends *drive.Ends, s *cumulative, p program.Program,
	out drive.Outcome, limit time.Duration,
) (outcome, error) {
	s.connections += out.Cover["connection/connected"]
	switch {
	case out.Violation != nil:
	case out.Lacks != "" && s.first != nil:
		return e.recreate(ctx, ends, s, out, limit)
	case out.Lacks == "":
		if s.first == nil {
			first := p.With(nil)
			s.first = &first
		}
		out.Violation = s.leaked(ends)
		if out.Violation != nil {
			return outcome{out, asLeak}, nil //nolint:nilerr // a violation is the outcome
		}
	}
	return outcome{Outcome: out}, nil //nolint:nilerr // likewise
}

// leaked looks for what connections have left behind.
func (s *cumulative) leaked(ends *drive.Ends) *model.Violation {
	made := s.connections - s.sampled
	if made < sampleEvery {
		return nil
	}
	s.sampled = s.connections
	if s.leaks == nil {
		s.leaks = leak.New(firstWindow, leak.Column{Name: "connection", Leaks: true})
	}
	s.leaks.Add(ndclient.Held(ends.End[:]...), float64(made))
	l := s.leaks.Round()
	if l == nil {
		return nil
	}
	return model.Violates("connector.storm", "connections that have ended leave behind: %v", l)
}

// pauses are how many time limits pass before each new try: a provider may take its time to
// have again what has been released, and each try uses what there is by then.
var pauses = []float64{0, 0.1, 0.2, 0.5, 1, 2}

// recreate creates once more what the first program began with, now that everything is released. If the
// adapters lack the resources, it adds a violation to the outcome.
func (e *explorer) recreate(ctx context.Context, ends *drive.Ends, s *cumulative, out drive.Outcome,
	limit time.Duration,
) (outcome, error) {
	for _, n := range pauses {
		e.alive()
		pause := time.NewTimer(time.Duration(n * float64(e.scaled(limit))))
		select {
		case <-ctx.Done():
			pause.Stop()
			return outcome{}, context.Cause(ctx)
		case <-pause.C:
		}
		again, err := drive.Run(ctx, ends, *s.first, drive.Options{Limit: e.scaled(limit), Before: e.Before})
		if err != nil {
			return outcome{}, err
		}
		s.connections += again.Cover["connection/connected"]
		out.Violation, out.Calls, out.Stuck = again.Violation, again.Calls, again.Stuck
		if again.Lacks == "" || again.Violation != nil {
			return outcome{Outcome: out}, nil //nolint:nilerr // likewise
		}
	}
	out.Violation = model.Violates(out.Lacks,
		"the adapter lacks the resources for what has been created and released")
	return outcome{out, asExhaustion}, nil
}
