package selftest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

// Config is what a self-test is made with.
type Config struct {
	// Mutants are to be found by Suite.
	Mutants []Mutant
	Suite   []runner.Spec
	// Provider returns the selector of the mutant with an id; for "" it is the
	// selector of the sound provider, on which every spec has to pass.
	Provider func(id string) string
	// Watched, if not nil, has the validation layer watch the mutants, too.
	Watched Watched
	// Variants, and Pairs of them, must not be failed by Suite.
	Variants, Pairs []Variant
	// Worker is the command that calls worker.Work, and Program is the command that a
	// user calls.
	Worker  []string
	Program string
	// Procs is how many mutants or variants are under test at a time, and half as many more of
	// the variants whose runs wait.
	Procs int
	// Seed decides the order of the specs. A variant is run with Seeds consecutive
	// seeds, beginning with Seed; 0 means 1. A pair is run with one.
	Seed  int64
	Seeds int
	reports.Drawing
	// Done, if not nil, is called after each mutant, by one goroutine at a time.
	Done func(MutantResult)
	// VariantDone is called likewise, after each variant.
	VariantDone func(VariantResult)
}

// Run tests each mutant: first with the specs that claim the entry that it breaks,
// then, if none of them finds it, with the rest of the suite. Then it runs the whole
// suite on each variant. An error means that the suite can't be judged: the
// self-test was interrupted, or a spec fails on the sound provider.
func Run(ctx context.Context, c Config) (*Matrix, error) {
	began := time.Now()
	t := &test{Config: c, usual: map[string]float64{}}
	t.suiteOn = t.whole
	if err := t.measure(ctx, t.claimingAny()); err != nil {
		return nil, err
	}
	results, err := t.all(ctx)
	if err != nil {
		return nil, err
	}
	if err := t.watch(ctx, results); err != nil {
		return nil, err
	}
	variants, err := t.testVariants(ctx, c.Variants, max(1, c.Seeds))
	if err != nil {
		return nil, err
	}
	pairs, err := t.testVariants(ctx, c.Pairs, 1)
	if err != nil {
		return nil, err
	}
	return &Matrix{Mutants: results, Variants: variants, Pairs: pairs, Seconds: time.Since(began).Seconds(), Seed: c.Seed},
		nil
}

type test struct {
	Config
	mu sync.Mutex
	// usual is how long each spec takes on the sound provider, in seconds.
	usual map[string]float64
	// suiteOn runs the suite on a variant with a seed. The error says why the run ended
	// early.
	suiteOn func(ctx context.Context, v Variant, seed int64) (*reports.Run, error)
}

// all returns the result of each mutant, in their order.
func (t *test) all(ctx context.Context) ([]MutantResult, error) {
	results := make([]MutantResult, len(t.Mutants))
	return results, t.eachGroup(ctx, func(ctx context.Context, group []trial) error {
		return t.group(ctx, group, results)
	})
}

// eachGroup calls do with each group of mutants, as many at a time as are tested.
func (t *test) eachGroup(ctx context.Context, do func(context.Context, []trial) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan []trial)
	var lanes sync.WaitGroup
	for range max(1, t.Procs) {
		lanes.Go(func() {
			for group := range next {
				if err := do(ctx, group); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, group := range t.groups() {
		next <- group
	}
	close(next)
	lanes.Wait()
	return context.Cause(ctx)
}

// group tests a group's mutants: first all together, then each that is left.
func (t *test) group(ctx context.Context, group []trial, results []MutantResult) error {
	found, err := t.together(ctx, group)
	if err != nil {
		return err
	}
	for _, one := range group {
		f, ok := found[one.index]
		if !ok {
			f, err = t.one(ctx, one.Mutant)
			if err != nil {
				return err
			}
		}
		results[one.index] = f
		t.done(f)
	}
	return nil
}

func (t *test) done(f MutantResult) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.Done != nil {
		t.Done(f)
	}
}

// one tests a single mutant.
func (t *test) one(ctx context.Context, m Mutant) (MutantResult, error) {
	for _, plan := range t.plans(m) {
		if err := t.measure(ctx, plan); err != nil {
			return MutantResult{}, err
		}
		f, err := t.against(ctx, m, plan)
		if err != nil {
			return MutantResult{}, fmt.Errorf("mutant %s: %w", m.ID, err)
		}
		if !f.Survived {
			return f, nil
		}
	}
	return resultOf(m, &reports.Run{}), nil
}

// against runs a plan on a mutant. A run that ended early is repeated with more
// time, and so is a spec that ran out of time if the same time is not enough on the
// sound provider either.
func (t *test) against(ctx context.Context, m Mutant, plan []runner.Spec) (MutantResult, error) {
	for scale := t.scale(plan); ; scale = min(1, 4*scale) {
		run, err := t.run(ctx, t.Provider(m.ID), plan, scale)
		if err != nil {
			return MutantResult{}, err
		}
		f := resultOf(m, run)
		switch cutOff := f.Survived && run.Incomplete != ""; {
		case cutOff && scale == 1:
			return MutantResult{}, errors.New(run.Incomplete)
		case cutOff:
			continue
		case f.Survived, scale == 1:
			return f, nil
		}
		if doubtful, err := t.doubtful(ctx, lateOnes(run, scale), scale); err != nil || len(doubtful) == 0 {
			return f, err
		}
	}
}

// doubtful returns those of the late specs for which the time at this scale is not
// enough on the sound provider either.
func (t *test) doubtful(ctx context.Context, late []runner.Spec, scale float64) (map[string]bool, error) {
	if len(late) == 0 {
		return nil, nil
	}
	run, err := t.carryOut(ctx, t.Provider(""), late, scale, runner.Lab{})
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, s := range run.Specs {
		if s.Verdict != reports.Pass {
			ids[s.ID] = true
		}
	}
	return ids, nil
}

// chunk is how many of the specs that do not claim the entry are run at a time.
const chunk = 64

// plans lists the specs to run, one plan after the other: those that claim the
// entry, then the others, those of the same object and method before the rest.
func (t *test) plans(m Mutant) (list [][]runner.Spec) {
	if claiming := t.claiming(m); len(claiming) > 0 {
		list = append(list, claiming)
	}
	rest := slices.DeleteFunc(slices.Clone(t.Suite), m.claimedBy)
	slices.SortStableFunc(rest, func(a, b runner.Spec) int { return common(b.ID, m.Breaks) - common(a.ID, m.Breaks) })
	return append(list, slices.Collect(slices.Chunk(rest, chunk))...)
}

// claiming lists the specs that claim the entry that a mutant breaks.
func (t *test) claiming(m Mutant) []runner.Spec {
	return slices.DeleteFunc(slices.Clone(t.Suite), func(s runner.Spec) bool { return !m.claimedBy(s) })
}

// claimedBy reports whether s claims the entry that the mutant breaks.
func (m Mutant) claimedBy(s runner.Spec) bool { return slices.Contains(s.Requirements, m.Breaks) }

// common returns the length of the longest common prefix of two ids, in bytes.
func common(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func (t *test) claimingAny() []runner.Spec {
	broken := map[string]bool{}
	for _, m := range t.Mutants {
		broken[m.Breaks] = true
	}
	return slices.DeleteFunc(slices.Clone(t.Suite), func(s runner.Spec) bool {
		return !slices.ContainsFunc(s.Requirements, func(id string) bool { return broken[id] })
	})
}

// run runs a plan up to the first failure.
func (t *test) run(ctx context.Context, provider string, plan []runner.Spec, scale float64) (*reports.Run, error) {
	return t.carryOut(ctx, provider, plan, scale, runner.Lab{FailFast: true})
}

func (t *test) carryOut(ctx context.Context, provider string, plan []runner.Spec, scale float64,
	lab runner.Lab,
) (*reports.Run, error) {
	lab.Worker = t.Worker
	run, err := runner.Run(ctx, plan, runner.Config{
		Provider: provider, Seed: t.Seed, Drawing: t.Drawing, TimeoutScale: scale, Lab: lab,
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return run, err
}

// resultOf returns the result of a mutant, given a run that ended with the first failure.
func resultOf(m Mutant, run *reports.Run) MutantResult {
	f := MutantResult{ID: m.ID, Breaks: m.Breaks, What: m.What, KilledBy: []string{}}
	for _, s := range run.Specs {
		claims := slices.Contains(s.Requirements, m.Breaks)
		if !kills(m, s.Verdict, claims) {
			continue
		}
		f.KilledBy = append(f.KilledBy, s.ID)
		f.Claimed = f.Claimed || claims
		f.Verdict, f.Message = string(s.Verdict), s.Message
	}
	f.Survived = len(f.KilledBy) == 0
	return f
}

// kills reports whether a spec's verdict shows that it has noticed the mutant. A
// warning does if the broken entry is no MUST and the spec claims it.
func kills(m Mutant, v reports.Verdict, claims bool) bool {
	if v == reports.Warn {
		e, _ := requirement.Lookup(m.Breaks)
		return claims && e.Level != requirement.Must
	}
	return v.Broken()
}
