package selftest

import (
	"cmp"
	"context"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// A trial is a mutant with the specs that claim the entry that it breaks.
type trial struct {
	// index is the mutant's place in the list.
	index int
	Mutant
	claiming []runner.Spec
}

// groupSize is how many trials share a worker process, whose start costs more than
// a spec does.
const groupSize = 24

// groups puts trials together that have no spec in common. Those of a group take
// about as long, so that a slow spec does not give quick ones more time to hang.
func (t *test) groups() (groups [][]trial) {
	trials := make([]trial, len(t.Mutants))
	for i, m := range t.Mutants {
		trials[i] = trial{i, m, t.claiming(m)}
	}
	slices.SortStableFunc(trials, func(a, b trial) int { return cmp.Compare(t.scale(b.claiming), t.scale(a.claiming)) })
	var taken []map[string]bool // by each group
	for _, one := range trials {
		fits := func(n int) bool {
			return len(groups[n]) < groupSize &&
				!slices.ContainsFunc(one.claiming, func(s runner.Spec) bool { return taken[n][s.ID] })
		}
		n := 0
		for n < len(groups) && !fits(n) {
			n++
		}
		if n == len(groups) {
			groups, taken = append(groups, nil), append(taken, map[string]bool{})
		}
		groups[n] = append(groups[n], one)
		for _, s := range one.claiming {
			taken[n][s.ID] = true
		}
	}
	return groups
}

// together returns the fates of the mutants of a group that the specs which claim
// their entries have found, by their places. Each spec is run on a mutant of its own.
// A crash and a call that hung are not taken at their word: the mutant is run again,
// with nobody else in the process.
func (t *test) together(ctx context.Context, group []trial) (map[int]Fate, error) {
	var plan []runner.Spec
	alone := map[string]string{}
	for _, one := range group {
		for _, s := range one.claiming {
			plan = append(plan, s)
			alone[s.ID] = t.Provider(one.ID)
		}
	}
	if len(plan) == 0 {
		return nil, nil
	}
	scale := t.scale(plan)
	run, err := t.carryOut(ctx, t.Provider(""), plan, scale, runner.Lab{Alone: alone})
	if err != nil {
		return nil, err
	}
	doubtful, err := t.doubtful(ctx, lateOnes(run, scale), scale)
	if err != nil {
		return nil, err
	}
	fates := map[int]Fate{}
	for _, one := range group {
		f := judge(one.Mutant, of(run, one.claiming, doubtful))
		if !f.Survived && f.Verdict != string(reports.Error) {
			fates[one.index] = f
		}
	}
	return fates, nil
}

// of returns what a run has found of specs, but for some.
func of(run *reports.Run, specs []runner.Spec, but map[string]bool) *reports.Run {
	part := &reports.Run{}
	for _, s := range run.Specs {
		if !but[s.ID] && slices.ContainsFunc(specs, func(one runner.Spec) bool { return one.ID == s.ID }) {
			part.Specs = append(part.Specs, s)
		}
	}
	return part
}
