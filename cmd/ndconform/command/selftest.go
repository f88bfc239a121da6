package command

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/selftest"
)

// An Option adds to the command.
type Option func(*app)

// Selftest adds the command selftest, which has the suite find the mutants of the
// provider "mutant". A binary without them leaves it out.
func Selftest(mutants func() []selftest.Mutant) Option {
	return func(a *app) { a.mutants = mutants }
}

func (a *app) selftestCommand() *cobra.Command {
	var filters []string
	var procs int
	var seed int64
	formats := []string{"text", "json"}
	format := "text"
	c := &cobra.Command{Use: "selftest", Short: "Find out whether the suite notices each way to break a provider", Args: noArguments}
	c.RunE = func(*cobra.Command, []string) error {
		if err := choice("format", format, formats); err != nil {
			return err
		}
		if procs < 1 || procs > mostProcs {
			return usageError("--procs must be from 1 to %d, and is %d", mostProcs, procs)
		}
		mutants, err := chosen(a.mutants(), words(filters))
		if err != nil {
			return err
		}
		matrix, err := a.selftest(mutants, procs, seed)
		if err != nil {
			return err
		}
		return a.printMatrix(matrix, format)
	}
	c.Long = `Runs the suite against the reference engine broken on purpose, one requirement at
a time, and prints for each of these mutants which spec has noticed: one that
claims the requirement, another, or none.

Exit codes: 0 every mutant was noticed, 1 one survived, 2 bad arguments, 3 the
harness itself failed, or the suite does not pass on the engine as it is.`
	c.Example = "  " + a.program + " selftest\n  " + a.program + " selftest --filter='cq.resize.*' --format=json"
	c.Flags().StringArrayVar(&filters, "filter", nil, "only mutants of these ids, or of requirements of these ids, or `patterns` of either; comma-separated or repeated")
	c.Flags().StringVar(&format, "format", format, "how to print: text or json")
	complete(c, "format", func(string) []string { return formats })
	c.Flags().IntVar(&procs, "procs", runtime.NumCPU(), "how many mutants to test at a time")
	c.Flags().Int64Var(&seed, "seed", time.Now().Unix(), "give the order of the specs")
	return c
}

// mostProcs is how many processes may be asked for; more is a slip.
const mostProcs = 256

// printMatrix prints a matrix, and is an error if a mutant has survived.
func (a *app) printMatrix(m *selftest.Matrix, format string) error {
	if format == "json" {
		if err := a.printJSON(m); err != nil {
			return err
		}
	} else if _, err := fmt.Fprint(a.out, m.Text()); err != nil {
		return harnessError("%v", err)
	}
	if n := m.Survivors(); n > 0 {
		return &exitError{exitFailed, fmt.Sprintf("%d mutants survived", n)}
	}
	return nil
}

// chosen gives the mutants that the filters select; none selects all.
func chosen(mutants []selftest.Mutant, filters []string) (list []selftest.Mutant, err error) {
	for _, m := range mutants {
		hit := len(filters) == 0
		for _, f := range filters {
			for _, id := range []string{m.ID, m.Breaks} {
				matched, err := path.Match(f, id)
				if err != nil {
					return nil, usageError("--filter %q: %v", f, err)
				}
				hit = hit || matched
			}
		}
		if hit {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil, &exitError{exitNothing, "nothing ran: no mutant is selected"}
	}
	return list, nil
}

func (a *app) selftest(mutants []selftest.Mutant, procs int, seed int64) (*selftest.Matrix, error) {
	suite, err := runner.Suite()
	if err != nil {
		return nil, harnessError("the suite: %v", err)
	}
	executable, err := os.Executable()
	if err != nil {
		return nil, harnessError("the binary that workers are started from: %v", err)
	}
	ctx, stop := interruptible(func() {})
	defer stop()
	fmt.Fprintf(a.err, "testing the suite with %d mutants, %d at a time, seed %d\n", len(mutants), procs, seed)
	matrix, err := selftest.Run(ctx, selftest.Config{
		Mutants: mutants, Suite: suite, Worker: []string{executable, workerName}, Procs: procs, Seed: seed,
		Provider: func(id string) string {
			if id == "" {
				return "mutant"
			}
			return "mutant,id=" + id
		},
	})
	if err != nil {
		return nil, harnessError("%v", err)
	}
	return matrix, nil
}
