package command

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

func (a *app) mergeCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use: "merge JOURNAL… --output=FILE", Short: "Join the journals of the shards of one run",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("merge takes the journals of a run's shards, and none is given")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, paths []string) error {
			if to == "" {
				return usageError("no file to write to is named: use --output=FILE")
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
			return usageError("%v", err)
		}
		parts = append(parts, p)
	}
	whole, err := journal.Merge(parts)
	if err != nil {
		return usageError("%v", err)
	}
	var text bytes.Buffer
	if _, err := whole.WriteTo(&text); err != nil {
		return harnessError("%v", err)
	}
	if err := a.writeTo(to, text.Bytes(), paths...); err != nil {
		return err
	}
	if holes := whole.Missing(); len(holes) > 0 {
		return &exitError{exitFailed, fmt.Sprintf("%d of %d specs have no result in any journal: %s", len(holes), len(whole.Plan), list(holes))}
	}
	fmt.Fprintf(a.err, "%d specs of %d journals\n", len(whole.Plan), len(parts))
	return nil
}

func list(specs []runner.Spec) string { return strings.Join(specIDs(specs), ", ") }
