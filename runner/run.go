package runner

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/waivers"
)

// Config is what a run is made with, beside its plan.
type Config struct {
	// Provider and Peer are selectors as of providers.ParseSelector; Peer may be
	// empty.
	Provider, Peer string
	// Selection is what the plan was made by, for the reports.
	Selection Selection
	// Shard is the part of the plan to run; zero is all of it.
	Shard journal.Shard
	// Seed decides the order of the specs.
	Seed int64
	// TimeoutScale multiplies every limit of time; it is above 0.
	TimeoutScale float64
	// Strict fails a spec that sees a well-known failure instead of the documented
	// one.
	Strict bool
	// Waivers excuse failures.
	Waivers []waivers.Waiver
	// Environment names the suite, the machine and the program; see
	// [Environment].
	Environment reports.Environment
	// Journal is where the journal is written to; nil is nowhere. Nothing is
	// written if the provider refuses to open.
	Journal io.Writer
	Lab
}

// Lab is how a run is carried out; it has no effect on what a conformant provider
// is found to do.
type Lab struct {
	// Worker is the command that calls [Work]; none runs the specs in this
	// process, one worker at a time, where a crash costs the run.
	Worker []string
	// Procs is how many workers run side by side; 0 is 1.
	Procs int
	// MemoryLimit is how much memory a worker may have resident, in bytes; 0 is
	// no limit. It is kept on Linux.
	MemoryLimit int64
	// FailFast ends the run with the first failure or error.
	FailFast bool
	// Canaries are the specs of the suite that are run before others, selected or not:
	// what builds on a step that they show to fail is not run. None is to run every
	// spec, whatever others have shown. Workers are needed for them.
	Canaries []Spec
	// Known are the ids of specs whose failure is known, from an earlier run. Such a
	// failure shows nothing of other specs: each of them is to be judged by itself.
	Known map[string]bool
	// Dumps is what the names of memory dumps begin with, of workers that hang where the
	// system can make them; empty is to make none.
	Dumps string
	// Alone has selectors of providers by the ids of specs. Each of these specs is
	// run on a provider of its own, opened for it, instead of the run's.
	Alone map[string]string
	// Begun, if not nil, is called once, when the provider is open: with a run
	// that was cut off before its first spec. Who writes that down has a report
	// however this process ends.
	Begun func(*reports.Run)
	// Judged, if not nil, is called with the result of each spec, by one
	// goroutine at a time. A later result of the same spec replaces it.
	Judged func(reports.Spec)
}

// Run runs the planned specs and reports what became of each. When ctx is done,
// the specs that are running are told to end and the rest is not run; the cause
// says why. An error with a nil run means that there is no run to report: a
// *[ConfigurationError], or a defect of the harness. An error beside a run means
// that the journal is not whole.
func Run(ctx context.Context, plan []Spec, c Config) (*reports.Run, error) {
	plan = slices.SortedFunc(slices.Values(plan), func(a, b Spec) int { return strings.Compare(a.ID, b.ID) })
	h := journal.Header{
		Provider: c.Provider, Peer: c.Peer, Filters: c.Selection.Filters, Shard: c.Shard,
		Seed: c.Seed, TimeoutScale: c.TimeoutScale, Strict: c.Strict, Started: time.Now().UTC(),
		Environment: c.Environment, Waivers: c.Waivers, Plan: plan,
	}
	for _, p := range c.Selection.Profiles {
		h.Profiles = append(h.Profiles, string(p))
	}
	if c.Journal == nil {
		c.Journal = io.Discard
	}
	j, err := journal.New(c.Journal, h)
	if err != nil {
		return nil, err
	}
	return Resume(ctx, j, c.Lab)
}

// Resume goes on with the run of a journal: it runs the specs that have no result
// there, in the same order of the seed. It returns what [Run] does.
func Resume(ctx context.Context, j *journal.Journal, lab Lab) (*reports.Run, error) {
	s := newSupervisor(j, lab)
	if err := s.supervise(ctx); err != nil {
		return nil, err
	}
	return j.Run(), j.Err()
}
