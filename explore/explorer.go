package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
)

// The limits of time for what a provider owes: of exploring, and of shrinking what has
// stalled, which takes it many times.
const (
	patience       = 5 * time.Second
	shrinkPatience = time.Second
)

// An explorer carries out one program after another.
type explorer struct {
	open Opener
	Options
	result Result
	cover  model.Coverage
}

func newExplorer(open Opener, o Options) *explorer {
	if o.For == 0 && o.Programs == 0 {
		o.Programs = 1
	}
	o.Lanes, o.Findings, o.Repeats = cmp.Or(o.Lanes, 1), cmp.Or(o.Findings, 1), cmp.Or(o.Repeats, 10)
	o.TimeoutScale = cmp.Or(o.TimeoutScale, 1)
	return &explorer{open: open, Options: o, cover: model.Coverage{}, result: Result{Seed: o.Seed}}
}

func (e *explorer) run(ctx context.Context) (Result, error) {
	began := time.Now()
	for number := 0; !e.over(ctx, number, time.Since(began)); number++ {
		p := program.Generate(e.Seed, number, e.Lanes)
		if e.Began != nil {
			e.Began(p)
		}
		out, err := e.carryOut(ctx, p, patience)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return e.result, err
		}
		e.result.Programs++
		e.result.Steps += out.Steps
		e.cover.Add(out.Cover)
		e.result.Seconds = time.Since(began).Seconds()
		if out.Violation != nil && !e.known(out.Violation) {
			e.found(ctx, p, out)
		}
	}
	e.result.Transitions = Transitions{Visited: len(e.cover), Known: len(e.cover), Table: e.cover}
	return e.result, nil
}

func (e *explorer) over(ctx context.Context, number int, took time.Duration) bool {
	return ctx.Err() != nil || e.Programs > 0 && number >= e.Programs || e.For > 0 && took >= e.For || len(e.result.Findings) >= e.Findings
}

// known reports whether a violation breaks the rules of one that was found before.
func (e *explorer) known(v *model.Violation) bool {
	return slices.ContainsFunc(e.result.Findings, func(f Finding) bool { return slices.Equal(f.Rules, v.Rules) })
}

// carryOut carries a program out on freshly opened ends.
func (e *explorer) carryOut(ctx context.Context, p program.Program, limit time.Duration) (drive.Outcome, error) {
	if e.Alive != nil {
		e.Alive()
	}
	ends, err := e.open()
	if err != nil {
		return drive.Outcome{}, err
	}
	limit = time.Duration(float64(limit) * e.TimeoutScale)
	out, err := drive.Run(ctx, ends, p, drive.Options{Limit: limit})
	if closed := ends.Close(); closed != nil && out.Violation == nil {
		err = errors.Join(err, closed)
	}
	return out, err
}

// found shrinks a program that has shown something, and notes the finding.
func (e *explorer) found(ctx context.Context, p program.Program, out drive.Outcome) {
	f := finding(p, out)
	if e.Found != nil {
		e.Found(f)
	}
	again := func(p program.Program) bool {
		out, err := e.carryOut(ctx, p, shrinkPatience)
		return err == nil && out.Violation != nil && slices.Equal(out.Violation.Rules, f.Rules)
	}
	small := shrink.Program(ctx, p, again)
	shown := 0
	for range e.Repeats {
		last, err := e.carryOut(ctx, small, shrinkPatience)
		if err == nil && last.Violation != nil && slices.Equal(last.Violation.Rules, f.Rules) {
			shown, out = shown+1, last
		}
	}
	f = finding(small, out)
	f.Rate = float64(shown) / float64(e.Repeats)
	e.result.Findings = append(e.result.Findings, f)
}

func finding(p program.Program, out drive.Outcome) Finding {
	v := out.Violation
	return Finding{
		Rules: v.Rules, Message: strings.TrimSpace("expected " + v.Expected + "; " + v.Seen), Calls: out.Calls,
		Steps: len(p.Steps), Program: p, Replay: string(p.Text()),
	}
}

func (e *explorer) replay(ctx context.Context, p program.Program) (*Finding, error) {
	var last *drive.Outcome
	shown := 0
	for range e.Repeats {
		out, err := e.carryOut(ctx, p, patience)
		if err != nil {
			return nil, err
		}
		if out.Violation != nil {
			shown, last = shown+1, &out
		}
	}
	if last == nil {
		return nil, nil
	}
	f := finding(p, *last)
	f.Rate = float64(shown) / float64(e.Repeats)
	return &f, nil
}
