package session

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/soak"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// openSilence is how long a worker may take to open a provider, whose every call may be
// slow.
const openSilence = 2 * time.Minute

// workSilence is how long a worker may send no event, not counting the time in which it waits
// for a processor: longer than any wait within a program. callsMost is more than the number of
// calls that a program makes between two events.
const (
	workSilence = 30 * time.Second
	callsMost   = 2000
)

// progressEvery is how often a user is told how far the exploration has come.
const progressEvery = 10 * time.Second

// A WorkerError says why no worker could be started, or understood.
type WorkerError struct{ Err error }

// Error implements error.
func (e *WorkerError) Error() string { return e.Err.Error() }

// Unwrap returns what went wrong.
func (e *WorkerError) Unwrap() error { return e.Err }

// A Session explores a provider in worker processes, one after another. It is for one
// goroutine; its functions are called in that one.
type Session struct {
	// Provider and Peer are selectors; Peer may be empty.
	Provider, Peer string
	// Beside selects the provider that makes the same calls; empty if none does.
	Beside string
	// Lab has the command that starts a worker, and the limit of its memory.
	Lab runner.Lab
	// Minimized, if not nil, is called with each finding once it has been minimized, and SoFar,
	// if not nil, now and then with the worker's result up to then.
	Minimized func(explore.Finding)
	SoFar     func(explore.Result)
	// Soaked, if not nil, is called now and then with a soak's result up to then.
	Soaked func(soak.Result)
	// Say, if not nil, tells a user how it goes.
	Say func(format string, args ...any)

	provider
	progress
}

// A provider is what workers have said of theirs.
type provider struct {
	refused string
	opened  *journal.Target
	latency time.Duration
}

// A progress is what the latest worker has said of its work.
type progress struct {
	// current is the number of the program that it was in, style that program's style, and
	// programs counts the programs.
	current, programs int
	style             program.Style
	// calls are the latest calls, oldest first, and rules are those of the last one.
	calls []string
	rules string
	// found is a finding that is being minimized, as the smallest program so far has shown it.
	found *explore.Finding
	// latest is the last result that the worker has sent, and result the final one.
	latest  explore.Result
	result  *explore.Result
	soaking *soak.Result
	// shown is when the user was told last.
	shown time.Time
}

// look makes a worker open the provider. The ending is the worker's.
func (s *Session) look(ctx context.Context, timeoutScale float64) (runner.Ending, error) {
	return s.send(ctx, request{Look: true, Options: explore.Options{TimeoutScale: timeoutScale}})
}

// Explore explores until the options' limits; a worker that crashes or hangs has found
// something. The error is a [runner.RefusedError], a [WorkerError], or why no program was carried out.
func (s *Session) Explore(ctx context.Context, o explore.Options) (explore.Result, error) {
	s.programs, s.found, s.current, s.latest = 0, nil, o.First, explore.Result{}
	began := time.Now()
	ending, err := s.send(ctx, request{Options: o, Beside: s.Beside})
	result := s.latest
	result.Seed, result.Programs, result.Seconds, result.Findings = o.Seed, s.programs, time.Since(began).Seconds(), nil
	err = s.failure(ending, err)
	switch {
	case err != nil:
		return explore.Result{}, err
	case ending.Done && s.result != nil:
		result = *s.result
	case s.found != nil: // the user, or the provider, ended the process while this was being minimized
		f := *s.found
		f.CutShort, f.Unconfirmed = true, f.Unconfirmed && ctx.Err() != nil
		result.Findings = []explore.Finding{f}
		s.minimized(f)
	case ctx.Err() == nil: // otherwise the user ended it
		f := s.crash(ctx, o, ending)
		result.Findings = []explore.Finding{f}
		s.minimized(f)
	}
	return result, nil
}

// Replay makes a worker carry out one program. The error is as that of Explore.
func (s *Session) Replay(ctx context.Context, p program.Program, o explore.Options) (explore.Result, error) {
	ending, err := s.send(ctx, request{Options: o, Replay: string(p.Text()), Beside: s.Beside})
	result := explore.Result{Seed: p.Seed, Programs: 1 + len(p.Before), Steps: p.Length()}
	err = s.failure(ending, err)
	switch {
	case err != nil:
		return explore.Result{}, err
	case ending.Done && s.result != nil:
		result = *s.result
	case ctx.Err() == nil:
		f := s.crashed(p, ending)
		f.Rate = 1 / float64(max(1, o.Repeats))
		result.Findings = []explore.Finding{f}
	}
	for _, f := range result.Findings {
		s.minimized(f)
	}
	return result, nil
}

// failure returns why a task could not be done, or nil if it was done or the worker ended:
// err is what kept the worker from being started.
func (s *Session) failure(ending runner.Ending, err error) error {
	switch {
	case err != nil:
		return err
	case s.refused != "":
		return runner.RefusedError(s.refused)
	case ending.Failed != "":
		return errors.New(ending.Failed)
	}
	return nil
}

// soak makes a worker soak. The ending says whether it came to its end.
func (s *Session) soak(ctx context.Context, o soak.Options) (runner.Ending, error) {
	s.soaking = nil
	return s.send(ctx, request{Soak: &o, Options: explore.Options{TimeoutScale: o.TimeoutScale}})
}

// send makes a worker do a task.
func (s *Session) send(ctx context.Context, r request) (runner.Ending, error) {
	r.Provider, r.Peer, r.Memory = s.Provider, s.Peer, s.Lab.MemoryLimit
	s.result, s.calls, s.rules = nil, nil, ""
	limit := cmp.Or(r.silence, workSilence)
	if r.Look {
		limit = openSilence
	}
	silence := time.Duration(float64(limit)*cmp.Or(r.Options.TimeoutScale, 1)) + callsMost*s.latency
	ending, err := runner.Send(ctx, s.Lab, taskName, r, silence, s.onEvent)
	if err != nil {
		return ending, &WorkerError{err}
	}
	return ending, nil
}

// onEvent takes what a worker sends.
func (s *Session) onEvent(e event) {
	switch {
	case e.Refused != "":
		s.refused = e.Refused
	case e.Opened != nil:
		s.opened, s.latency = e.Opened, e.Latency
	case e.Began != nil:
		s.current, s.style = *e.Began, e.Style
		s.programs++
	case e.Call != "":
		s.onCall(e)
	case e.Found != nil:
		s.found = e.Found
		s.say("found after %s: %s", plural.Of(s.programs, "program"), e.Found.Message)
	case e.Smaller != nil:
		s.found = e.Smaller
	case e.Minimized != nil:
		s.found = nil
		s.minimized(*e.Minimized)
	case e.SoFar != nil:
		s.onResult(*e.SoFar)
	case e.Soaked != nil:
		s.soaking = e.Soaked
		if s.Soaked != nil {
			s.Soaked(*e.Soaked)
		}
	case e.Result != nil:
		s.result = e.Result
	}
}

func (s *Session) minimized(f explore.Finding) {
	if s.Minimized != nil {
		s.Minimized(f)
	}
}

func (s *Session) say(format string, args ...any) {
	if s.Say != nil {
		s.Say(format, args...)
	}
}

// onResult takes the result up to now, and tells the user now and then.
func (s *Session) onResult(r explore.Result) {
	s.latest = r
	if s.SoFar != nil {
		s.SoFar(r)
	}
	now := time.Now()
	if s.shown.IsZero() {
		s.shown = now
	}
	if now.Sub(s.shown) >= progressEvery {
		s.say("%s, %s, %s in %.0f s", plural.Of(r.Programs, "program"), plural.Of(r.Steps, "step"),
			plural.Of(r.Transitions.Visited, "transition"), r.Seconds)
		s.shown = now
	}
}
