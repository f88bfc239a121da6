package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

func (a *app) reportCommand() *cobra.Command {
	var from, format, to string
	c := &cobra.Command{
		Use: "report --from=JOURNAL", Short: "Write a report of the run in a journal", Args: usage.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := usage.Named(c.Flags()); err != nil {
				return err
			}
			write, err := formats.named(format)
			if err != nil {
				return err
			}
			if from == "" {
				return exit.UsageError("no journal is named: use --from=JOURNAL")
			}
			side, sources, err := readSide(from, io.Discard)
			if err != nil {
				return exit.UsageError("--from: %v", err)
			}
			a.tellLeftOut(side.LeftOut)
			run := reports.Repeated(side.Runs)
			a.warnOfCatalogue(from, run)
			text, err := write(run)
			if err != nil {
				return exit.HarnessError("%v", err)
			}
			return a.writeTo(to, text, sources...)
		},
	}
	c.Flags().StringVar(&from, "from", "",
		"the `journal`, or JSON report, or a folder of them: the last run, and the specs on which the runs do not agree")
	usage.OneOf(c, &format, "format", "text", "how to write: ", formats.names())
	c.Flags().StringVarP(&to, "output", "o", "", "write to this `file` rather than to standard output")
	return c
}

// warnOfCatalogue prints a warning if the rules that a report quotes are not those
// by which the run was judged.
func (a *app) warnOfCatalogue(path string, r *reports.Run) {
	if ours := runner.Environment(nil).Catalogue; r.Environment.Catalogue != "" && r.Environment.Catalogue != ours {
		fmt.Fprintf(a.err,
			"%s: %s is of version %s, which has another catalogue; its rules are quoted from this version's %d entries\n",
			a.program, path, r.Environment.Version, len(requirement.All()))
	}
}

// writeTo writes text to the file of --output, or to standard output if none is
// named. The file must not be one of those from which the text was made.
func (a *app) writeTo(path string, text []byte, sources ...string) error {
	if path == "" || path == usage.Stdout {
		if _, err := a.out.Write(text); err != nil {
			return exit.HarnessError("%v", err)
		}
		return nil
	}
	for _, source := range sources {
		if usage.SamePath(path, source) {
			return exit.UsageError("--output names a journal that is read: %s", path)
		}
	}
	o := &output.File{Flag: "output", Path: path}
	if err := o.Open(); err != nil {
		return err
	}
	err := o.Restart()
	if err == nil {
		_, err = o.Write(text)
	}
	err = errors.Join(err, o.Close())
	if err != nil {
		return exit.HarnessError("--output: %v", err)
	}
	return nil
}
