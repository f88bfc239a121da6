package command

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/replay"
)

// plays checks the workloads that are to be measured.
func (f *benchFlags) plays(c *cobra.Command) error {
	f.reads.measured = true
	seen := map[string]bool{}
	for _, name := range f.workloads {
		if seen[nameOf(name)] {
			return exit.UsageError("--workload: two would be named %s", nameOf(name))
		}
		seen[nameOf(name)] = true
	}
	if err := f.reads.check(c.Context(), f.workloads); err != nil || len(f.workloads) == 0 {
		return err
	}
	f.workload = slices.Concat(playArguments(c.Flags()), []string{"--"}, f.workloads)
	return nil
}

// nameOf is a workload's name in those of figures.
func nameOf(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return regexp.MustCompile(`[^\pL\pN_-]+`).ReplaceAllString(name, "-")
}

// workloadsOf reads workloads in a worker.
func workloadsOf(ctx context.Context, arguments []string, ends *ndclient.Ends,
) (list []bench.Workload, closes func(), err error) {
	f := playFlags{measured: true}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.addAll(flags)
	if err := flags.Parse(arguments); err != nil {
		return nil, nil, err
	}
	var files []readSeekCloser
	for _, name := range flags.Args() {
		from, err := f.source(ctx, name)
		if err != nil {
			closeAll(files)
			return nil, nil, err
		}
		files = append(files, from.files...)
		if f.fit {
			from.tracks = replay.Fit(ends, from.tracks)
		}
		list = append(list, bench.Workload{Name: nameOf(name), Tracks: from.tracks})
	}
	return list, func() { closeAll(files) }, nil
}
