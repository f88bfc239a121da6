package command

import (
	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/trend"
)

// trendFormats are the formats of the command trend, in the order in which they are listed.
var trendFormats = []string{"text", jsonFormat, htmlFormat}

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
		Args: atLeastOne("journal, report or folder"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := named(c.Flags()); err != nil {
				return err
			}
			if err := choice("format", format, trendFormats); err != nil {
				return err
			}
			return a.trend(args, format, to)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "how to write: text, json or html, which has a plot")
	c.Flags().StringVarP(&to, "output", "o", "", "write to this `file` rather than to standard output")
	complete(c, "format", func(string) []string { return trendFormats })
	return c
}

func (a *app) trend(paths []string, format, to string) error {
	var runs []trend.Run
	var sources, leftOut []string
	for _, path := range paths {
		read, left, err := eachRun(path, func(source string, run *reports.Run) {
			runs = append(runs, trend.Of(source, run))
		})
		if err != nil {
			return usageError("%v", err)
		}
		sources, leftOut = append(sources, read...), append(leftOut, left...)
	}
	if format != "text" {
		a.tellLeftOut(leftOut) // the text names them itself
	}
	text, err := trendAs(trend.New(runs, leftOut), format)
	if err != nil {
		return harnessError("%v", err)
	}
	return a.writeTo(to, text, sources...)
}

func trendAs(t *trend.Trend, format string) ([]byte, error) {
	switch format {
	case jsonFormat:
		return trend.JSON(t)
	case htmlFormat:
		return trend.HTML(t)
	}
	return trend.Text(t), nil
}
