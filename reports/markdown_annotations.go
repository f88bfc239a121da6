package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// annotationsMost is how many annotations of each kind GitHub shows for one step of a
// job.
const annotationsMost = 10

// Annotations writes the causes of what is broken, and what is warned of and waived, as workflow
// commands, which GitHub Actions finds in what a step prints: one for each cause, in their order. They name no file: a spec's
// file is in the suite's repository, not in that of the provider.
func Annotations(run *Run) []byte {
	var b bytes.Buffer
	var broken []annotation
	if run.Incomplete != "" || run.Judged() == 0 {
		o := outcomeOf(run, nil)
		broken = append(broken, annotation{o.Words, o.Detail})
	}
	broken = append(broken, causeAnnotations(run, CausesOf(run))...)
	annotate(&b, "error", broken)
	annotate(&b, "warning", slices.Concat(waiverAnnotations(run), causeAnnotations(run, WarningsOf(run))))
	annotate(&b, "notice", causeAnnotations(run, waivedOf(run)))
	return b.Bytes()
}

// Literal makes GitHub Actions take text as nothing but text: otherwise it takes
// any printed line that begins with two colons for a workflow command. The token
// must not occur in text, and must not be known beforehand.
func Literal(text []byte, token string) []byte {
	return fmt.Appendf(nil, "::stop-commands::%s\n%s\n::%s::\n", token, bytes.TrimSuffix(text, []byte("\n")), token)
}

type annotation struct{ title, text string }

func causeAnnotations(run *Run, causes []Cause) (list []annotation) {
	for _, c := range causes {
		title := string(c.Verdict) + " " + c.Spec
		if c.common != "" {
			title = string(c.Verdict) + " " + c.common
		}
		list = append(list, annotation{title, annotationText(run, c)})
	}
	return list
}

func waiverAnnotations(run *Run) []annotation {
	var list []annotation
	for _, line := range run.WaiverProblems() {
		list = append(list, annotation{"a waiver to mend", line})
	}
	return list
}

func annotationText(run *Run, c Cause) string {
	s := c.shown
	lines := []string{Short(s.ID+" "+s.Title, 300), Short(s.Message, 500)}
	for _, line := range strings.Split(c.others(), "\n") {
		if line != "" {
			lines = append(lines, Short(line, 500))
		}
	}
	for _, id := range s.Requirements {
		if q := run.requirement(id); q.Rule != "" {
			lines = append(lines, "rule: "+Short(ruleLine(q)+" ["+q.Source+"]", 800))
		}
	}
	return strings.Join(append(lines, "repeat: "+Short(Repeat(run, s), 1000)), "\n")
}

// annotate writes no more annotations than are shown; the last one stands for all the
// rest.
func annotate(b *bytes.Buffer, kind string, list []annotation) {
	if len(list) > annotationsMost {
		left := len(list) - annotationsMost + 1
		list = append(list[:annotationsMost-1:annotationsMost-1], annotation{
			fmt.Sprintf("%d more", left), "Only so many are shown here; the reports have them all.",
		})
	}
	for _, a := range list {
		fmt.Fprintf(b, "::%s title=%s::%s\n", kind, commandProperty(Short(a.title, 200)), commandData(Clip(a.text, 4096)))
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
