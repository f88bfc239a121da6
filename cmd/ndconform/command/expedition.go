package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/soak"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// probeSilence is how long a worker may take to open a provider, whose every call may be
// slow.
const probeSilence = 2 * time.Minute

// errandSilence is how long a worker that explores may say nothing, not counting the time in which
// it waits for a processor: longer than any wait within a program. callsMost is more than the
// number of calls that a program makes before it says something again.
const (
	errandSilence = 30 * time.Second
	callsMost     = 2000
)

// An expedition explores a provider in worker processes, one after another.
type expedition struct {
	provider, peer string
	lab            runner.Lab
	// shrunk, if not nil, is called with each finding once it has been shrunk, and soFar,
	// if not nil, now and then with the worker's result up to then.
	shrunk func(explore.Finding)
	soFar  func(explore.Result)
	// soaked, if not nil, is called now and then with a soak's result up to then.
	soaked func(soak.Result)
	// says, if not nil, tells a user how it goes.
	says func(format string, args ...any)

	// What the workers have told about the provider, and the latest one about its work.
	refused string
	opened  *journal.Target
	pace    time.Duration
	// current is the number of the program that it was in, style that program's style, and
	// programs counts the programs.
	current, programs int
	style             program.Style
	// calls are the latest calls that were told, oldest first, and rules are those of
	// the last one.
	calls []string
	rules string
	// found is a finding that is being shrunk, as the smallest program so far has shown it.
	found *explore.Finding
	// latest is the last result that the worker has told.
	latest  explore.Result
	result  *explore.Result
	soaking *soak.Result
	shown   time.Time
}

// probe has a worker look at the provider to explore. The ending is the worker's.
func (e *expedition) probe(ctx context.Context, timeoutScale float64) (runner.Ending, error) {
	return e.send(ctx, errandOrder{Probe: true, Options: explore.Options{TimeoutScale: timeoutScale}})
}

// explore explores until the options' limits; a worker that crashes or hangs has found
// something.
func (e *expedition) explore(ctx context.Context, o explore.Options) (explore.Result, error) {
	e.programs, e.found, e.current, e.latest = 0, nil, o.First, explore.Result{}
	began := time.Now()
	ending, err := e.send(ctx, errandOrder{Options: o})
	result := e.latest
	result.Seed, result.Programs, result.Seconds, result.Findings = o.Seed, e.programs, time.Since(began).Seconds(), nil
	err = e.failure(ending, err)
	switch {
	case err != nil:
		return explore.Result{}, err
	case ending.Done && e.result != nil:
		result = *e.result
	case e.found != nil: // the user, or the provider, ended the process while this was being shrunk
		f := *e.found
		f.CutShort, f.Unconfirmed = true, f.Unconfirmed && ctx.Err() != nil
		result.Findings = []explore.Finding{f}
		e.hasShrunk(f)
	case ctx.Err() == nil: // otherwise the user ended it
		f := e.crash(ctx, o, ending)
		result.Findings = []explore.Finding{f}
		e.hasShrunk(f)
	}
	return result, nil
}

// replay has a worker carry out one program.
func (e *expedition) replay(ctx context.Context, p program.Program, o explore.Options) (explore.Result, error) {
	ending, err := e.send(ctx, errandOrder{Options: o, Replay: string(p.Text())})
	result := explore.Result{Seed: p.Seed, Programs: 1 + len(p.Before), Steps: p.Length()}
	err = e.failure(ending, err)
	switch {
	case err != nil:
		return explore.Result{}, err
	case ending.Done && e.result != nil:
		result = *e.result
	case ctx.Err() == nil:
		f := e.crashed(p, ending)
		f.Rate = 1 / float64(max(1, o.Repeats))
		result.Findings = []explore.Finding{f}
	}
	for _, f := range result.Findings {
		e.hasShrunk(f)
	}
	return result, nil
}

// failure returns why an errand could not be done, or nil if it was done or the worker ended:
// err is what kept the worker from being started.
func (e *expedition) failure(ending runner.Ending, err error) error {
	switch {
	case err != nil:
		return err
	case e.refused != "":
		return usageError("%s", e.refused)
	case ending.Failed != "":
		return errors.New(ending.Failed)
	}
	return nil
}

// soak has a worker soak. The ending says whether it came to its end.
func (e *expedition) soak(ctx context.Context, o soak.Options) (runner.Ending, error) {
	e.soaking = nil
	return e.send(ctx, errandOrder{Soak: &o, Options: explore.Options{TimeoutScale: o.TimeoutScale}})
}

// send has a worker do an errand.
func (e *expedition) send(ctx context.Context, order errandOrder) (runner.Ending, error) {
	executable, err := os.Executable()
	if err != nil {
		return runner.Ending{}, harnessError("the binary that workers are started from: %v", err)
	}
	order.Provider, order.Peer, order.Memory = e.provider, e.peer, e.lab.MemoryLimit
	e.lab.Worker, e.result, e.calls, e.rules = []string{executable, workerName}, nil, nil, ""
	limit := cmp.Or(order.silence, errandSilence)
	if order.Probe {
		limit = probeSilence
	}
	silence := time.Duration(float64(limit)*cmp.Or(order.Options.TimeoutScale, 1)) + callsMost*e.pace
	ending, err := runner.Send(ctx, e.lab, errandName, order, silence, e.heard)
	if err != nil {
		return ending, harnessError("%v", err)
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
	case t.Refused != "":
		e.refused = t.Refused
	case t.Opened != nil:
		e.opened, e.pace = t.Opened, t.Pace
	case t.Began != nil:
		e.current, e.style = *t.Began, t.Style
		e.programs++
	case t.Call != "":
		e.hears(t)
	case t.Found != nil:
		e.found = withProgram(t.Found)
		e.inform("found after %s: %s", plural.Of(e.programs, "program"), t.Found.Message)
	case t.Smaller != nil:
		e.found = withProgram(t.Smaller)
	case t.Shrunk != nil:
		e.found = nil
		e.hasShrunk(*withProgram(t.Shrunk))
	case t.SoFar != nil:
		e.latest = *t.SoFar
		if e.soFar != nil {
			e.soFar(*t.SoFar)
		}
		e.progress(*t.SoFar)
	case t.Soaked != nil:
		e.soaking = t.Soaked
		if e.soaked != nil {
			e.soaked(*t.Soaked)
		}
	case t.Result != nil:
		e.result = t.Result
		for i := range e.result.Findings {
			withProgram(&e.result.Findings[i])
		}
	}
}

// withProgram fills in the program of a finding, which is told as text.
func withProgram(f *explore.Finding) *explore.Finding {
	f.Program, _ = program.Parse(strings.NewReader(f.Replay)) // which has just been written
	return f
}

func (e *expedition) hasShrunk(f explore.Finding) {
	if e.shrunk != nil {
		e.shrunk(f)
	}
}

func (e *expedition) inform(format string, args ...any) {
	if e.says != nil {
		e.says(format, args...)
	}
}

// progress says now and then how far the exploration has come.
func (e *expedition) progress(r explore.Result) {
	now := time.Now()
	if e.shown.IsZero() {
		e.shown = now
	}
	if now.Sub(e.shown) >= plainPeriod {
		e.inform("%s, %s, %s in %.0f s", plural.Of(r.Programs, "program"), plural.Of(r.Steps, "step"),
			plural.Of(r.Transitions.Visited, "transition"), r.Seconds)
		e.shown = now
	}
}
