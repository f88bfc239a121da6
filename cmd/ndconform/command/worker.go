package command

import (
	"os"

	"github.com/spf13/cobra"

	benchsession "github.com/ndconform/ndconform/bench/session"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/explore/session"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/worker"
)

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

// suiteName is the command that lists the specs for a process that runs them
// itself: Ginkgo can't do both in one process.
const suiteName = "suite"

func (a *app) suiteCommand() *cobra.Command {
	return &cobra.Command{
		Use: suiteName, Short: "List the specs for a process that runs them", Hidden: true, Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			suite, err := runner.Suite()
			if err != nil {
				return exit.HarnessError("the suite: %v", err)
			}
			return output.JSON(a.out, suite)
		},
	}
}
