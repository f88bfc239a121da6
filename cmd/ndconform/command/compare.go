package command

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/compare"
)

// comparisonFormats are the formats of the command compare, in the order in which they
// are listed.
var comparisonFormats = []struct {
	name  string
	write func(*compare.Comparison) ([]byte, error)
}{
	{"text", func(c *compare.Comparison) ([]byte, error) { return compare.Text(c), nil }},
	{"markdown", func(c *compare.Comparison) ([]byte, error) { return compare.Markdown(c), nil }},
	{"html", compare.HTML},
	{"json", compare.JSON},
}

func (a *app) compareCommand() *cobra.Command {
	var format, to string
	c := &cobra.Command{
		Use: "compare OLD NEW", Short: "Say what is different between two runs, regressions first",
		Long: `Compares two runs, each given as a journal or a JSON report, or as a folder of
them: a history, whose last run is compared and whose others say how steady
verdicts and durations are.

Exit codes: 0 no regression, 1 a regression, 2 bad arguments or files.`,
		Example: "  " + a.program + ` compare main.journal branch.journal
  ` + a.program + ` compare nightly/ tonight.json --format=html -o changes.html`,
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
			return a.compare(args[0], args[1], format, to)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "how to write: text, markdown, html or json")
	c.Flags().StringVarP(&to, "output", "o", "", "write to this `file` rather than to standard output")
	usage.Complete(c, "format", func(string) []string { return comparisonFormatNames() })
	return c
}

func (a *app) compare(old, new, format, to string) error {
	write, err := comparisonFormat(format)
	if err != nil {
		return err
	}
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

func comparisonFormat(name string) (func(*compare.Comparison) ([]byte, error), error) {
	for _, f := range comparisonFormats {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, usage.Choice("format", name, comparisonFormatNames())
}

func comparisonFormatNames() []string {
	var names []string
	for _, f := range comparisonFormats {
		names = append(names, f.name)
	}
	return names
}
