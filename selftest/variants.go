package selftest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// A Variant is a provider that differs from the sound one as the documents permit,
// in one way, or in two if its id is "a+b".
type Variant struct {
	// ID is what the variant is selected by, Differs is a sentence on what it does
	// differently, Permits is one on what permits that, and Source is where the
	// document says so.
	ID, Differs, Permits, Source string
	// TooLittle says why the suite observes too little of the variant to say conformant; empty if it must not.
	TooLittle string
	// Provider and Peer are selectors as in providers.ParseSelector; an empty Peer
	// means that there is none.
	Provider, Peer string
	// Waits says that the variant's runs wait more than they work.
	Waits bool
	// Pairs are the pairs of a set of more than two. If a spec fails the set, each
	// pair is run too, so that the matrix names the pair at fault.
	Pairs []Variant
}

// atWaiting is how many workers share a run that waits.
const atWaiting = 8

func (v Variant) procs() int {
	if v.Waits {
		return atWaiting
	}
	return 1
}

// Share returns the n-th part of a list, at least one, chosen by seed and in its order.
func Share(list []Variant, n int, seed int64) []Variant {
	chosen := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(list))[:(len(list)+n-1)/n]
	slices.Sort(chosen)
	part := make([]Variant, len(chosen))
	for i, c := range chosen {
		part[i] = list[c]
	}
	return part
}

// testVariants returns the result of each variant of a list, in its order; a set that fails is
// followed by its pairs. Variants whose runs wait have separate lanes from those whose runs work,
// so processors don't idle while each lane waits.
func (t *test) testVariants(ctx context.Context, list []Variant, seeds int) ([]VariantResult, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	results := make([][]VariantResult, len(list))
	var lanes sync.WaitGroup
	for _, waits := range []bool{true, false} {
		next := make(chan int, len(list))
		for i, v := range list {
			if v.Waits == waits {
				next <- i
			}
		}
		close(next)
		for range t.lanes(waits) {
			lanes.Go(func() {
				for i := range next {
					var err error
					results[i], err = t.withPairs(ctx, list[i], seeds)
					if err != nil {
						stop(fmt.Errorf("variant %s: %w", list[i].ID, err))
					}
				}
			})
		}
	}
	lanes.Wait()
	return slices.Concat(results...), context.Cause(ctx)
}

// lanes is how many variants are tested at a time whose runs wait, or whose runs work. Those
// that wait have eight workers each, and so half as many lanes.
func (t *test) lanes(waits bool) int {
	if waits {
		return max(1, t.Procs/2)
	}
	return max(1, t.Procs)
}

// withPairs tests a variant, and its pairs if it fails or its run ends early twice.
func (t *test) withPairs(ctx context.Context, v Variant, seeds int) ([]VariantResult, error) {
	h, err := t.testVariant(ctx, v, seeds)
	if err != nil {
		return nil, err
	}
	t.variantDone(h)
	all := []VariantResult{h}
	if !h.fails() && !h.Inconclusive {
		return all, nil
	}
	for _, pair := range v.Pairs {
		h, err := t.testVariant(ctx, pair, seeds)
		if err != nil {
			return nil, err
		}
		t.variantDone(h)
		all = append(all, h)
	}
	return all, nil
}

func (t *test) variantDone(h VariantResult) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.VariantDone != nil {
		t.VariantDone(h)
	}
}

// testVariant runs the suite on a variant with several seeds. A run that ends early is repeated once.
func (t *test) testVariant(ctx context.Context, v Variant, seeds int) (VariantResult, error) {
	began := time.Now()
	h := VariantResult{
		ID: v.ID, Differs: v.Differs, Permits: v.Permits, Source: v.Source, Because: v.TooLittle,
		Verdicts: map[reports.Verdict]int{}, Failed: []string{},
	}
	for n := range int64(seeds) {
		run, early := t.suiteOn(ctx, v, t.Seed+n)
		if early != nil && ctx.Err() == nil {
			h.Incomplete = append(h.Incomplete, early.Error())
			run, early = t.suiteOn(ctx, v, t.Seed+n)
		}
		switch {
		case ctx.Err() != nil:
			return h, context.Cause(ctx)
		case early != nil:
			h.Incomplete = append(h.Incomplete, early.Error())
			h.Inconclusive = true
		default:
			h.add(run)
		}
	}
	h.Seconds = time.Since(began).Seconds()
	return h, nil
}

// quick is the timeout scale of the whole suite on a variant, so that a spec that waits for
// something that is no MUST costs less. A spec that runs out of time is run again with all of it.
const quick = 0.25

// whole runs the whole suite. The error says why the run ended early.
func (t *test) whole(ctx context.Context, v Variant, seed int64) (*reports.Run, error) {
	run, err := t.onVariant(ctx, v, t.Suite, seed, quick)
	if err != nil {
		return nil, err
	}
	late := slices.DeleteFunc(lateOnes(run, quick), func(s runner.Spec) bool { return !failed(run, s.ID) })
	if len(late) > 0 {
		again, err := t.onVariant(ctx, v, late, seed, 1)
		if err != nil {
			return nil, err
		}
		replace(run.Specs, again.Specs)
	}
	run.TimeoutScale = 1
	return run, nil
}

func failed(run *reports.Run, id string) bool {
	return slices.ContainsFunc(run.Specs, func(s reports.Spec) bool {
		return s.ID == id && s.Verdict.Broken()
	})
}

// replace replaces the results in specs by those in by, for the same ids.
func replace(specs, by []reports.Spec) {
	for _, s := range by {
		if i := slices.IndexFunc(specs, func(old reports.Spec) bool { return old.ID == s.ID }); i >= 0 {
			specs[i] = s
		}
	}
}

// onVariant runs a plan on a variant as a user would.
func (t *test) onVariant(ctx context.Context, v Variant, plan []runner.Spec, seed int64,
	scale float64,
) (*reports.Run, error) {
	run, err := runner.Run(ctx, plan, runner.Config{
		Provider: v.Provider, Peer: v.Peer, Seed: seed, Drawing: t.Drawing, TimeoutScale: scale,
		Environment: reports.Environment{Program: t.Program},
		Lab:         runner.Lab{Worker: t.Worker, Procs: v.procs()},
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case run.Incomplete != "":
		return nil, errors.New(run.Incomplete)
	}
	return run, nil
}
