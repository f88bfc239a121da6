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

// A runFormat is a way to write a run. What has a flag is also written during a run, to the file that the flag names.
type runFormat struct {
	name  string
	write output.Format
	flag  string
	help  string
}

// formats are those of the command report, in the order in which they are listed. This is the one list of them.
var formats = []runFormat{
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
		if path := p[f.name]; path != nil && *path != "" {
			list = append(list, &output.File{Flag: f.flag, Path: *path, Format: f.write})
		}
	}
	return list
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func formatOf(name string) (output.Format, error) {
	for _, f := range formats {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, usage.Choice("format", name, formatNames())
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
