package markdown

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports/printable"

	"github.com/ndconform/ndconform/reports"
)

// annotationsMost is how many annotations of each kind GitHub shows for one step of a
// job.
const annotationsMost = 10

// Annotations writes the causes of what is broken, and what is warned of and waived, as workflow
// commands, which GitHub Actions finds in what a step prints: one for each cause, in their order. They name
// no file: a spec's file is in the suite's repository, not in that of the provider.
func Annotations(run *reports.Run) []byte {
	var b bytes.Buffer
	var broken []annotation
	if run.Incomplete != "" || run.Judged() == 0 || reports.TooLittle(run) != "" {
		o := reports.OutcomeOf(run, nil)
		broken = append(broken, annotation{o.Words, o.Detail})
	}
	broken = append(broken, causeAnnotations(run, reports.CausesOf(run))...)
	annotate(&b, "error", broken)
	annotate(&b, "warning", slices.Concat(waiverAnnotations(run), causeAnnotations(run, reports.WarningsOf(run))))
	annotate(&b, "notice", causeAnnotations(run, reports.WaivedOf(run)))
	return b.Bytes()
}

// Literal makes GitHub Actions take text as nothing but text: otherwise it takes
// any printed line that begins with two colons for a workflow command. The token
// must not occur in text, and must not be known beforehand.
func Literal(text []byte, token string) []byte {
	return fmt.Appendf(nil, "::stop-commands::%s\n%s\n::%s::\n", token, bytes.TrimSuffix(text, []byte("\n")), token)
}

type annotation struct{ title, text string }

func causeAnnotations(run *reports.Run, causes []reports.Cause) (list []annotation) {
	for _, c := range causes {
		title := string(c.Verdict) + " " + c.Spec
		if c.Common != "" {
			title = string(c.Verdict) + " " + c.Common
		}
		list = append(list, annotation{title, annotationText(run, c)})
	}
	return list
}

func waiverAnnotations(run *reports.Run) []annotation {
	var list []annotation
	for _, line := range run.WaiverProblems() {
		list = append(list, annotation{"a waiver to mend", line})
	}
	return list
}

func annotationText(run *reports.Run, c reports.Cause) string {
	s := c.Shown
	lines := []string{printable.Short(s.ID+" "+s.Title, 300), printable.Short(s.Message, 500)}
	for _, line := range strings.Split(c.Others(), "\n") {
		if line != "" {
			lines = append(lines, printable.Short(line, 500))
		}
	}
	for _, id := range s.Requirements {
		if q := run.Requirement(id); q.Rule != "" {
			lines = append(lines, "rule: "+printable.Short(reports.RuleLine(q)+" ["+q.Source+"]", 800))
		}
	}
	return strings.Join(append(lines, "repeat: "+printable.Short(reports.Repeat(run, s), 1000)), "\n")
}

// annotate writes no more annotations than are shown; the last one stands for all the
// rest.
func annotate(b *bytes.Buffer, kind string, list []annotation) {
	if len(list) > annotationsMost {
		left := len(list) - annotationsMost + 1
		list = append(list[:annotationsMost-1:annotationsMost-1], annotation{
			fmt.Sprintf("%d more", left), "The reports have them all.",
		})
	}
	for _, a := range list {
		fmt.Fprintf(b, "::%s title=%s::%s\n", kind, commandProperty(printable.Short(a.title, 200)),
			commandData(printable.Clip(a.text, 4096)))
	}
}

// commandData escapes the data of a workflow command, and commandProperty the
// value of one of its properties.
func commandData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func commandProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandData(text))
}
