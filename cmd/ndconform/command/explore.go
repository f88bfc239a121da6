package command

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/explore/session"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
)

func (a *app) exploreCommand() *cobra.Command {
	var f exploreFlags
	c := &cobra.Command{
		Use:   "explore --provider=NAME[,key=value…]",
		Short: "Run generated programs and check every outcome against a model", Args: usage.NoArguments,
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
	return c
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
		Provider: f.provider, Peer: f.peer, Seed: int64(f.programsOf), Challenge: string(f.challenge),
		TimeoutScale: f.timeoutScale,
		Started:      time.Now().UTC(), Environment: a.environmentBy(&f.runFlags, suite), Plan: []journal.Spec{session.Spec},
		Exploration: &journal.Exploration{
			For: f.lasting, Programs: f.programs, Lanes: f.lanes, Findings: f.findings,
			Soak: f.soak, Beside: f.beside,
		},
	}
	if f.soak {
		h.Exploration.Pairs = f.pairs
	}
	h.Waivers, err = f.excused()
	return h, err
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
		return exit.UsageError("--findings-folder can't be written: %v", err)
	}
	defer unmake()
	j, err := a.newJob(&f.runFlags, t, anyFiles)
	if err != nil {
		return err
	}
	x, err := j.exploration(h, p)
	if err != nil {
		return err
	}
	x.Folder = f.folder
	ctx, end := j.begin()
	defer end()
	run, err := x.Run(ctx)
	if run == nil {
		j.discard()
		return sessionError(err)
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

// program reads the program that --replay names, if it names one.
func (f *exploreFlags) program() (*program.Program, error) {
	if f.replay == "" {
		return nil, nil
	}
	text, err := os.Open(f.replay)
	if err != nil {
		return nil, exit.UsageError("--replay: %v", err)
	}
	defer text.Close()
	p, err := program.Parse(text)
	if err != nil {
		return nil, exit.UsageError("--replay: %s: %v", f.replay, err)
	}
	f.programs, f.programsOf = 1, p.Seed
	return &p, nil
}

// resumedExploration opens the journal of the exploration to continue.
func (a *app) resumedExploration(f *exploreFlags, t *task) (h journal.Header, err error) {
	if f.provider != "" || f.replay != "" || f.journal != "" || f.waivers != "" || f.challenge != "" {
		return h, exit.UsageError("--resume takes everything from its journal: --provider, --replay, --challenge, " +
			"--journal and --waivers can't go with it")
	}
	suite, err := a.suite(&f.runFlags)
	if err != nil {
		return h, err
	}
	return a.continued(&f.runFlags, t, suite, true)
}
