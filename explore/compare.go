package explore

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/program"
)

// compare makes the calls of a program on the provider beside, and notes the first outcome that differs.
func (e *explorer) compare(ctx context.Context, p program.Program, calls []recorded.Call) error {
	if len(calls) == 0 {
		return nil
	}
	e.alive()
	d, err := e.Beside.Compare(ctx, calls, &e.result.Beside, func(rule string) bool { return e.isKnown([]string{rule}) })
	if d == nil || ctx.Err() != nil {
		return err
	}
	f := Finding{
		Rules: []string{d.Rule}, Expected: d.Another, Seen: d.Own, Steps: len(d.Calls), Rate: 1, Seconds: e.result.Seconds,
		Recorded: d.Calls, Program: p, Replay: string(p.Text()),
		Beside: true, Message: fmt.Sprintf("expected %s; %s", d.Another, d.Own),
	}
	e.result.Findings = append(e.result.Findings, f)
	if e.Minimized != nil {
		e.Minimized(f)
	}
	return nil
}
