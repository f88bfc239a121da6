package command

import (
	"context"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/workloads"
)

func (a *app) replayCommand() *cobra.Command {
	var f watchFlags
	var o playFlags
	c := &cobra.Command{
		Use:   "replay {FILE… | --workloads [NAME…]} --provider=NAME[,key=value…]",
		Short: "Make the calls of a text on a provider, and compare what comes with what the text says",
		Args:  cobra.ArbitraryArgs,
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if f.provider == "" {
			return exit.UsageError("no provider is named: use --provider=NAME[,key=value…]")
		}
		switch {
		case o.workloads && len(args) == 0:
			args = workloads.Names()
		case len(args) == 0:
			return exit.UsageError("no file is named")
		}
		if err := o.check(c.Context(), args); err != nil {
			return err
		}
		if err := tryOpening(f.provider, o.peer); err != nil {
			return err
		}
		program, err := os.Executable()
		if err != nil {
			return exit.HarnessError("%v", err)
		}
		f.replayed = args
		f.program = slices.Concat([]string{program, playName}, playArguments(c.Flags()), []string{"--"}, args)
		return a.watchWith(&f)
	}
	c.Long = `Makes the calls of a text on a provider, one after another, and waits where the
text says that something has come. What comes is compared with the text, and the
validation layer judges each call. docs/replaying.md has the notation.

Exit codes: 0 all came as the text says, 1 something did not or a rule was
broken, 2 bad arguments or a text that can't be read, 3 the harness itself failed.`
	c.Example = "  " + a.program + " replay finding.calls --provider=ref\n  " + a.program +
		" replay --workloads --provider=ref --junit-report=workloads.xml"
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider to replay on, with its options: NAME[,key=value…]")
	o.add(flags)
	flags.DurationVar(&f.timeBudget, "time-budget", 5*time.Minute, "end the replay after this `time`; 0 is no limit")
	f.addRecord(flags)
	f.addOutputs(flags)
	flags.BoolVar(&f.verbose, "verbose", false, "print each line with what came of it")
	usage.Complete(c, "provider", completeProvider)
	usage.Complete(c, "peer", completeProvider)
	return c
}

// check says what is wrong with the flags, or with what is replayed.
func (f *playFlags) check(ctx context.Context, names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			return exit.UsageError("%s is named twice", name)
		}
		seen[name] = true
	}
	switch {
	case !(f.scale >= 0.001 && f.scale <= 1000): // nor is it NaN
		return exit.UsageError("--timeout-scale must be from 0.001 to 1000, and is %v", f.scale)
	case f.workloads && (f.mirror || len(f.with) > 0):
		return exit.UsageError("--mirror and --with are for files, and --workloads has its own")
	case len(names) > 1 && (f.minimize != "" || len(f.with) > 0):
		return exit.UsageError("--minimize and --with take one file")
	}
	for _, name := range names {
		from, err := f.source(ctx, name)
		if err != nil {
			return err
		}
		from.close()
	}
	return nil
}
