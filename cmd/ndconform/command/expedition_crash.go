package command

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
	"github.com/ndconform/ndconform/runner"
)

// crash is the finding of a worker that did not come to its end, shrunk with a fresh worker
// for each candidate.
func (e *expedition) crash(ctx context.Context, o explore.Options, ending runner.Ending) explore.Finding {
	o.Repeats = 1
	again := func(p program.Program) bool {
		ending, err := e.send(ctx, errandOrder{Options: o, Replay: string(p.Text())})
		return err == nil && !ending.Done && ctx.Err() == nil
	}
	p := program.Generate(o.Seed, e.current)
	if !again(p) {
		return crashed(p, ending)
	}
	p = shrink.Program(ctx, p, again)
	f := crashed(p, ending)
	f.Rate = 1
	return f
}

func crashed(p program.Program, ending runner.Ending) explore.Finding {
	return explore.Finding{
		Rules: []string{}, Message: "expected the process to go on; it ended: " + ending.How, Calls: slices.DeleteFunc([]string{ending.Trace}, func(s string) bool { return s == "" }),
		Steps: len(p.Steps), Program: p, Replay: string(p.Text()),
	}
}
