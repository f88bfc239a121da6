package command

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/selftest"
)

// An Option adds to the command.
type Option func(*app)

// Variants are the legal variants that the command selftest has: each alone, in pairs,
// in sets that bring each pair together once, and in sets that have each variant once.
type Variants struct {
	Alone, Pairs, Together, Once []selftest.Variant
	// Drawn draws n generated variants by a seed, and as many sums of three.
	Drawn func(seed int64, n int) []selftest.Variant
}

// Selftest adds the command selftest, which shows that the suite finds the mutants of the
// provider "mutant" and fails no variant, and that generated programs find the seeded
// faults. A binary without these leaves it out.
func Selftest(mutants func() []selftest.Mutant, seeded func() []selftest.SeededFault, variants func() Variants) Option {
	return func(a *app) { a.mutants, a.seeded, a.variants = mutants, seeded, variants }
}

// selftestFlags are the flags of the command selftest.
type selftestFlags struct {
	filters             []string
	only, pairs, format string
	shard               string
	procs, seeds, drawn int
	seed                int64
	watched             bool
	drawFlags
	searchFlags
}

// The choices of selftest's flags.
var (
	matrices   = []string{"mutants", "variants", "pairs"}
	pairShares = []string{"none", "once", "tenth", "together", "all"}
	printings  = []string{"text", "json"}
)

const selftestHelp = `Runs the suite against mutants, which are the reference engine with one requirement
broken on purpose, and prints for each mutant which spec has noticed: a spec that
claims the requirement, another, or none. Then it runs the suite against variants,
which are the engine made different on purpose, as the documents permit: no spec may
fail a variant.

With --explore, generated programs must find mutants instead: mutants that go wrong
only once much has happened, or, with --ordinary, the suite's mutants of order,
notification, lifetime and data. For each mutant it prints when it was found,
how many steps the shrunk program has, and how often that program shows it again.
With --only=variants, generated programs must find nothing on the variants.

With --watched, the validation layer watches the mutants, too, while specs or
generated programs merely drive them: it prints which ones the layer names by itself.

Exit codes: 0 every mutant was noticed and no variant failed, 1 a mutant survived
or a variant failed, 2 bad arguments, 3 the harness itself failed, the runs on a
variant ended early twice, or the suite does not pass on the engine as it is,
4 nothing is selected.`

func (a *app) selftestCommand() *cobra.Command {
	var f selftestFlags
	c := &cobra.Command{
		Use: "selftest", Short: "Find out whether the suite fails each wrong provider, and no right one",
		Args: usage.NoArguments,
	}
	c.RunE = func(*cobra.Command, []string) error {
		if err := f.check(); err != nil {
			return err
		}
		if f.only == "pairs" && !c.Flags().Changed("pairs") {
			f.pairs = "together" // a user who asks for pairs only wants some
		}
		switch {
		case f.explore && f.only == "variants":
			return a.exploreVariants(f)
		case f.explore:
			return a.exploreMutants(f)
		}
		subjects, err := a.subjects(f)
		if err != nil {
			return err
		}
		matrix, err := a.selftest(subjects)
		if err != nil {
			return err
		}
		return a.printMatrix(matrix, f.format)
	}
	c.Long = selftestHelp
	c.Example = "  " + a.program + " selftest\n  " + a.program + " selftest --filter='cq.resize.*' --format=json\n  " +
		a.program + " selftest --only=variants --seeds=3 --pairs=all"
	c.Flags().StringArrayVar(&f.filters, "filter", nil,
		"only mutants with these ids, or that break requirements with these ids, and variants with these ids, or "+
			"`patterns` of them; comma-separated or repeated")
	usage.Complete(c, "filter", a.completeSubject)
	usage.OneOf(c, &f.only, "only", "", "only one of the `MATRICES`: ", matrices)
	usage.OneOf(c, &f.pairs, "pairs", "none",
		"which `PAIRS` of variants to run as well (once is each variant once, in sets of up to seven; the seed chooses the "+
			"tenth; together is all pairs in such sets, the default with --only=pairs): ", pairShares)
	usage.OneOf(c, &f.format, "format", "text", "how to print: ", printings)
	c.Flags().StringVar(&f.shard, "shard", "", "only part i of n of the mutants, of the variants and of the pairs: `i/n`")
	c.Flags().IntVar(&f.procs, "procs", 0,
		"test this `number` of mutants or variants at a time; 0 is four per core or, with --explore, one more than there "+
			"are cores")
	c.Flags().Int64Var(&f.seed, "seed", time.Now().Unix(), "set the order of the specs")
	f.drawFlags.add(c.Flags())
	f.searchFlags.add(c)
	c.Flags().IntVar(&f.drawn, "drawn", 0,
		"run this `number` of variants as well that return a code of their page once, and as many sums of three variants, "+
			"drawn by the seed")
	c.Flags().BoolVar(&f.watched, "watched", false,
		"let the validation layer watch the mutants, too, and say which it names by itself")
	c.Flags().IntVar(&f.seeds, "seeds", 1, "run each variant, but no pair, with this many seeds")
	return c
}

// mostProcs is how many processes may be asked for, and mostSeeds how many seeds;
// more can only be a slip.
const (
	mostProcs = 256
	mostSeeds = 1000
)

func (f selftestFlags) check() error {
	if f.only != "" {
		if err := usage.Choice("matrix for --only", f.only, matrices); err != nil {
			return err
		}
	}
	if err := usage.Choice("share for --pairs", f.pairs, pairShares); err != nil {
		return err
	}
	if err := usage.Choice("format", f.format, printings); err != nil {
		return err
	}
	if err := f.searchFlags.check(); err != nil {
		return err
	}
	if f.explore && f.only == "pairs" || f.ordinary && f.only == "variants" {
		return exit.UsageError("--explore takes mutants or, with --only=variants, variants")
	}
	if f.watched && !f.has("mutants") {
		return exit.UsageError("--watched runs mutants, and --only=%s leaves them out", f.only)
	}
	if f.procs < 0 || f.procs > mostProcs {
		return exit.UsageError("--procs must be from 0 to %d, and is %d", mostProcs, f.procs)
	}
	if f.drawn < 0 || f.drawn > mostSeeds {
		return exit.UsageError("--drawn must be from 0 to %d, and is %d", mostSeeds, f.drawn)
	}
	if f.seeds < 1 || f.seeds > mostSeeds {
		return exit.UsageError("--seeds must be from 1 to %d, and is %d", mostSeeds, f.seeds)
	}
	return nil
}

// layer returns the selector of a mutant within the validation layer, if that was asked for.
func (f selftestFlags) layer() selftest.Watched {
	if !f.watched {
		return nil
	}
	return func(id, findings string) string { return "watched,findings=" + findings + ",inner=mutant,id=" + id }
}

// atATime is how many mutants or variants to test at a time. Specs wait more than they work,
// so that a core has time for several; programs hardly ever wait.
func (f selftestFlags) atATime() int {
	standard := 4 * runtime.GOMAXPROCS(0)
	if f.explore {
		standard = runtime.GOMAXPROCS(0) + 1
	}
	return cmp.Or(f.procs, min(standard, mostProcs))
}

// printMatrix prints a matrix, and returns an error if a mutant has survived or a
// variant has failed.
func (a *app) printMatrix(m *selftest.Matrix, format string) error {
	if err := a.printTable(m, format); err != nil {
		return err
	}
	var faults []string
	if n := m.Survivors(); n > 0 {
		faults = append(faults, plural.Of(n, "mutant")+" survived")
	}
	if failed := m.FailedVariants(); len(failed) > 0 {
		faults = append(faults, fmt.Sprintf("%s failed: %s", plural.Of(len(failed), "variant"), strings.Join(failed, ", ")))
	}
	if len(faults) > 0 {
		return &exit.Error{Code: exit.Failed, Text: strings.Join(faults, "; ")}
	}
	if inconclusive := m.Inconclusive(); len(inconclusive) > 0 {
		return exit.HarnessError("%s did not reach an end, twice: %s", plural.Of(len(inconclusive), "variant"),
			strings.Join(inconclusive, ", "))
	}
	return nil
}

func (a *app) selftest(c selftest.Config) (*selftest.Matrix, error) {
	suite, err := runner.Suite()
	if err != nil {
		return nil, exit.HarnessError("the suite: %v", err)
	}
	executable, err := os.Executable()
	if err != nil {
		return nil, exit.HarnessError("the binary that workers are started from: %v", err)
	}
	ctx, stop := interruptible(func() {})
	defer stop()
	fmt.Fprintf(a.err, "testing the suite with %s, %s and %s, %d at a time, seed %d\n",
		plural.Of(len(c.Mutants), "mutant"), plural.Of(len(c.Variants), "variant"), plural.Of(len(c.Pairs), "pair"), c.Procs,
		c.Seed)
	c.Suite, c.Worker, c.Program = suite, []string{executable, workerName}, a.program
	c.Provider = func(id string) string {
		if id == "" {
			return "mutant"
		}
		return "mutant,id=" + id
	}
	if c.Watched != nil {
		fmt.Fprintln(a.err, "the validation layer watches the mutants, too")
	}
	c.VariantDone = func(h selftest.VariantResult) {
		switch {
		case len(h.Failed) > 0:
			fmt.Fprintf(a.err, "variant %s fails %s\n", h.ID, plural.Of(len(h.Failed), "spec"))
		case h.Inconclusive:
			fmt.Fprintf(a.err, "variant %s did not reach its end: %s\n", h.ID, h.Incomplete[len(h.Incomplete)-1])
		}
	}
	matrix, err := selftest.Run(ctx, c)
	if err != nil {
		return nil, exit.HarnessError("%v", err)
	}
	return matrix, nil
}
