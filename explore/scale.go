package explore

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/leak"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/wait"
)

// sampleEvery is how many connections are made between samples.
const sampleEvery = 64

// What is expected of many programs together.
const (
	nothingLeft  = "nothing to be left behind by connections that have ended"
	createdAgain = "what has been created and released to be created again"
)

// aged reports whether a violation shows only in many programs together, and leak whether it is
// that something is left behind.
func aged(v *model.Violation) (aged, leak bool) {
	return v.Expected == nothingLeft || v.Expected == createdAgain, v.Expected == nothingLeft
}

// A scale looks, between programs that are carried out on the same ends, for what shows in many of
// them together.
type scale struct {
	// connections counts the connections made, and sampled those made by the time of
	// the last sample.
	connections, sampled int
	trend                leak.Trend
	// begun is the first program for which there were the resources.
	begun *program.Program
}

// leaked looks for what the connections of a program, and of those before it, have left
// behind.
func (s *scale) leaked(out drive.Outcome) *model.Violation {
	s.connections += out.Cover["connection/connected"]
	if s.connections-s.sampled < sampleEvery {
		return nil
	}
	s.sampled = s.connections
	l := s.trend.Add(leak.Take(s.connections))
	if l == nil {
		return nil
	}
	return model.Violates("connector.storm", nothingLeft, "%v", l)
}

// weigh adds to the outcome of a program on ends what shows only in it and those before it together.
func (e *explorer) weigh(ctx context.Context, ends *drive.Ends, s *scale, p program.Program, out drive.Outcome, limit time.Duration) (drive.Outcome, error) {
	switch {
	case out.Violation != nil:
	case out.Lacks != "" && s.begun != nil:
		return e.exhausted(ctx, ends, *s.begun, limit)
	case out.Lacks == "":
		if s.begun == nil {
			first := p.With(nil)
			s.begun = &first
		}
		out.Violation = s.leaked(out)
	}
	return out, nil //nolint:nilerr // a violation is the outcome
}

// exhausted has the ends provide once more what a program began with, after it and others have
// released everything. They may take some time for that.
func (e *explorer) exhausted(ctx context.Context, ends *drive.Ends, begun program.Program, limit time.Duration) (drive.Outcome, error) {
	for patience := wait.For(e.scaled(limit)); ; {
		out, err := drive.Run(ctx, ends, begun, drive.Options{Limit: e.scaled(limit), Before: e.Before})
		switch {
		case err != nil:
			return out, err
		case out.Lacks == "" || out.Violation != nil:
			return out, nil //nolint:nilerr // likewise
		case patience.Over():
			out.Violation = model.Violates(out.Lacks, createdAgain, "the adapter lacks the resources")
			return out, nil
		}
	}
}
