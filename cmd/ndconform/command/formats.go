package command

import (
	"strings"

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

// formats are those of the command report, in the order in which they are listed.
var formats = []struct {
	name  string
	write output.Format
}{
	{"text", textReport},
	{"junit", junit.Report},
	{"junit-ant", junit.Ant},
	{"json", jsonReport},
	{"html", htmlReport},
	{"markdown", markdownReport},
	{"badge", badgeSVG},
	{"badge-json", badgeJSON},
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
