package command

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/trend"
)

var trendFormats = formatsOf[*trend.Trend]{
	{name: "text", write: always(trend.Text)},
	{name: "json", write: trend.JSON},
	{name: "html", write: trend.HTML},
}

func (a *app) trendCommand() *cobra.Command {
	var format, to string
	c := &cobra.Command{
		Use: "trend RUNS…", Short: "Show how verdicts and run time went over many runs",
		Long: `Shows the runs in journals, JSON reports and folders of them in the order of time:
counts by verdict, how long each took, and the specs whose verdict changed. Runs of
different providers, peers or selections are kept apart. A file in a folder that
holds no run is left out, and named.

Exit codes: 0 the trend was written, 2 bad arguments, or no run that can be read.`,
		Example: "  " + a.program + ` trend nightly/
  ` + a.program + ` trend nightly/ --format=html -o trend.html`,
		Args: usage.AtLeastOne("journal, report or folder"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := usage.Named(c.Flags()); err != nil {
				return err
			}
			write, err := trendFormats.named(format)
			if err != nil {
				return err
			}
			return a.trend(args, write, format != "text", to)
		},
	}
	usage.OneOf(c, &format, "format", "text", "how to write, html with a plot: ", trendFormats.names())
	c.Flags().StringVarP(&to, "output", "o", "", "write to this `file` rather than to standard output")
	return c
}

// trend writes the trend of runs. tells says that what is left out is not in the text.
func (a *app) trend(paths []string, write func(*trend.Trend) ([]byte, error), tells bool, to string) error {
	var runs []trend.Run
	var sources, leftOut []string
	for _, path := range paths {
		read, left, err := eachRun(path, io.Discard, func(source string, run *reports.Run) {
			runs = append(runs, trend.Of(source, run))
		})
		if err != nil {
			return exit.UsageError("%v", err)
		}
		sources, leftOut = append(sources, read...), append(leftOut, left...)
	}
	if tells {
		a.tellLeftOut(leftOut)
	}
	text, err := write(trend.New(runs, leftOut))
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	return a.writeTo(to, text, sources...)
}
