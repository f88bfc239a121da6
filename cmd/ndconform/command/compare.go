package command

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/compare"
	speeds "github.com/ndconform/ndconform/reports/speed/compare"
)

// comparisonFormats and speedFormats have the same names.
var (
	comparisonFormats = formatsOf[*compare.Comparison]{
		{name: "text", write: always(compare.Text)},
		{name: "markdown", write: always(compare.Markdown)},
		{name: "html", write: compare.HTML},
		{name: "json", write: compare.JSON},
	}
	speedFormats = formatsOf[*speeds.Comparison]{
		{name: "text", write: always(speeds.Text)},
		{name: "markdown", write: always(speeds.Markdown)},
		{name: "html", write: speeds.HTML},
		{name: "json", write: speeds.JSON},
	}
)

func (a *app) compareCommand() *cobra.Command {
	var format, to string
	var gate speedGate
	c := &cobra.Command{
		Use: "compare OLD NEW", Short: "Say what is different between two runs, regressions first",
		Long: `Compares two runs. Each is a journal, a JSON report, or a folder of them. Of a
folder the last run is compared; the others show how steady verdicts and durations
are.

JSON reports of bench are compared as well: what has become slower by more than
--threshold, and by more than noise, is a regression. A folder of old ones shows
how much unchanged runs differ.

Exit codes: 0 no regression, 1 a regression, 2 bad arguments or files, 3 the harness
itself failed, 4 too few figures of bench could be judged.`,
		Example: "  " + a.program + ` compare main.journal branch.journal
  ` + a.program + ` compare nightly/ tonight.json --format=html -o changes.html
  ` + a.program + ` compare speeds/ new.json --threshold=5%`,
		Args: func(_ *cobra.Command, args []string) error {
			const sides = 2
			if len(args) != sides {
				return exit.UsageError("compare takes an old and a new run, and %s given", usage.Are(len(args)))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := usage.Named(c.Flags()); err != nil {
				return err
			}
			write, err := comparisonFormats.named(format)
			if err != nil {
				return err
			}
			speeds, err := areSpeeds(args[0], args[1])
			switch {
			case err != nil:
				return err
			case speeds:
				return a.compareSpeeds(args[0], args[1], format, to, gate)
			}
			for _, flag := range []string{"threshold", "require-judged"} {
				if c.Flags().Changed(flag) {
					return exit.UsageError("--%s is for reports of bench, and these are runs of the suite", flag)
				}
			}
			return a.compare(args[0], args[1], write, to)
		},
	}
	usage.OneOf(c, &format, "format", "text", "how to write: ", comparisonFormats.names())
	c.Flags().StringVarP(&to, "output", "o", "", "write to this `file` rather than to standard output")
	gate.add(c.Flags(), "of reports of bench")
	return c
}

func (a *app) compare(old, new string, write func(*compare.Comparison) ([]byte, error), to string) error {
	before, sources, err := readSide(old, io.Discard)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	after, more, err := readSide(new, io.Discard)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	a.tellLeftOut(slices.Concat(before.LeftOut, after.LeftOut))
	c, err := compare.Compare(before, after)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	text, err := write(c)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := a.writeTo(to, text, append(sources, more...)...); err != nil {
		return err
	}
	return regressed(c)
}

// regressed returns an error with the exit code of a failure if there is a regression.
func regressed(c *compare.Comparison) error {
	if c.Regressed() {
		return &exit.Error{Code: exit.Failed}
	}
	return nil
}
