package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/session"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/selftest"
)

// searchFlags are selftest's flags about generated programs.
type searchFlags struct {
	explore, ordinary bool
	limit             time.Duration
}

func (f *searchFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.explore, "explore", false,
		"look for the seeded faults by generated programs; with --only=variants, for findings on the variants")
	c.Flags().BoolVar(&f.ordinary, "ordinary", false,
		"with --explore, look for those of the suite's mutants that they can find")
	c.Flags().DurationVar(&f.limit, "for", time.Minute,
		"with --explore, explore each mutant for at most this `DURATION`, and each variant for as long")
}

func (f *searchFlags) check() error {
	switch {
	case f.ordinary && !f.explore:
		return exit.UsageError("--ordinary needs --explore")
	case f.limit <= 0:
		return exit.UsageError("--for must be more than 0, and is %v", f.limit)
	}
	return nil
}

// exploreMutants explores the mutants that the flags select, prints what became of
// them, and returns an error if one survived.
func (a *app) exploreMutants(f selftestFlags) error {
	x, err := a.exploration(f)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(func() {})
	defer stop()
	fmt.Fprintf(a.err, "exploring %s, %d at a time, for %v each at most, seed %d\n",
		plural.Of(len(x.Mutants), "mutant"), x.Procs, x.For, x.Seed)
	searches, err := selftest.Explore(ctx, x)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	return a.printSearches(searches, f.format)
}

// exploreVariants explores the variants that the flags select, prints what was found, and returns an error if
// something was.
func (a *app) exploreVariants(f selftestFlags) error {
	c, err := a.subjects(f)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(func() {})
	defer stop()
	all := append(c.Variants, c.Pairs...)
	fmt.Fprintf(a.err, "exploring %s, %d at a time, for %v each, seed %d\n",
		plural.Of(len(all), "variant"), c.Procs, f.limit, c.Seed)
	searches, err := selftest.ExploreVariants(ctx, selftest.VariantExploration{
		Variants: all, For: f.limit, Procs: c.Procs, Seed: c.Seed,
		Explore: func(ctx context.Context, v selftest.Variant, o explore.Options) (explore.Result, error) {
			return exploreOne(ctx, v.Provider, v.Peer, o)
		},
		Done: func(s selftest.VariantSearch) {
			if s.Found != nil {
				fmt.Fprintf(a.err, "variant %s fails: %s\n", s.ID, s.Found.Message)
			}
		},
	})
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := a.printTable(searches, f.format); err != nil {
		return err
	}
	if failed := searches.Failed(); len(failed) > 0 {
		return &exit.Error{Code: exit.Failed, Text: fmt.Sprintf("%s failed: %s", plural.Of(len(failed), "variant"),
			strings.Join(failed, ", "))}
	}
	return nil
}

// printTable prints a table, as JSON if that is the format.
func (a *app) printTable(table interface{ Text() string }, format string) error {
	if format == "json" {
		return output.JSON(a.out, table)
	}
	if _, err := fmt.Fprint(a.out, table.Text()); err != nil {
		return exit.HarnessError("%v", err)
	}
	return nil
}

func (a *app) printSearches(s *selftest.Searches, format string) error {
	if err := a.printTable(s, format); err != nil {
		return err
	}
	if n := s.Survivors(); n > 0 {
		return &exit.Error{Code: exit.Failed, Text: plural.Of(n, "mutant") + " survived"}
	}
	return nil
}

// exploration returns what the flags select.
func (a *app) exploration(f selftestFlags) (x selftest.Exploration, err error) {
	shard, err := f.part()
	if err != nil {
		return x, err
	}
	filters, err := f.compiled()
	if err != nil {
		return x, err
	}
	mutants := a.seeded
	if f.ordinary {
		mutants = a.explorable
	}
	ids := func(m selftest.SeededFault) []string { return append([]string{m.ID, m.Breaks, m.Kind}, m.Also...) }
	x.Mutants = journal.PartOf(shard, chosen(mutants(), filters, ids))
	a.warnUnmatched(filters, "mutant")
	if len(x.Mutants) == 0 {
		return x, &exit.Error{Code: exit.Nothing, Text: "nothing ran: no mutant is selected"}
	}
	x.Provider = func(id string) string { return "mutant,id=" + id }
	x.Sound, x.Replay = "mutant", replayOne
	x.Explore = func(ctx context.Context, provider string, o explore.Options) (explore.Result, error) {
		return exploreOne(ctx, provider, "", o)
	}
	x.Watched = f.layer()
	x.For, x.Procs, x.Seed = f.limit, f.atATime(), f.seed
	x.Done = func(s selftest.Search) {
		if s.Survived {
			fmt.Fprintf(a.err, "%s survived %s\n", s.ID, plural.Of(s.Programs, "program"))
		}
	}
	return x, nil
}

// exploreOne explores a provider, in a worker.
func exploreOne(ctx context.Context, provider, peer string, o explore.Options) (explore.Result, error) {
	s, err := sessionOf(provider)
	if err != nil {
		return explore.Result{}, err
	}
	s.Peer = peer
	return s.Explore(ctx, o)
}

// replayOne carries out a program on a provider several times, in a worker.
func replayOne(ctx context.Context, provider string, p program.Program, times int) (explore.Result, error) {
	s, err := sessionOf(provider)
	if err != nil {
		return explore.Result{}, err
	}
	return s.Replay(ctx, p, explore.Options{Repeats: times})
}

func sessionOf(provider string) (*session.Session, error) {
	lab, err := oneWorker(2 << 30)
	return &session.Session{Provider: provider, Lab: lab}, err
}

// explorable returns those of the suite's mutants that generated programs could
// find: on ND2's interfaces, and about something that the model predicts.
func (a *app) explorable() (list []selftest.SeededFault) {
	kinds := []requirement.Kind{requirement.Ordering, requirement.Notification, requirement.Lifetime, requirement.Data}
	other := []requirement.Profile{requirement.ND1, requirement.NDK, requirement.COM, requirement.Microsoft}
	for _, m := range a.mutants() {
		e, ok := requirement.Lookup(m.Breaks)
		if ok && slices.Contains(kinds, e.Kind) && !slices.Contains(other, e.Profile) {
			list = append(list, selftest.SeededFault{Mutant: m, Kind: string(e.Kind)})
		}
	}
	return list
}
