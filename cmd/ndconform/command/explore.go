package command

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/session"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/runner/waivers"
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
	golang     bool
	soak       bool
	pairs      int
}

func (a *app) exploreCommand() *cobra.Command {
	var f exploreFlags
	c := &cobra.Command{
		Use:   "explore --provider=NAME[,key=value…]",
		Short: "Run generated programs and check every outcome against a model", Args: noArguments,
	}
	c.RunE = func(*cobra.Command, []string) error { return a.exploreWith(&f) }
	c.Long = `Generates programs of ND2 calls, carries them out, and checks every outcome
against a model of what the documents allow. Each finding is shrunk to the
smallest program that still shows it, which --replay carries out again.

Exit codes: 0 nothing was found, 1 something was, or the exploration did not
reach its end, 2 bad arguments, 3 the harness itself failed, 4 nothing ran.`
	c.Example = "  " + a.program + " explore --provider=ref --for=10m\n  " + a.program +
		" explore --provider=ref --replay=finding.jsonl"
	f.add(c)
	complete(c, "provider", completeProvider)
	complete(c, "peer", completeProvider)
	return c
}

func (f *exploreFlags) add(c *cobra.Command) {
	f.memoryLimit = 2 << 30
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider under test, with its options: NAME[,key=value…]")
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	flags.DurationVar(&f.lasting, "for", 0,
		"explore for this `time`, as in 10m, and shrink what has been found on top of it; 20s if no number of programs is "+
			"given either")
	flags.IntVar(&f.programs, "programs", 0, "carry out this `number` of programs")
	flags.IntVar(&f.lanes, "lanes", 2, "have every other program use this `number` of client threads")
	flags.Uint64Var(&f.programsOf, "seed", 0, "choose the programs; new ones each time if not given")
	flags.IntVar(&f.findings, "findings", 1,
		"end after this `number` of findings that break different rules; warnings don't count")
	flags.StringVar(&f.folder, "findings-folder", "",
		"write each finding to this `folder`: as a program for --replay, in words, and as a spec in Go")
	flags.BoolVar(&f.soak, "soak", false,
		"have long-lived connections carry traffic while others come and go, and look for what is left behind")
	flags.IntVar(&f.pairs, "pairs", 200, "with --soak, the `number` of connections that live throughout")
	flags.StringVar(&f.replay, "replay", "", "carry out only the program in this `file`")
	flags.BoolVar(&f.golang, "go", false, "with --replay, print what is found as a spec in Go")
	flags.Float64Var(&f.timeoutScale, "timeout-scale", 1, "multiply every time limit by this `factor`")
	flags.StringVar(&f.waivers, "waivers", "", "excuse the failures that this `file` lists")
	flags.BoolVar(&f.strictWaivers, "strict-waivers", false, "exit 1 if a waiver has expired or is not needed")
	flags.Var(&f.memoryLimit, "memory-limit",
		"on Linux, end a worker that takes more memory than this `size`; 0 is no limit")
	flags.DurationVar(&f.timeBudget, "time-budget", 0,
		"end the exploration after this `time`, shrinking included; 0 is no limit")
	flags.StringVar(&f.journal, "journal", "", "keep the journal in this `file`")
	flags.StringVar(&f.resume, "resume", "", "continue the exploration of this `journal`")
	flags.StringVar(&f.junit, "junit-report", "", "write a JUnit report to this `file`")
	flags.StringVar(&f.json, "json-report", "", "write a JSON report to this `file`")
	flags.StringVar(&f.html, "html-report", "", "write a page for a browser to this `file`")
	flags.StringVar(&f.markdown, "markdown-report", "", "write a job summary to this `file`")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing but what is wrong with the command itself")
}

// mostPairs is how many connections a soak may have.
const mostPairs = 1 << 14

// check refuses flags that are impossible, and fills in those that are not given.
func (f *exploreFlags) check() error {
	switch {
	case f.provider == "":
		return usageError("no provider is named: use --provider=NAME[,key=value…]")
	case f.programs < 0 || f.lasting < 0 || f.timeBudget < 0 || f.findings < 1:
		return usageError("--programs, --for and --time-budget can't be negative, and --findings is at least 1")
	case f.lanes < 1 || f.lanes > program.MostLanes:
		return usageError("--lanes must be from 1 to %d, and is %d", program.MostLanes, f.lanes)
	case f.golang && f.replay == "":
		return usageError("--go needs --replay")
	case f.golang && f.outputs().printed():
		return usageError("--go prints a spec: no report can go to standard output as well")
	case f.soak && (f.programs > 0 || f.replay != ""):
		return usageError("--soak carries out no programs: --programs and --replay can't go with it")
	case f.pairs < 1 || f.pairs > mostPairs:
		return usageError("--pairs must be from 1 to %d, and is %d", mostPairs, f.pairs)
	case !(f.timeoutScale > 0): // nor is it NaN
		return usageError("--timeout-scale must be above 0")
	}
	if _, err := explore.Open(f.provider, f.peer); err != nil {
		return usageError("%v", err)
	}
	if f.lasting == 0 && f.programs == 0 {
		f.lasting = 20 * time.Second
	}
	f.programsOf = cmp.Or(f.programsOf, uint64(time.Now().Unix()))
	return nil
}

// header returns the journal's header for a new exploration, as the flags ask for it.
func (a *app) header(f *exploreFlags) (h journal.Header, err error) {
	if err := f.check(); err != nil {
		return h, err
	}
	suite, err := a.suite(&f.runFlags)
	if err != nil {
		return h, err
	}
	h = journal.Header{
		Provider: f.provider, Peer: f.peer, Seed: int64(f.programsOf), TimeoutScale: f.timeoutScale,
		Started: time.Now().UTC(), Environment: a.environment(suite), Plan: []journal.Spec{session.Spec},
		Exploration: &journal.Exploration{
			For: f.lasting, Programs: f.programs, Lanes: f.lanes, Findings: f.findings,
			Soak: f.soak,
		},
	}
	if f.soak {
		h.Exploration.Pairs = f.pairs
	}
	if f.waivers != "" {
		h.Waivers, err = waivers.Read(f.waivers)
		if err != nil {
			return h, usageError("--waivers: %v", err)
		}
	}
	return h, nil
}

// exploreWith explores as the flags say, and reports what was found.
func (a *app) exploreWith(f *exploreFlags) error {
	t := &task{}
	p, err := f.program()
	if err != nil {
		return err
	}
	var h journal.Header
	if f.resume != "" {
		h, err = a.resumedExploration(f, t)
	} else {
		h, err = a.header(f)
	}
	if err != nil {
		return err
	}
	unmake, err := session.MakeFolder(f.folder)
	if err != nil {
		return usageError("--findings-folder can't be written: %v", err)
	}
	defer unmake()
	files := f.outputs()
	if err := files.open(); err != nil {
		return err
	}
	record, err := openRecord(&f.runFlags, files, t)
	if err != nil {
		files.discard()
		return err
	}
	j := &job{app: a, flags: &f.runFlags, task: t, files: files, record: record}
	x, err := j.exploration(h, p)
	if err != nil {
		return err
	}
	x.Folder = f.folder
	ctx, stop := interruptible(j.writing.Lock)
	defer stop()
	ctx, cancel := within(ctx, f.timeBudget)
	defer cancel()
	run, err := x.Run(ctx)
	if run == nil {
		files.discard()
		record.remove()
		return explorationError(err)
	}
	if f.golang {
		return j.finishInGo(run, err)
	}
	return j.finish(run, err)
}

// exploration is what a header asks for, with the job's journal and reports.
func (j *job) exploration(h journal.Header, p *program.Program) (*session.Exploration, error) {
	lab, err := oneWorker(int64(j.flags.memoryLimit))
	if err != nil {
		return nil, err
	}
	return &session.Exploration{
		Header: h, Program: p, Lab: lab, Say: j.say,
		Journal: func() (*journal.Journal, error) {
			if j.task.resume != nil {
				return j.task.resume, nil
			}
			return journal.New(j.record.fresh(), h)
		},
		Begun: func(run *reports.Run) { j.early = j.report(run, false) },
	}, nil
}

// explorationError is why there is no run.
func explorationError(err error) error {
	if refused := session.RefusedError(""); errors.As(err, &refused) {
		return usageError("%v", refused)
	}
	return harnessError("%v", err)
}

// finishInGo is finish for a user who wants to see nothing but the spec in Go.
func (j *job) finishInGo(run *reports.Run, broken error) error {
	j.flags.quiet = true
	if err := j.finish(run, broken); err != nil && exitCode(err) > exitFailed {
		return err
	}
	for _, found := range run.Explored.Findings {
		if found.Source == "" {
			return harnessError("--go: what is found can't be written as a spec")
		}
		fmt.Fprint(j.out, found.Source)
	}
	return outcome(run, false)
}

// program reads the program that --replay names, if it names one.
func (f *exploreFlags) program() (*program.Program, error) {
	if f.replay == "" {
		return nil, nil
	}
	text, err := os.Open(f.replay)
	if err != nil {
		return nil, usageError("--replay: %v", err)
	}
	defer text.Close()
	p, err := program.Parse(text)
	if err != nil {
		return nil, usageError("--replay: %s: %v", f.replay, err)
	}
	f.programs, f.programsOf = 1, p.Seed
	return &p, nil
}

// resumedExploration opens the journal of the exploration to continue.
func (a *app) resumedExploration(f *exploreFlags, t *task) (h journal.Header, err error) {
	if f.provider != "" || f.replay != "" || f.journal != "" || f.waivers != "" {
		return h,
			usageError(
				"--resume takes everything from its journal: --provider, --replay, --journal and --waivers can't go with it")
	}
	suite, err := a.suite(&f.runFlags)
	if err != nil {
		return h, err
	}
	t.resume, t.resumed, err = journal.Resume(f.resume, a.environment(suite).Machine())
	if err != nil {
		return h, usageError("--resume: %v", err)
	}
	h = t.resume.Header()
	if h.Exploration == nil {
		err = usageError("--resume: %s is of a run of specs; %s --resume=%s continues it", f.resume, a.program, f.resume)
	} else {
		err = a.sameBinary(f.resume, h, suite)
	}
	if err != nil {
		t.resumed.Close()
	}
	return h, err
}
