package drive

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// Options say how to carry out a program.
type Options struct {
	// Limit is how long a provider may take for anything that it owes.
	Limit time.Duration
	// Before, if not nil, is called before each call, with the call in words and the
	// rules that it breaks if it never returns; lanes call it concurrently.
	Before func(what, rules string)
}

// An Outcome is the result of carrying out a program.
type Outcome struct {
	// Violation is what is wrong, or nil.
	Violation *model.Violation
	// Calls are the last calls, oldest first.
	Calls []string
	// Steps counts the calls that were made for steps.
	Steps int
	// At is how many of the program's steps had been reached.
	At int
	// Cover counts the transitions of the model.
	Cover model.Coverage
	// Unanswered counts requests that had to fail and ended as if nobody had answered.
	Unanswered int
	// Lacks is the rule about what the ends lack of what the program begins with, or "". That they lack
	// resources is no finding: an adapter need not be able to provide all its maxima together.
	Lacks string
	// Stuck says that a call has not returned: the ends can be neither used nor closed
	// any more.
	Stuck bool
}

// pool keeps the memory of programs for the next ones.
var pool memory.Pool

// A lacking error says that an adapter lacks resources. It is the rule about what can't be
// created.
type lacking string

func (lacking) Error() string { return "the adapter lacks the resources" }

// gaveUp stands for a violation where a program can't go on, since a request was refused for want of
// resources while others were in progress.
var gaveUp = &model.Violation{}

// giveUp ends the program for want of resources.
func (d *driver) giveUp(rules string) {
	l := lacking(rules)
	d.wants.CompareAndSwap(nil, &l)
	d.log.note("the adapter has no room for another request: the program ends")
	must(gaveUp)
}

func lacksResources(err error) bool {
	var l lacking
	return errors.As(err, &l)
}

// Run carries out a program. The caller closes the ends afterwards, whatever comes of
// it. An error means that the harness failed, or that ctx is done.
func Run(ctx context.Context, ends *Ends, p program.Program, o Options) (Outcome, error) {
	d := &driver{
		Options: o, ctx: ctx, ends: ends,
		world: model.New(p.Config, [2]nd2.AdapterInfo{ends.End[0].Info, ends.End[1].Info}),
	}
	ends.before = o.Before
	var v *model.Violation
	var lacks lacking
	var err error
	var cut bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		v = caught(func() { err = d.run(p) })
		errors.As(err, &v)
		switch {
		case errors.As(err, &lacks):
			v = caught(d.withdraw)
		case v == gaveUp:
			lacks, v = *d.wants.Load(), nil
			d.abort()
		}
		cut = ctx.Err() != nil
		d.free()
	}()
	if stuck := d.stuck(done); stuck != nil { // the goroutine stays in the call as long as the process lasts
		hung := Outcome{Violation: stuck, Calls: d.log.text(), Stuck: true}
		if breach := ends.Breach(); breach != nil {
			hung.Violation, hung.Calls = breach, ends.calls()
		}
		hung.Steps, hung.At = int(d.steps.Load()), int(d.at.Load())
		return hung, nil
	}
	switch {
	case lacks != "":
		err = nil
	case errors.As(err, &v): // about what the program begins with
		err = nil
	}
	calls := d.log.text
	if err == nil && cut { // what has not come when the time is up is no violation
		err, v = context.Cause(ctx), nil
	}
	if breach := ends.Breach(); breach != nil { // it heads whatever has come of it, and is certain whenever the time is up
		v, err, calls = breach, nil, ends.calls
	}
	out := Outcome{
		Violation: v, Steps: int(d.steps.Load()), At: int(d.at.Load()), Cover: d.world.Cover,
		Unanswered: d.world.Unanswered, Lacks: string(lacks),
	}
	if v != nil {
		out.Calls = calls()
	}
	return out, err
}

// A driver carries out one program.
type driver struct {
	Options
	ctx   context.Context
	ends  *Ends
	world *model.World
	side  [2]*side
	links []*link
	// control is nil where a program has none.
	control  *controlConnection
	notifies map[*model.PendingNotify]*operation
	log      log
	// turns numbers calls of lanes as they return, and steps counts the steps that were carried out.
	turns, steps atomic.Int64
	// at is how many of the program's steps have been reached.
	at atomic.Int64
	// quiescences counts how often nothing was on its way.
	quiescences int
	// impaired is what goes wrong on the network, and removed says that an adapter has
	// been removed.
	impaired impairment
	removed  bool
	buf      [64]nd2.Result
	// wants are the rules of a request for which an adapter had no room beside others.
	wants atomic.Pointer[lacking]
}

func (d *driver) run(p program.Program) error {
	defer d.restoreNetwork()
	d.notifies = map[*model.PendingNotify]*operation{}
	if err := d.setUp(); err != nil {
		return err
	}
	for n := range d.links {
		if err := d.createPairs(n, d.world.Join(n)); err != nil {
			return err
		}
		if n >= len(d.links)-d.world.Config.Prepared {
			d.world.Prepared(n)
			continue
		}
		active := d.world.Active(n)
		d.join(&model.Call{
			Connection: n, End: active, Listener: n % len(d.side[1-active].listeners),
			Choice: uint64(n),
		})
		d.world.Joined(n)
	}
	if err := d.openControl(); err != nil {
		return err
	}
	for rest := p.Steps; len(rest) > 0; {
		if d.ctx.Err() != nil {
			return context.Cause(d.ctx)
		}
		n := program.Concurrent(rest)
		if n == 1 {
			n = max(n, leadingBatches(rest))
		}
		d.at.Store(int64(len(p.Steps) - len(rest) + n))
		if d.some(rest[:n]); d.removed {
			return nil
		}
		rest = rest[n:]
	}
	d.settle()
	d.emptyShared()
	d.tearDown()
	return nil
}

// some carries out one step by itself, as often as it says, or several concurrently, or batches.
func (d *driver) some(steps []program.Step) {
	if program.Concurrent(steps) > 1 {
		d.block(steps)
		return
	}
	if isBatch(steps[0]) {
		d.batches(steps)
		return
	}
	for n := range steps[0].Count() {
		if d.step(steps[0].Again(n)); d.removed {
			return
		}
	}
}

// step carries out one step. What the judge finds meanwhile ends the program.
func (d *driver) step(s program.Step) {
	d.carryOut(s)
	must(d.ends.Breach())
}

func (d *driver) carryOut(s program.Step) {
	if waits(s.Op) {
		d.releasePackets()
	}
	if s.Op == program.Settle {
		d.steps.Add(1)
		d.settle()
		return
	}
	c := d.world.Resolve(s)
	if c == nil {
		return
	}
	d.steps.Add(1)
	switch s.Op {
	case program.Flush, program.Disconnect, program.Drop:
		d.finish(c, s.Op)
	case program.Fail:
		d.fail(c)
	case program.Refuse:
		d.refuse(c)
	case program.Ask:
		d.ask(c)
	case program.Impair:
		d.impair(c)
	case program.Remove:
		d.remove(c)
	case program.Spare:
		d.spare(c)
	case program.Register:
		d.register(c)
	case program.Prepare:
		d.prepared(c)
	default:
		d.one(c)
	}
}
