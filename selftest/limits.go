package selftest

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
)

// The time limit of a spec on a mutant, in seconds; a mutant that hangs costs all
// of it. The limit is leastLimit plus limitFactor times what the slowest spec of the
// plan takes on the sound provider.
const (
	leastLimit  = 0.4
	limitFactor = 8
)

// usualLimit is a spec's limit at a timeout scale of 1, in seconds.
const usualLimit = 10

// scale returns the timeout scale for a plan.
func (t *test) scale(plan []runner.Spec) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	slowest := 0.0
	for _, s := range plan {
		slowest = max(slowest, t.usual[s.ID])
	}
	return min(1, (leastLimit+limitFactor*slowest)/usualLimit)
}

// lateOnes lists the specs that failed when all or nearly all of their time was over.
func lateOnes(run *reports.Run, scale float64) (late []runner.Spec) {
	const nearly = 0.9
	for _, s := range run.Specs {
		if s.Verdict != reports.Pass && s.Seconds > nearly*scale*usualLimit {
			late = append(late, runner.Spec{ID: s.ID, Title: s.Title, Requirements: s.Requirements, Place: s.Place})
		}
	}
	return late
}

// measure runs on the sound provider those specs of a plan that have not been run
// there yet. A spec that fails there can't tell a mutant from the sound provider.
func (t *test) measure(ctx context.Context, plan []runner.Spec) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var fresh []runner.Spec
	for _, s := range plan {
		if _, known := t.usual[s.ID]; !known {
			fresh = append(fresh, s)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	run, err := t.run(ctx, t.Provider(""), fresh, 1)
	if err != nil {
		return err
	}
	for _, s := range run.Specs {
		if s.Verdict.Broken() {
			return fmt.Errorf("spec %s does not pass on the sound provider: %s", s.ID, s.Message)
		}
		t.usual[s.ID] = s.Seconds
	}
	if run.Incomplete != "" {
		return fmt.Errorf("the run on the sound provider: %s", run.Incomplete)
	}
	return nil
}
