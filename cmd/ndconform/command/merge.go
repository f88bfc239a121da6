package command

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

func (a *app) mergeCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use: "merge JOURNAL… --output=FILE", Short: "Join the journals of the shards of one run",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exit.UsageError("merge takes the journals of a run's shards, and none is given")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, paths []string) error {
			if to == "" {
				return exit.UsageError("no file to write to is named: use --output=FILE")
			}
			return a.merge(paths, to)
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "write the journal of the whole to this `file`")
	return c
}

func (a *app) merge(paths []string, to string) error {
	var parts []*journal.Part
	for _, path := range paths {
		p, err := journal.ReadPart(path)
		if err != nil {
			return exit.UsageError("%v", err)
		}
		parts = append(parts, p)
	}
	whole, err := journal.Merge(parts)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	var merged bytes.Buffer
	if _, err := whole.WriteTo(&merged); err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := a.writeTo(to, merged.Bytes(), paths...); err != nil {
		return err
	}
	fmt.Fprintf(a.err, "%s", text.Machines(whole.Run()))
	if missing := whole.Missing(); len(missing) > 0 {
		return &exit.Error{Code: exit.Failed, Text: left(whole, missing, to)}
	}
	fmt.Fprintf(a.err, "%s of %s\n", plural.Of(len(whole.Plan), "spec"), plural.Of(len(parts), "journal"))
	return nil
}

// left says what a merged run lacks, and how to get it.
func left(whole *journal.Part, missing []runner.Spec, to string) string {
	var why string
	switch n := len(whole.Absent); n {
	case 0:
	case 1:
		why = fmt.Sprintf("; shard %v has no journal", whole.Absent[0])
	default:
		names := make([]string, n)
		for i, s := range whole.Absent {
			names[i] = s.String()
		}
		why = fmt.Sprintf("; shards %s have no journal", reports.Few(names, 10))
	}
	return fmt.Sprintf("%d of %s have no result in any journal%s: %s; --resume=%s runs them",
		len(missing), plural.Of(len(whole.Plan), "spec"), why, reports.Few(specIDs(missing), 10), to)
}
