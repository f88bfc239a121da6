package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/runner"
)

// suite lists all specs, sorted by id.
func (a *app) suite(f *runFlags) ([]runner.Spec, error) {
	list := runner.Suite
	if f.isolate == isolateNone {
		list = suiteOfChild
	}
	suite, err := list()
	if err != nil {
		return nil, exit.HarnessError("the suite: %v", err)
	}
	if len(suite) == 0 {
		return nil, exit.HarnessError("the binary has no specs: its main package has to import %s/spec/all", binary.Module)
	}
	return suite, nil
}

func suiteOfChild() ([]runner.Spec, error) {
	executable, err := binary.Path()
	if err != nil {
		return nil, err
	}
	text, err := exec.Command(executable, suiteName).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("%w: %s", err, failed.Stderr)
	} else if err != nil {
		return nil, err
	}
	var suite []runner.Spec
	return suite, json.Unmarshal(text, &suite)
}

// choose returns the specs of a selection, sorted by id, and prints which filters
// match nothing.
func (a *app) choose(selection runner.Selection, suite []runner.Spec) ([]runner.Spec, error) {
	plan, unmatched, err := selection.Of(suite)
	if err != nil {
		return nil, exit.UsageError("%v", err)
	}
	for _, filter := range unmatched {
		fmt.Fprintf(a.err, "%s: the filter %q matches no spec%s\n", a.program, filter,
			usage.NearestFilter(filter, selectable(suite)))
	}
	if len(plan) == 0 {
		return nil, &exit.Error{Code: exit.Nothing, Text: "nothing ran: no spec is selected"}
	}
	return plan, nil
}

func specIDs(specs []runner.Spec) []string {
	ids := make([]string, len(specs))
	for i, s := range specs {
		ids[i] = s.ID
	}
	return ids
}

// selectable lists the ids that a filter may match: those of specs, and those of the
// requirements that they claim.
func selectable(suite []runner.Spec) []string {
	var list []string
	for _, s := range suite {
		list = append(list, s.ID)
		list = append(list, s.Requirements...)
	}
	slices.Sort(list)
	return slices.Compact(list)
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
