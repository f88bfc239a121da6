package explore

import (
	"cmp"
	"context"

	"github.com/ndconform/ndconform/explore/program"
)

// An explorer carries out one program after another.
type explorer struct {
	open Opener
	Options
}

func newExplorer(open Opener, o Options) *explorer {
	if o.For == 0 && o.Programs == 0 {
		o.Programs = 1
	}
	o.Lanes, o.Findings, o.Repeats = cmp.Or(o.Lanes, 1), cmp.Or(o.Findings, 1), cmp.Or(o.Repeats, 10)
	o.TimeoutScale = cmp.Or(o.TimeoutScale, 1)
	return &explorer{open, o}
}

func (e *explorer) run(context.Context) (Result, error) { return Result{Seed: e.Seed}, nil }

func (e *explorer) replay(context.Context, program.Program) (*Finding, error) { return nil, nil }
