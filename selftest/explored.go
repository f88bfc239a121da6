package selftest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
)

// A SeededFault is a mutant that generated programs have to find.
type SeededFault struct {
	Mutant
	// Kind is what the mutant gets wrong: "order", "lifetime", "data", "notification" or
	// "leak", or "counting" if no short program can show it.
	Kind string
	// Also are further entries of the catalogue that the mutant breaks.
	Also []string
}

// counts reports whether what the mutant gets wrong shows only after more steps than a
// short program has.
func (p SeededFault) counts() bool { return p.Kind == "counting" }

// Exploration is what a self-test of generated programs is made with.
type Exploration struct {
	// Mutants are to be found by exploring.
	Mutants []SeededFault
	// Provider returns the selector of the mutant with an id.
	Provider func(id string) string
	// Explore explores the provider of a selector: [explore.Run], with whatever keeps
	// the caller alive if the provider takes its process down.
	Explore func(ctx context.Context, provider string, o explore.Options) (explore.Result, error)
	// Watched, if not nil, has the validation layer watch the mutants, too, each for as long as For says.
	Watched Watched
	// Sound is the selector of the provider that the mutants are made from. It is explored with the
	// same seed, by as many programs and for as long at most. Replay carries out on it, several
	// times, each program that shows a mutant's finding: a finding that the sound provider shows
	// too does not count.
	Sound  string
	Replay func(ctx context.Context, provider string, p program.Program, times int) (explore.Result, error)
	// For is how long each mutant is explored at most, not counting the time for
	// shrinking.
	For time.Duration
	// Procs is how many mutants are explored at a time; Seed determines the programs.
	Procs int
	Seed  int64
	// Done, if not nil, is called after each mutant, by one goroutine at a time.
	Done func(Search)
}

// Explore explores each mutant up to the first finding. An error means that no result can be
// given: the exploration was interrupted, the harness failed, or something was found on the
// sound provider.
func Explore(ctx context.Context, x Exploration) (*Searches, error) {
	began := time.Now()
	searches, err := inLanes(ctx, x.Procs, x.Mutants, x.search, x.Done)
	if err != nil {
		return nil, err
	}
	if err := x.control(ctx, searches); err != nil {
		return nil, err
	}
	return &Searches{Mutants: searches, Seconds: time.Since(began).Seconds(), Seed: x.Seed}, nil
}

// search explores one mutant.
func (x Exploration) search(ctx context.Context, m SeededFault) (Search, error) {
	result, err := x.Explore(ctx, x.Provider(m.ID), explore.Options{Seed: uint64(x.Seed), For: x.For})
	switch {
	case ctx.Err() != nil:
		return Search{}, context.Cause(ctx)
	case err != nil:
		return Search{}, fmt.Errorf("mutant %s: %w", m.ID, err)
	}
	if err := x.shownBySound(ctx, m, result); err != nil {
		return Search{}, err
	}
	s := found(m, result)
	if x.Watched != nil {
		if s.Watched, err = x.watch(ctx, m); err != nil {
			return Search{}, fmt.Errorf("mutant %s within the validation layer: %w", m.ID, err)
		}
	}
	return s, nil
}

// control explores the sound provider, on which nothing may be found, with as many programs
// as the mutants were explored with.
func (x Exploration) control(ctx context.Context, searches []Search) error {
	most := 0
	for _, s := range searches {
		most = max(most, s.Programs)
	}
	result, err := x.Explore(ctx, x.Sound, explore.Options{Seed: uint64(x.Seed), For: x.For, Programs: most})
	if ctx.Err() != nil || err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return unsound(x.Sound, result)
}

// How often a program is carried out on the sound provider: a program that shows a mutant's
// finding again, and a program that has shown it only once, which takes more repeats to rule out
// chance.
const (
	controlsOfSteady = 2
	controlsOfOnce   = 30
)

// shownBySound replays on the sound provider the program that found a mutant.
func (x Exploration) shownBySound(ctx context.Context, m SeededFault, r explore.Result) error {
	if len(r.Findings) == 0 {
		return nil
	}
	times := controlsOfSteady
	if r.Findings[0].Rate == 0 {
		times = controlsOfOnce
	}
	result, err := x.Replay(ctx, x.Sound, r.Findings[0].Program, times)
	if ctx.Err() != nil || err != nil {
		return err
	}
	if err := unsound(x.Sound, result); err != nil {
		return fmt.Errorf("mutant %s: %w", m.ID, err)
	}
	return nil
}

// unsound returns an error if something was found on the sound provider.
func unsound(provider string, r explore.Result) error {
	if len(r.Findings) == 0 {
		return nil
	}
	f := r.Findings[0]
	return fmt.Errorf(
		"it can't be told which mutants are found: on the sound provider %q exploring finds something too: %s\n%s", provider,
		f.Message, f.Replay)
}
