package selftest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ndconform/ndconform/explore"
)

// A Planted mutant is one for generated programs to find.
type Planted struct {
	Mutant
	// Kind is what it gets wrong: "order", "lifetime", "data", "notification" or "leak",
	// or "counting" if no short program can show it.
	Kind string
	// Also are further entries of the catalogue that it breaks.
	Also []string
}

// counts says that what it gets wrong shows only after more than a short program does.
func (p Planted) counts() bool { return p.Kind == "counting" }

// Exploration is what a self-test of generated programs is made with.
type Exploration struct {
	// Mutants are to be found by exploring.
	Mutants []Planted
	// Provider gives the selector of the mutant of an id.
	Provider func(id string) string
	// Explore explores the provider of a selector: [explore.Run], with whatever keeps
	// the caller alive if the provider takes its process down.
	Explore func(ctx context.Context, provider string, o explore.Options) (explore.Result, error)
	// For is how long each is explored at most, but for shrinking.
	For time.Duration
	// Procs is how many mutants are explored at a time, Seed gives the programs.
	Procs int
	Seed  int64
	// Done, if not nil, is called after each mutant, by one goroutine at a time.
	Done func(Search)
}

// Explore explores each mutant up to the first finding. An error says that it can't be
// told what becomes of them: it was interrupted, or the harness failed.
func Explore(ctx context.Context, x Exploration) (*Searches, error) {
	began := time.Now()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	searches := make([]Search, len(x.Mutants))
	next := make(chan int)
	var mu sync.Mutex
	var lanes sync.WaitGroup
	for range max(1, x.Procs) {
		lanes.Go(func() {
			for i := range next {
				s, err := x.search(ctx, x.Mutants[i])
				if err != nil {
					stop(err)
					continue
				}
				searches[i] = s
				mu.Lock()
				if x.Done != nil {
					x.Done(s)
				}
				mu.Unlock()
			}
		})
	}
	for i := range x.Mutants {
		next <- i
	}
	close(next)
	lanes.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return &Searches{Mutants: searches, Seconds: time.Since(began).Seconds(), Seed: x.Seed}, nil
}

// search explores one mutant.
func (x Exploration) search(ctx context.Context, m Planted) (Search, error) {
	if ctx.Err() != nil {
		return Search{}, context.Cause(ctx)
	}
	result, err := x.Explore(ctx, x.Provider(m.ID), explore.Options{Seed: uint64(x.Seed), For: x.For})
	switch {
	case ctx.Err() != nil:
		return Search{}, context.Cause(ctx)
	case err != nil:
		return Search{}, fmt.Errorf("mutant %s: %w", m.ID, err)
	}
	return found(m, result), nil
}
