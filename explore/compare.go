package explore

import (
	"context"
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/program"
)

// compare makes the calls of a program on the provider beside, and notes the first outcome that differs.
func (e *explorer) compare(ctx context.Context, p program.Program, calls []recorded.Call) error {
	if len(calls) == 0 {
		return nil
	}
	d, err := e.Beside.Compare(ctx, calls, &e.result.Beside, e.knownBeside)
	if d == nil || ctx.Err() != nil {
		return err
	}
	f := Finding{
		Rules: []string{d.Rule}, Expected: d.Another, Seen: d.Own, Steps: len(d.Calls), Rate: 1, Seconds: e.result.Seconds,
		Recorded: d.Calls, Program: p, Replay: string(p.Text()),
		Beside: true, Message: fmt.Sprintf("%s; %s", d.Own, d.Another),
	}
	e.result.Findings = append(e.result.Findings, f)
	if e.Minimized != nil {
		e.Minimized(f)
	}
	return nil
}

// besides is compare of a program that is carried out for it.
func (e *explorer) besides(ctx context.Context, p program.Program) error {
	open, r := e.open, recorded.NewRecorder()
	defer func() { e.open = open }()
	e.Minimized = nil // whoever asked is given the result
	e.open = func() (*drive.Ends, error) { return recording(open, r) }
	if out, err := e.carryOut(ctx, p, timeLimit); err != nil || out.Violation != nil {
		return err
	}
	return e.compare(ctx, p, r.Calls())
}

// knownBeside reports whether a rule is that of an earlier difference.
func (e *explorer) knownBeside(rule string) bool {
	return slices.Contains(e.KnownBeside, rule) || slices.ContainsFunc(e.result.Findings, func(f Finding) bool {
		return f.Beside && f.Rules[0] == rule
	})
}
