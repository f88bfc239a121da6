package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/badge"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
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

// A formatOf is a way to write a T.
type formatOf[T any] struct {
	name  string
	write func(T) ([]byte, error)
	// A run is also written while it goes on, to the file that a flag names.
	flag string
	help string
}

// formatsOf are the formats of a T, in the order in which they are listed.
type formatsOf[T any] []formatOf[T]

func (l formatsOf[T]) names() (names []string) {
	for _, f := range l {
		names = append(names, f.name)
	}
	return names
}

// named returns the writer of a format.
func (l formatsOf[T]) named(name string) (func(T) ([]byte, error), error) {
	for _, f := range l {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, usage.Choice("format", name, l.names())
}

// always is a writer that can't fail.
func always[T any](write func(T) []byte) func(T) ([]byte, error) {
	return func(t T) ([]byte, error) { return write(t), nil }
}

// formats are those of a run. This is the one list of them.
var formats = formatsOf[*reports.Run]{
	{"text", textReport, "", ""},
	{"junit", junit.Report, "junit-report", "write a JUnit report to this `file`"},
	{"junit-ant", junit.Ant, "", ""},
	{"json", jsonReport, "json-report", "write a JSON report to this `file`"},
	{"html", htmlReport, "html-report", "write a page for a browser to this `file`"},
	{"markdown", markdownReport, "markdown-report", "write a job summary to this `file`"},
	{"badge", badgeSVG, "", ""},
	{"badge-json", badgeJSON, "", ""},
}

// reportPaths are the files that a run's reports go to, by format; empty where none is asked for.
type reportPaths map[string]*string

func (p *reportPaths) add(flags *pflag.FlagSet) {
	*p = reportPaths{}
	for _, f := range formats {
		if f.flag != "" {
			(*p)[f.name] = flags.String(f.flag, "", f.help)
		}
	}
}

// files lists the reports that are asked for.
func (p reportPaths) files() (list output.Files) {
	for _, f := range formats {
		if path := p[f.name]; path != nil {
			list = append(list, &output.File{Flag: f.flag, Path: *path, Format: f.write})
		}
	}
	return list
}

func textReport(run *reports.Run) ([]byte, error) { return text.Report(run, requirement.All()), nil }

func jsonReport(run *reports.Run) ([]byte, error) { return reports.JSON(run, requirement.All()) }

func htmlReport(run *reports.Run) ([]byte, error) { return html.Page(run, requirement.All()) }

func markdownReport(run *reports.Run) ([]byte, error) {
	return markdown.Summary(run, requirement.All()), nil
}

func badgeSVG(run *reports.Run) ([]byte, error) { return badge.SVG(run, requirement.All()), nil }

func badgeJSON(run *reports.Run) ([]byte, error) { return badge.JSON(run, requirement.All()) }

// badgeFor returns the writer of a badge, chosen by the name of its file.
func badgeFor(path string) output.Format {
	if strings.HasSuffix(path, ".json") {
		return badgeJSON
	}
	return badgeSVG
}
