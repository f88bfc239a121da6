package explore

import (
	"context"
	"strings"

	"github.com/ndconform/ndconform/explore/program"
)

// found shrinks a program that has shown something after others, unless it is excused, and notes the
// finding.
func (e *explorer) found(ctx context.Context, p program.Program, out outcome, history []generated) {
	f := finding(p, out)
	f.Seconds, f.Unconfirmed = e.result.Seconds, out.scope == asLeak
	if e.Found != nil {
		e.Found(f)
	}
	if e.excused(f.Rules) { // whoever excused it has seen a small program, and the time is for others
		f.CutShort = true
	} else {
		f = e.minimize(ctx, f, out, history)
	}
	if f.Unconfirmed && !f.CutShort { // the process has grown, but not because of this program
		return
	}
	e.result.Findings = append(e.result.Findings, f)
	if e.Minimized != nil {
		e.Minimized(f)
	}
}

func finding(p program.Program, out outcome) Finding {
	v := out.Violation
	return Finding{
		Rules: v.Rules, Message: strings.TrimSpace("expected " + v.Expected + "; " + v.Seen), Expected: v.Expected,
		Seen: v.Seen, Calls: out.Calls,
		Steps: p.Length(), Program: p, Replay: string(p.Text()),
	}
}
