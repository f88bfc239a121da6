package command

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/badge"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
	"github.com/ndconform/ndconform/requirement"
)

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
