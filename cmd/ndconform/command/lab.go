package command

import (
	"cmp"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	benchsession "github.com/ndconform/ndconform/bench/session"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/explore/session"
	"github.com/ndconform/ndconform/remote"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/worker"
)

// lab returns how the flags ask the run to be carried out.
func (f *runFlags) lab() (runner.Lab, error) {
	if err := usage.Choice("isolation", f.isolate, []string{isolateProcess, isolateNone}); err != nil {
		return runner.Lab{}, err
	}
	if f.procs < 0 || f.procs > mostProcs {
		return runner.Lab{}, exit.UsageError("--procs must be from 0 to %d, and is %d", mostProcs, f.procs)
	}
	if f.timeBudget < 0 {
		return runner.Lab{}, exit.UsageError("--time-budget must not be negative, and is %v", f.timeBudget)
	}
	// Specs wait now and then, so there are two workers more than there are cores.
	lab := runner.Lab{
		Procs: cmp.Or(f.procs, min(runtime.GOMAXPROCS(0)+2, mostProcs)), MemoryLimit: int64(f.memoryLimit),
		FailFast: f.failFast,
	}
	remote.Run() // sets a variable that the workers inherit
	if f.isolate == isolateProcess {
		executable, err := binary.Path()
		if err != nil {
			return runner.Lab{}, err
		}
		lab.Worker = []string{executable, workerName}
	}
	return lab, nil
}

// oneWorker is a lab of one worker, which may have some memory resident, in bytes.
func oneWorker(memory int64) (runner.Lab, error) {
	executable, err := binary.Path()
	return runner.Lab{Worker: []string{executable, workerName}, MemoryLimit: memory}, err
}

// subject returns what the flags ask to run against.
func (f *runFlags) subject(c *runner.Config) error {
	provider, err := selector("provider", f.provider)
	if err != nil {
		return err
	}
	if f.peer != "" {
		if _, err := selector("peer", f.peer); err != nil {
			return err
		}
	}
	if !(f.timeoutScale >= 0.001 && f.timeoutScale <= 1000) { // nor is it NaN
		return exit.UsageError("--timeout-scale must be from 0.001 to 1000, and is %v", f.timeoutScale)
	}
	if err := f.chooseSeed(); err != nil {
		return err
	}
	drawing, err := f.drawing()
	if err != nil {
		return err
	}
	c.Provider, c.Peer, c.Seed, c.TimeoutScale, c.Strict = provider, f.peer, f.seed, f.timeoutScale, f.strict
	c.Challenge, c.Drawing = string(f.challenge), drawing
	return nil
}

// chooseSeed finds the seed, if none is given, or refuses one beside a challenge.
func (f *runFlags) chooseSeed() error {
	if f.challenge == "" {
		if f.origins["seed"] == "" {
			f.seed = f.ownSeed()
		}
		return nil
	}
	if from := f.origins["seed"]; from != "" {
		return exit.UsageError("--challenge gives the seed: no other one can go with it, and --seed is given (%s)", from)
	}
	if f.repeat > 1 || f.draws > 1 || f.untilFailure {
		return exit.UsageError("--challenge asks for one run: --repeat, --draws and --until-failure can't go with it")
	}
	f.seed = f.challenge.Seed()
	return nil
}

// ownSeed returns the seed if none is given. The shards of a run must share a seed without
// knowing of each other, so theirs is always the same.
func (f *runFlags) ownSeed() int64 {
	if f.shard != "" {
		return 1
	}
	return time.Now().Unix()
}

// environmentBy returns the environment of a run by some flags.
func (a *app) environmentBy(f *runFlags, suite []runner.Spec) reports.Environment {
	e := a.environment(suite)
	e.Inputs = a.inputs(f)
	return e
}

func (a *app) environment(suite []runner.Spec) reports.Environment {
	e, b := runner.Environment(suite), binary.This()
	if path, err := binary.Path(); err == nil {
		e.BuildID, _ = binary.BuildID(path) // not every file has one
	}
	e.Program, e.Version, e.Commit, e.Modified, e.CommandLine = a.program, b.Version, b.Commit, b.Modified, os.Args
	return e
}

// workerName is the command that a supervisor starts its own binary with.
const workerName = "worker"

func (a *app) workerCommand() *cobra.Command {
	return &cobra.Command{
		Use: workerName, Short: "Run a batch of specs for a supervisor", Hidden: true, Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := worker.Work(os.Stdin, session.Task(), benchsession.Task(workloadsOf)); err != nil {
				return exit.HarnessError("%v", err)
			}
			return nil
		},
	}
}
