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

// Config is what a run is made with, apart from its plan.
type Config struct {
	// Provider and Peer are selectors as in providers.ParseSelector; Peer may be
	// empty.
	Provider, Peer string
	// Selection is what the plan was made by, for the reports.
	Selection Selection
	// Shard is the part of the plan to run; the zero Shard is all of it.
	Shard journal.Shard
	// Seed decides the order of the specs.
	Seed int64
	reports.Drawing
	// Challenge is what Seed follows from, if the run answers one.
	Challenge string
	// TimeoutScale multiplies every limit of time; it is above 0.
	TimeoutScale float64
	// Round and Rounds are as in reports.Conduct.
	Round, Rounds int
	// Strict fails a spec that sees a well-known failure instead of the documented
	// one.
	Strict bool
	// Waivers excuse failures.
	Waivers []waivers.Waiver
	// Environment names the suite, the machine and the program; see
	// [Environment].
	Environment reports.Environment
	// Journal is where the journal is written to; nil means nowhere. Nothing is
	// written if the provider refuses to open.
	Journal io.Writer
	Lab
}

// Lab says how a run is carried out; it has no effect on the verdicts of a
// conformant provider.
type Lab struct {
	// Worker is the command that calls [worker.Work]. Without one, the specs run in this
	// process, one batch at a time, where a crash costs the run.
	Worker []string
	// Procs is how many workers run side by side; 0 means 1.
	Procs int
	// MemoryLimit is how much memory a worker may have resident, in bytes; 0 means
	// no limit. It is enforced on Linux only.
	MemoryLimit int64
	// FailFast ends the run with the first failure or error.
	FailFast bool
	// Probes are the specs of the suite that are run before others, selected or not:
	// specs whose prerequisite fails in a probe are not run. Without probes every spec is run,
	// whatever others have shown. They need workers.
	Probes []Spec
	// Known are the ids of specs whose failure is known, from an earlier run. Such a
	// failure says nothing about other specs: each of them is judged by itself.
	Known map[string]bool
	// Dumps is what the names of memory dumps begin with. They are made of workers that
	// hang, where the system can make them; empty means that none are.
	Dumps string
	// OwnProviders maps ids of specs to selectors of providers. Each of these specs gets a
	// provider opened for it, instead of the run's.
	OwnProviders map[string]string
	// Begun, if not nil, is called once, when the provider is open, with the report
	// of a run that was cut off before its first spec. A caller that writes it down
	// has a report however this process ends.
	Begun func(*reports.Run)
	// Judged, if not nil, is called with the result of each spec, by one
	// goroutine at a time. A later result of the same spec replaces it.
	Judged func(reports.Spec)
}

// Run runs the planned specs and reports what became of each. When ctx is done, the
// specs that are running are told to end and the rest are not run; the context's
// cause says why. An error with a nil run means that there is no run to report: it
// is a *[worker.ConfigurationError], or the harness is defective. An error together with a
// run means that the journal is incomplete.
func Run(ctx context.Context, plan []Spec, c Config) (*reports.Run, error) {
	plan = slices.SortedFunc(slices.Values(plan), func(a, b Spec) int { return strings.Compare(a.ID, b.ID) })
	h := journal.Header{
		Provider: c.Provider, Peer: c.Peer, Filters: c.Selection.Filters, Shard: c.Shard,
		Seed: c.Seed, Drawing: c.Drawing, Challenge: c.Challenge, TimeoutScale: c.TimeoutScale, Strict: c.Strict,
		Started:     time.Now().UTC(),
		Environment: c.Environment, Waivers: c.Waivers, Plan: plan,
	}
	h.Conduct = reports.Conduct{Workers: max(c.Procs, 1), Round: c.Round, Rounds: c.Rounds}
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

// Resume continues the run of a journal: it runs the specs that have no result
// there, in the order that the seed gives. It returns what [Run] returns.
func Resume(ctx context.Context, j *journal.Journal, lab Lab) (*reports.Run, error) {
	s := newSupervisor(j, lab)
	if err := s.supervise(ctx); err != nil {
		return nil, err
	}
	return j.Run(), j.Err()
}
