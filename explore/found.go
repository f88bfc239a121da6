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

// The limits of time of shrinking, at a scale of 1: of what a provider owes, in vain in
// many of the candidates, of the repeats of what is left, and of all of it.
const (
	shrinkPatience = 100 * time.Millisecond
	repeatPatience = time.Second
	shrinkLimit    = 20 * time.Second
)

// mostTimes is how often a program that does not show its finding at once is carried out on
// the same ends: what a provider counts comes of that.
const mostTimes = 256

// found shrinks a program that has shown something, and notes the finding.
func (e *explorer) found(ctx context.Context, p program.Program, out drive.Outcome) {
	f := finding(p, out)
	f.Seconds = e.result.Seconds
	if e.Found != nil {
		e.Found(f)
	}
	if out.Steps > 0 && len(out.Calls) > 0 { // a leak is of many programs, and shows in none
		f = e.shrunk(ctx, f)
	}
	e.result.Findings = append(e.result.Findings, f)
	if e.Shrunk != nil {
		e.Shrunk(f)
	}
}

// shrunk is a finding with the smallest program that shows it, and its rate. If none shows
// it on freshly opened ends, the finding stays as it is, with a rate of 0.
func (e *explorer) shrunk(ctx context.Context, f Finding) Finding {
	such := func(v *model.Violation) bool { return slices.Equal(v.Rules, f.Rules) }
	limited, end := context.WithTimeout(ctx, e.scaled(shrinkLimit))
	defer end()
	shows := func(p program.Program) bool {
		out, err := e.carryOut(limited, p, shrinkPatience)
		return err == nil && out.Violation != nil && such(out.Violation)
	}
	p, ok := repeated(f.Program, shows)
	if !ok {
		return f
	}
	p = shrink.Program(limited, p, shows)
	shown, last, _ := e.repeat(ctx, p, repeatPatience, such)
	if shown == 0 {
		return f
	}
	small := finding(p, last)
	small.Rate, small.Seconds = float64(shown)/float64(e.Repeats), f.Seconds
	small.Recorded = e.recorded(ctx, p, such)
	return small
}

// repeated is the program with as many times as it takes until it shows its finding.
func repeated(p program.Program, shows func(program.Program) bool) (program.Program, bool) {
	for p.Times = 1; p.Times <= mostTimes; p.Times *= 4 {
		if shows(p) {
			return p, true
		}
	}
	return p, false
}

func finding(p program.Program, out drive.Outcome) Finding {
	v := out.Violation
	return Finding{
		Rules: v.Rules, Message: strings.TrimSpace("expected " + v.Expected + "; " + v.Seen), Expected: v.Expected, Seen: v.Seen, Calls: out.Calls,
		Steps: len(p.Steps), Program: p, Replay: string(p.Text()),
	}
}
