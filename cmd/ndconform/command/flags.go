package command

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
)

// runFlags say what to run, how, and what to write. Each is a key of the
// configuration file too, except those in notKeys.
type runFlags struct {
	provider, peer string
	selection      selectionFlags
	shard          string
	seed           int64
	challenge      usage.Challenge
	drawFlags
	timeoutScale  float64
	strict        bool
	waivers       string
	baseline      string
	strictWaivers bool
	observed      usage.Percent

	procs        int
	isolate      string
	memoryLimit  usage.Size
	failFast     bool
	timeBudget   time.Duration
	repeat       int
	draws        int
	untilFailure bool

	journal, resume, rerunFailed, badge string
	reports                             reportPaths
	quiet, verbose                      bool

	config string
	// configured is the configuration that was read, if one was; the others are what excuses and known
	// have read.
	configured   *reports.Input
	waiversRead  *waiversRead
	baselineRead *baselineRead
	// origins say, for each value that is not the default, where it comes from.
	origins map[string]string
}

// notKeys are the flags for one run only.
var notKeys = []string{"config", "challenge", "resume", "rerun-failed", "help", "version", "format"}

// The ways to isolate specs from each other and from the supervisor.
const (
	isolateProcess = "process"
	isolateNone    = "none"
)

// addShared adds the flags that the commands which test a provider share.
func (f *runFlags) addShared(c *cobra.Command) {
	f.memoryLimit = 2 << 30
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider under test, with its options: NAME[,key=value…]")
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	f.challenge.Add(flags)
	flags.Float64Var(&f.timeoutScale, "timeout-scale", 1, "multiply every time limit by this `factor`")
	flags.StringVar(&f.waivers, "waivers", "", "excuse the failures that this `file` lists")
	flags.Var(&f.memoryLimit, "memory-limit",
		"on Linux, end a worker that takes more memory than this `size`; 0 is no limit")
	f.addOutputs(flags)
	usage.Complete(c, "provider", completeProvider)
	usage.Complete(c, "peer", completeProvider)
}

// addOutputs adds the flags that say what is written.
func (f *runFlags) addOutputs(flags *pflag.FlagSet) {
	flags.StringVar(&f.journal, "journal", "", "keep the journal in this `file`")
	f.reports.add(flags)
	flags.BoolVar(&f.quiet, "quiet", false, "print only what is wrong with the command itself")
}

func (f *runFlags) add(c *cobra.Command) {
	f.addShared(c)
	flags := c.Flags()
	f.selection.add(c)
	flags.StringVar(&f.shard, "shard", "", "only part i of n of the selected specs: `i/n`")
	flags.Int64Var(&f.seed, "seed", 0, "set the order of the specs; a new one each time if not given, and 1 in a shard")
	f.drawFlags.add(flags)
	flags.BoolVar(&f.strict, "strict", false,
		"fail a spec if a call fails with a well-known code that is not the documented one")
	flags.BoolVar(&f.strictWaivers, "strict-waivers", false,
		"exit 1 if a waiver has expired, matches no spec or is not needed")

	f.observed.Add(flags)
	flags.StringVar(&f.baseline, "baseline", "",
		"compare with the run in this `journal` or JSON report, or in a folder of them, and exit 1 on regressions only")

	flags.IntVar(&f.procs, "procs", 0, "run this `number` of workers side by side; 0 is two more than there are cores")
	flags.StringVar(&f.isolate, "isolate", isolateProcess,
		"`how` to keep specs apart: process, in worker processes; none, in this process, for a debugger")
	flags.BoolVar(&f.failFast, "fail-fast", false, "end the run with the first failure or error")
	flags.DurationVar(&f.timeBudget, "time-budget", 0,
		"end the run after this `time`, as in 10m, and leave what has not been run; 0 is no limit")
	flags.IntVar(&f.repeat, "repeat", 1,
		"run up to this `number` of times, each with the next seed; the first run that is not conformant ends it")
	flags.IntVar(&f.draws, "draws", 1,
		"run up to this `number` of times, each with the next draw; the first run that is not conformant ends it")
	flags.BoolVar(&f.untilFailure, "until-failure", false,
		"run again, each time with the next seed, until a run is not conformant")

	flags.StringVar(&f.resume, "resume", "", "continue the run of this `journal`")
	flags.StringVar(&f.rerunFailed, "rerun-failed", "",
		"run again what failed in the run of this `journal`, and what was not run because of that")
	flags.StringVar(&f.badge, "badge", "", "write a badge to this `file`: SVG, or for shields.io if it ends in .json")
	flags.BoolVar(&f.verbose, "verbose", false,
		"print each failure when it happens, and every cause with all that is known of it")
	flags.StringVar(&f.config, "config", "",
		"read the configuration from this `file` rather than from "+configFile+", if that is there; "+noConfig+" reads none")

	usage.Complete(c, "isolate", func(string) []string { return []string{isolateProcess, isolateNone} })
}

// given reports whether a flag is on the command line.
func (f *runFlags) given(name string) bool { return f.origins[name] == fromFlag }

// exclusive refuses flags about anything that this flag takes from a journal.
func (f *runFlags) exclusive(flag string, others ...string) error {
	for _, other := range others {
		if f.given(other) {
			return exit.UsageError("--%s and --%s can't go together", flag, other)
		}
	}
	return nil
}
