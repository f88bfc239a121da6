package command

import (
	"context"
	"regexp"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/replay"
)

// plays checks the workloads that are to be measured.
func (f *benchFlags) plays(c *cobra.Command) error {
	f.reads.measured = true
	if err := f.reads.check(c.Context(), f.workloads); err != nil || len(f.workloads) == 0 {
		return err
	}
	f.workload = slices.Concat(playArguments(c.Flags()), []string{"--"}, f.workloads)
	return nil
}

// unnamed is what names of figures don't have.
var unnamed = regexp.MustCompile(`[^\pL\pN._-]+`)

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
		list = append(list, bench.Workload{Name: unnamed.ReplaceAllString(name, "-"), Tracks: from.tracks})
	}
	return list, func() { closeAll(files) }, nil
}
