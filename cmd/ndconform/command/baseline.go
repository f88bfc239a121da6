package command

import (
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
)

// A baseline is an earlier run that this one is held to: failures that it shows are
// known. A nil baseline knows of none.
type baseline struct{ side compare.Side }

// readBaseline reads the run that --baseline names, or returns nil if it names none.
func (f *runFlags) readBaseline() (*baseline, error) {
	if f.baseline == "" {
		return nil, nil
	}
	if f.failFast {
		return nil, exit.UsageError("--baseline and --fail-fast can't go together: a failure that is known would end the run")
	}
	read := f.known()
	if read.err != nil {
		return nil, exit.UsageError("--baseline: %v", read.err)
	}
	if last := read.side.Runs[len(read.side.Runs)-1]; last.Judged() == 0 && len(last.FailedPrerequisites) == 0 {
		return nil, exit.UsageError("--baseline: %s judged no spec: name a run that did", f.baseline)
	}
	for _, o := range f.outputs() {
		for _, source := range read.sources {
			if usage.SamePath(o.Path, source) {
				return nil, exit.UsageError("--baseline and --%s name the same file: %s", o.Flag, o.Path)
			}
		}
	}
	return &baseline{read.side}, nil
}

// compare compares a run with the baseline.
func (b *baseline) compare(run *reports.Run) (*compare.Comparison, error) {
	return compare.Compare(b.side, compare.Side{Name: "this run", Runs: []*reports.Run{run}})
}

// gate compares a run with the baseline, if there is one, and if the run judged anything.
func (b *baseline) gate(run *reports.Run) (*compare.Comparison, error) {
	if b == nil || run.Incomplete == "" && run.Judged() == 0 {
		return nil, nil
	}
	return b.compare(run)
}

// holds reports whether a run is good enough: conformant, or no worse than the baseline.
func (b *baseline) holds(run *reports.Run) bool {
	if b == nil {
		return run.Conformant()
	}
	c, err := b.compare(run)
	return err == nil && !c.Regressed()
}

// verb says what a run that does not hold has done.
func (b *baseline) verb() string {
	if b == nil {
		return "is not conformant"
	}
	return "has regressed"
}

// known returns the ids of the specs that failed or ended in an error in any of the baseline's
// runs, waived or not, but for those that kept others from being run: where they do that again,
// the same specs are not run.
func (b *baseline) known() map[string]bool {
	if b == nil {
		return nil
	}
	ids := map[string]bool{}
	for _, run := range b.side.Runs {
		for _, s := range run.Specs {
			if s.Verdict.Broken() || s.Verdict == reports.Waived {
				ids[s.ID] = true
			}
		}
	}
	for _, f := range b.side.Runs[len(b.side.Runs)-1].FailedPrerequisites {
		delete(ids, f.Spec.ID)
	}
	return ids
}
