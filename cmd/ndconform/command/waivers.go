package command

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/waivers"
)

func (a *app) waiversCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "waivers", Short: "Work with waiver files", Args: usage.NoArguments,
		RunE: usage.NeedsCommand,
	}
	c.AddCommand(&cobra.Command{
		Use: "check FILE", Short: "Check a waiver file: what has expired, and what matches no spec",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.UsageError("waivers check takes one file, and %s given", usage.Are(len(args)))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.checkWaivers(args[0]) },
	})
	return c
}

func (a *app) checkWaivers(path string) error {
	if err := usage.Regular(path); err != nil {
		return exit.UsageError("%v", err)
	}
	list, _, err := waivers.Read(path)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	suite, err := runner.Suite()
	if err != nil {
		return exit.HarnessError("the suite: %v", err)
	}
	var problems []string
	for _, w := range list {
		if w.Expired(time.Now()) {
			problems = append(problems, fmt.Sprintf("%s:%d: %s: expired on %s", path, w.Line, w.ID, w.Expires))
		}
		if !slices.ContainsFunc(suite, func(s runner.Spec) bool { return w.Matches(s.ID, s.Requirements) }) {
			problems = append(problems,
				fmt.Sprintf("%s:%d: %s: matches no spec%s", path, w.Line, w.ID, usage.DidYouMean(w.ID, specIDs(suite))))
		}
	}
	if len(problems) > 0 {
		return &exit.Error{Code: exit.Failed, Text: strings.Join(problems, "\n")}
	}
	_, err = fmt.Fprintln(a.out, inForce(len(list)))
	return err
}

func inForce(n int) string {
	if n == 1 {
		return "1 waiver, in force"
	}
	return plural.Of(n, "waiver") + ", all in force"
}
