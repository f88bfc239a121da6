package command

import (
	"cmp"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
)

// exploreFlags are the flags of the command explore. Of runFlags it has those about the
// provider, the reports and the waivers.
type exploreFlags struct {
	runFlags
	lasting    time.Duration
	programs   int
	lanes      int
	programsOf uint64 // the seed
	findings   int
	replay     string
	folder     string
	beside     string
	soak       bool
	pairs      int
}

func (f *exploreFlags) add(c *cobra.Command) {
	f.addShared(c)
	flags := c.Flags()
	flags.DurationVar(&f.lasting, "for", 0,
		"explore for this `time`, as in 10m, and shrink what has been found on top of it; 20s if no number of programs is "+
			"given either")
	flags.IntVar(&f.programs, "programs", 0, "carry out this `number` of programs")
	flags.IntVar(&f.lanes, "lanes", 2, "let every other program use this `number` of client threads")
	flags.Uint64Var(&f.programsOf, "seed", 0, "choose the programs; new ones each time if not given")
	flags.IntVar(&f.findings, "findings", 1,
		"end after this `number` of findings that break different rules; warnings don't count")
	flags.StringVar(&f.beside, "beside", "",
		"make the calls of each program of one thread on this `provider`, too, and report outcomes that differ")
	flags.StringVar(&f.folder, "findings-folder", "",
		"write each finding to this `folder`: as a program for --replay, in words, and as calls for replay")
	flags.BoolVar(&f.soak, "soak", false,
		"carry traffic on long-lived connections while others come and go, and look for what is left behind")
	flags.IntVar(&f.pairs, "pairs", 200, "with --soak, the `number` of connections that live throughout")
	flags.StringVar(&f.replay, "replay", "", "carry out only the program in this `file`")
	flags.BoolVar(&f.strictWaivers, "strict-waivers", false, "exit 1 if a waiver has expired or is not needed")
	flags.DurationVar(&f.timeBudget, "time-budget", 0,
		"end the exploration after this `time`, shrinking included; 0 is no limit")
	flags.StringVar(&f.resume, "resume", "", "continue the exploration of this `journal`")
}

// mostPairs is how many connections a soak may have.
const mostPairs = 1 << 14

// check refuses flags that are impossible, and fills in those that are not given.
func (f *exploreFlags) check() error {
	switch {
	case f.provider == "":
		return exit.UsageError("no provider is named: use --provider=NAME[,key=value…]")
	case f.programs < 0 || f.lasting < 0 || f.timeBudget < 0 || f.findings < 1:
		return exit.UsageError("--programs, --for and --time-budget can't be negative, and --findings is at least 1")
	case f.lanes < 1 || f.lanes > program.MostLanes:
		return exit.UsageError("--lanes must be from 1 to %d, and is %d", program.MostLanes, f.lanes)
	case f.soak && (f.programs > 0 || f.replay != ""):
		return exit.UsageError("--soak carries out no programs: --programs and --replay can't go with it")
	case f.soak && f.beside != "":
		return exit.UsageError("--soak carries out no programs: --beside can't go with it")
	case f.pairs < 1 || f.pairs > mostPairs:
		return exit.UsageError("--pairs must be from 1 to %d, and is %d", mostPairs, f.pairs)
	case !(f.timeoutScale > 0): // nor is it NaN
		return exit.UsageError("--timeout-scale must be above 0")
	}
	if err := tryOpening(f.provider, f.peer); err != nil {
		return err
	}
	if _, err := explore.Open(f.provider, f.peer); err != nil {
		return exit.UsageError("%v", err)
	}
	if f.beside != "" {
		if _, err := explore.Open(f.beside, ""); err != nil {
			return exit.UsageError("--beside: %v", err)
		}
	}
	if f.lasting == 0 && f.programs == 0 {
		f.lasting = 20 * time.Second
	}
	if f.challenge != "" {
		if f.programsOf != 0 || f.replay != "" {
			return exit.UsageError("--challenge gives the seed: --seed and --replay can't go with it")
		}
		f.programsOf = uint64(f.challenge.Seed())
	}
	f.programsOf = cmp.Or(f.programsOf, uint64(time.Now().Unix()))
	return nil
}
