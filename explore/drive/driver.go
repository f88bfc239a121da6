package drive

import (
	"context"
	"errors"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// Options say how to carry a program out.
type Options struct {
	// Limit is how long something may take that the provider owes.
	Limit time.Duration
}

// An Outcome is what carrying a program out came to.
type Outcome struct {
	// Violation is what is wrong; nil is nothing.
	Violation *model.Violation
	// Calls are the latest calls, oldest first.
	Calls []string
	// Steps counts the calls that steps came to.
	Steps int
	// Cover counts the transitions of the model.
	Cover model.Coverage
}

// pool keeps the memory of programs for the next ones.
var pool memory.Pool

// errUnable says that an adapter has not the resources that a program begins with. That
// is no finding: the maxima need not be had together.
var errUnable = errors.New("the adapter has not the resources that the program begins with")

// Run carries a program out. The ends are to be closed afterwards, whatever comes of it.
// The error is of the harness, or that ctx is done.
func Run(ctx context.Context, ends *Ends, p program.Program, o Options) (Outcome, error) {
	d := &driver{Options: o, ctx: ctx, world: model.New(p.Config, [2]nd2.AdapterInfo{ends.End[0].Info, ends.End[1].Info})}
	v, err := d.run(ends, p)
	if errors.Is(err, errUnable) {
		err = nil
	}
	d.free()
	out := Outcome{Violation: v, Steps: d.steps, Cover: d.world.Cover}
	if v != nil {
		out.Calls = d.log.text()
	}
	return out, err
}

// A driver carries one program out.
type driver struct {
	Options
	ctx   context.Context
	world *model.World
	side  [2]*side
	links []*link
	arms  map[*model.Arm]*ticket
	log   log
	steps int
	// had are the kinds of objects that could be created while all others were there.
	had map[string]bool
	buf [64]nd2.Result
}

func (d *driver) run(ends *Ends, p program.Program) (*model.Violation, error) {
	d.arms, d.had = map[*model.Arm]*ticket{}, map[string]bool{}
	if err := d.setUp(ends); err != nil {
		return nil, err
	}
	for n := range d.links {
		if err := d.createPairs(n); err != nil {
			return nil, err
		}
		if v := d.join(n, uint64(n)); v != nil {
			return v, nil
		}
	}
	for _, s := range p.Steps {
		if d.ctx.Err() != nil {
			return nil, context.Cause(d.ctx)
		}
		if v := d.step(s); v != nil {
			return v, nil
		}
	}
	if v := d.settle(); v != nil {
		return v, nil
	}
	if v := d.emptyShared(); v != nil {
		return v, nil
	}
	return d.tearDown(), nil
}

// step carries out one step.
func (d *driver) step(s program.Step) *model.Violation {
	if s.Op == program.Settle {
		d.steps++
		return d.settle()
	}
	c := d.world.Resolve(s)
	if c == nil {
		return nil
	}
	d.steps++
	switch s.Op {
	case program.Results:
		_, v := d.take(c.End, c.Queue, c.Count)
		return v
	case program.Notify:
		return d.notify(c)
	case program.Cancel:
		return d.returned(c, d.side[c.End].queues[c.Queue].CancelOverlappedRequests())
	case program.Resize:
		return d.returned(c, d.side[c.End].queues[c.Queue].Resize(uint32(c.Depth)))
	case program.Flush, program.Disconnect, program.Drop:
		return d.finish(c, s.Op)
	case program.Fail:
		return d.fail(c)
	case program.Connect:
		return d.connect(c.Connection, c.Choice)
	case program.Reject:
		return d.reject(c)
	case program.Refuse:
		return d.refuse(c)
	case program.Spare:
		return d.spare(c)
	case program.Register:
		return d.register(c)
	}
	return d.post(c)
}

// returned has the model judge what a call has returned.
func (d *driver) returned(c *model.Call, s nd2.Status) *model.Violation {
	d.log.add(line{call: c, status: s})
	return d.world.Returned(c, s)
}
