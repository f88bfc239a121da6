package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/shrink"
	"github.com/ndconform/ndconform/runner"
)

// errandName is what a worker is sent to do that explores.
const errandName = "explore"

// errandSilence is how long a worker that explores may say nothing: longer than any wait
// within a program.
const errandSilence = 20 * time.Second

// An errandOrder is what a worker is to explore, or to replay.
type errandOrder struct {
	Provider string          `json:"provider"`
	Peer     string          `json:"peer,omitempty"`
	Options  explore.Options `json:"options"`
	Replay   string          `json:"replay,omitempty"`
}

// A telling is what the worker tells of it.
type telling struct {
	// Began is the number of the program that begins, and Alive says that the work goes on.
	Began *int `json:"began,omitempty"`
	Alive bool `json:"alive,omitempty"`
	// Found is a finding before it is shrunk.
	Found  *explore.Finding `json:"found,omitempty"`
	Result *explore.Result  `json:"result,omitempty"`
}

// exploring is the errand of a worker.
func exploring() runner.Errand {
	return runner.Errand{Name: errandName, Run: func(ctx context.Context, text json.RawMessage, tell func(any)) error {
		var order errandOrder
		if err := json.Unmarshal(text, &order); err != nil {
			return err
		}
		open, err := explore.Open(order.Provider, order.Peer)
		if err != nil {
			return err
		}
		o := order.Options
		o.Began = func(p program.Program) { tell(telling{Began: &p.Number}) }
		o.Found = func(f explore.Finding) { tell(telling{Found: &f}) }
		o.Alive = func() { tell(telling{Alive: true}) }
		result, err := carryOutErrand(ctx, open, order.Replay, o)
		if err != nil {
			return err
		}
		tell(telling{Result: &result})
		return nil
	}}
}

func carryOutErrand(ctx context.Context, open explore.Opener, replay string, o explore.Options) (explore.Result, error) {
	if replay == "" {
		return explore.Run(ctx, open, o)
	}
	p, err := program.Parse(strings.NewReader(replay))
	if err != nil {
		return explore.Result{}, err
	}
	o.Alive()
	found, err := explore.Replay(ctx, open, p, o)
	result := explore.Result{Seed: p.Seed, Programs: 1}
	if found != nil {
		result.Findings = []explore.Finding{*found}
	}
	return result, err
}

// An expedition explores a provider in worker processes, one after another.
type expedition struct {
	*app
	provider, peer string
	quiet          bool
	lab            runner.Lab

	current  int
	found    *explore.Finding
	result   *explore.Result
	shown    time.Time
	programs int
}

// explore explores until the options' limits; a worker that crashes or hangs has found
// something.
func (e *expedition) explore(ctx context.Context, o explore.Options) (explore.Result, error) {
	ending, err := e.send(ctx, errandOrder{Provider: e.provider, Peer: e.peer, Options: o})
	result := explore.Result{Seed: o.Seed, Programs: e.programs}
	switch {
	case err != nil:
		return explore.Result{}, err
	case ending.Done && e.result != nil:
		result = *e.result
	case ctx.Err() == nil: // otherwise it was the user who ended it
		result.Findings = []explore.Finding{e.crash(ctx, o, ending)}
	}
	return result, nil
}

// replay carries one program out in a worker.
func (e *expedition) replay(ctx context.Context, p program.Program, o explore.Options) (explore.Result, error) {
	ending, err := e.send(ctx, errandOrder{Provider: e.provider, Peer: e.peer, Options: o, Replay: string(p.Text())})
	if err != nil {
		return explore.Result{}, err
	}
	if ending.Done && e.result != nil {
		return *e.result, nil
	}
	return explore.Result{Seed: p.Seed, Programs: 1, Findings: []explore.Finding{crashed(p, ending)}}, nil
}

// crash is the finding of a worker that did not come to its end, shrunk with a fresh worker
// for each candidate.
func (e *expedition) crash(ctx context.Context, o explore.Options, ending runner.Ending) explore.Finding {
	o.Repeats = 1
	again := func(p program.Program) bool {
		ending, err := e.send(ctx, errandOrder{Provider: e.provider, Peer: e.peer, Options: o, Replay: string(p.Text())})
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

// send has a worker do an errand.
func (e *expedition) send(ctx context.Context, order errandOrder) (runner.Ending, error) {
	executable, err := os.Executable()
	if err != nil {
		return runner.Ending{}, harnessError("the binary that workers are started from: %v", err)
	}
	e.lab.Worker, e.result = []string{executable, workerName}, nil
	ending, err := runner.Send(ctx, e.lab, errandName, order, time.Duration(float64(errandSilence)*order.Options.TimeoutScale), e.heard)
	if err != nil {
		return ending, harnessError("%v", err)
	}
	if ending.Failed != "" {
		return ending, usageError("%v", errors.New(ending.Failed))
	}
	return ending, nil
}

// heard takes what a worker tells.
func (e *expedition) heard(text json.RawMessage) {
	var t telling
	if json.Unmarshal(text, &t) != nil {
		return
	}
	switch {
	case t.Began != nil:
		e.current = *t.Began
		e.programs++
		e.progress()
	case t.Found != nil:
		e.found = t.Found
		if !e.quiet {
			fmt.Fprintf(e.err, "found after %d programs: %s\n", e.programs, t.Found.Message)
		}
	case t.Result != nil:
		e.result = t.Result
		for i := range e.result.Findings {
			f := &e.result.Findings[i]
			f.Program, _ = program.Parse(strings.NewReader(f.Replay)) // which has just been written
		}
	}
}

// progress shows now and then how far the exploration has come.
func (e *expedition) progress() {
	if now := time.Now(); !e.quiet && now.Sub(e.shown) > plainPeriod {
		if !e.shown.IsZero() {
			fmt.Fprintf(e.err, "%d programs\n", e.programs)
		}
		e.shown = now
	}
}
