package selftest

import (
	"cmp"
	"context"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// A trial is a mutant, and the specs that claim the entry that it breaks.
type trial struct {
	// index is the mutant's place in the list.
	index int
	Mutant
	claiming []runner.Spec
}

// groupSize is how many trials share a worker process, whose start costs more than
// a spec does.
const groupSize = 24

// groups puts together trials that have no spec in common. The trials of a group
// take about equally long: the group's time limit follows the slowest spec, and a
// quick spec that hangs costs all of it.
func (t *test) groups() (groups [][]trial) {
	trials := make([]trial, len(t.Mutants))
	for i, m := range t.Mutants {
		trials[i] = trial{i, m, t.claiming(m)}
	}
	slices.SortStableFunc(trials, func(a, b trial) int { return cmp.Compare(t.scale(b.claiming), t.scale(a.claiming)) })
	var taken []map[string]bool // the specs of each group
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

// together runs each spec that claims the entries of a group on its mutant, and returns,
// by their places, the results of the mutants that were found. It leaves out mutants that
// crashed or hung: these are run again, each alone in a process.
func (t *test) together(ctx context.Context, group []trial) (map[int]MutantResult, error) {
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
	run, err := t.carryOut(ctx, t.Provider(""), plan, scale, runner.Lab{OwnProviders: alone})
	if err != nil {
		return nil, err
	}
	doubtful, err := t.doubtful(ctx, lateOnes(run, scale), scale)
	if err != nil {
		return nil, err
	}
	results := map[int]MutantResult{}
	for _, one := range group {
		f := resultOf(one.Mutant, of(run, one.claiming, doubtful))
		if !f.Survived && f.Verdict != string(reports.Error) {
			results[one.index] = f
		}
	}
	return results, nil
}

// of returns the part of a run that belongs to specs, without those in but.
func of(run *reports.Run, specs []runner.Spec, but map[string]bool) *reports.Run {
	part := &reports.Run{}
	for _, s := range run.Specs {
		if !but[s.ID] && slices.ContainsFunc(specs, func(one runner.Spec) bool { return one.ID == s.ID }) {
			part.Specs = append(part.Specs, s)
		}
	}
	return part
}
