// Package markdown writes a run for GitHub Actions: a summary of the job, and annotations.
package markdown

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

// A job summary of GitHub Actions may have 1 MiB. The list of what is broken stops
// before that, to leave room for the rest.
const (
	summaryMost = 900 << 10
	boxesMost   = 768 << 10
	messageMost = 4 << 10
)

// Summary writes run as a job summary for GitHub Actions: the outcome, the
// counts, where the profiles stand, and each failure and error in a box to be
// opened, with its rule, what was expected and seen, and the command that repeats
// it. It is never larger than such a summary may be.
func Summary(run *reports.Run, catalogue []requirement.Entry) []byte {
	rules := reports.Judge(run, catalogue)
	var b strings.Builder
	head(&b, run, rules)
	if run.Explored != nil {
		transitions(&b, run.Explored.Transitions)
	} else if run.JudgesProfiles() {
		profiles(&b, reports.ProfilesOf(rules))
	}
	broken(&b, run, rules)
	reasons(&b, run)
	waivers(&b, run)
	return printable.Inert([]byte(b.String()))
}

func head(w io.Writer, run *reports.Run, rules []reports.Rule) {
	o := reports.OutcomeOf(run, rules)
	fmt.Fprintf(w, "## %s %s: <code>%s</code>\n\n", document.Mark(o.Verdict), o.Words,
		printable.Markdown(printable.Short(run.Provider, 200)))
	fmt.Fprintf(w, "%s\n\n", printable.Markdown(printable.Short(o.Detail, 1000)))
	names, rule, counts := "|", "|", "|"
	for _, t := range html.Tiles(run) {
		names += fmt.Sprintf(" %s %s |", document.Mark(t.Verdict), t.Title)
		rule += " ---: |"
		counts += fmt.Sprintf(" %d |", t.Count)
	}
	fmt.Fprintf(w, "%s\n%s\n%s\n\n", names, rule, counts)
	fmt.Fprintf(w, "%s in %s, %s\n", plural.Of(len(run.Specs), "spec"), frame.Duration(run.Seconds),
		printable.Markdown(reports.SeedWords(run.Seed, run.Drawing, run.Challenge)))
	if codes := run.CodeCounts(); codes != "" {
		fmt.Fprintf(w, "\nDocumented codes: %s\n", codes)
	}
	machines(w, run)
	if by := run.WentBy(); len(by) > 0 {
		fmt.Fprintf(w, "\nWent by: %s\n", strings.Join(by, "; "))
	}
	if words := run.Environment.InputWords(); words != "" {
		fmt.Fprintf(w, "\nInputs: %s\n\n", printable.Markdown(printable.Short(words, 2000)))
	}
}

// machines says where a run was, if it was on several machines.
func machines(w io.Writer, run *reports.Run) {
	if len(run.Machines) < 2 {
		return
	}
	fmt.Fprintf(w, "\nMachines: %s\n\n", printable.Markdown(printable.Short(reports.MachineCounts(run), 2000)))
	for _, d := range reports.DifferencesOf(run) {
		fmt.Fprintf(w, "- They differ in the %s: %s\n", printable.Markdown(d.What),
			printable.Markdown(printable.Short(d.Text(run), 2000)))
	}
}

func profiles(w io.Writer, profiles []reports.Profile) {
	if len(profiles) == 0 {
		return
	}
	fmt.Fprint(w, "\n### Profiles\n\n| Profile | Standing | MUST rules kept | In detail |\n| --- | --- | ---: | --- |\n")
	for _, p := range html.ProfileRows(profiles) {
		fmt.Fprintf(w, "| %s | %s %s | %d of %d | %s |\n", printable.Markdown(p.Name),
			document.Mark(p.Verdict), p.Words, p.Kept, p.Total, p.Detail)
	}
	for _, p := range html.ProfileRows(profiles) {
		if p.Limits != "" {
			fmt.Fprintf(w, "\n%s\n", printable.Markdown(p.Limits))
		}
	}
}

// transitions writes the table of the transitions.
func transitions(w io.Writer, t reports.Transitions) {
	fmt.Fprint(w,
		"\n### Transitions of the model\n\n| Kind | Visits | Visited | Not visited |\n| --- | ---: | ---: | --- |\n")
	for _, r := range t.Rows() {
		fmt.Fprintf(w, "| %s | %d | %d | %s |\n", printable.Markdown(printable.Short(r.Kind, 60)), r.Sum, len(r.Visits),
			printable.Markdown(printable.Short(strings.Join(r.Missing, "; "), 500)))
	}
}

func broken(b *strings.Builder, run *reports.Run, rules []reports.Rule) {
	at := reports.RulesByID(rules)
	heading, left := "\n### What is broken\n", 0
	for _, c := range reports.CausesOf(run) {
		if left == 0 {
			if box := heading + box(run, c, at); b.Len()+len(box) <= boxesMost {
				b.WriteString(box)
				heading = ""
				continue
			}
		}
		left += 1 + len(c.Same)
	}
	if left > 0 {
		fmt.Fprintf(b, "\nLeft out for want of room, and in the other reports: %s.\n", plural.Of(left, "spec"))
	}
}

// box writes a spec, and what it stands for. Preformatted text is written as HTML that
// begins on a new line after an empty one: then only its end tag ends it, whatever it contains.
func box(run *reports.Run, c reports.Cause, at map[string]*reports.Rule) string {
	s := c.Shown
	i := html.ItemOf(run, s, at, 3*messageMost)
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s <code>%s</code> %s</summary>\n\n", document.Mark(i.Verdict),
		printable.Markdown(i.ID), printable.Markdown(i.Title))
	for _, r := range i.Rules {
		if r.Rule == "" {
			continue
		}
		fmt.Fprintf(&b, "> %s<br>\n> <sub>%s</sub>\n\n", printable.Markdown(strings.TrimSpace(r.Level+" "+r.Rule)),
			printable.Markdown(strings.Trim(r.ID+"; "+r.Source, "; ")))
	}
	var text strings.Builder
	printable.Field(&text, "cause", c.Common)
	for _, f := range i.Findings {
		printable.Field(&text, "says", f.Says)
		printable.Field(&text, "expected", f.Expected)
		printable.Field(&text, "seen", f.Seen)
		printable.Field(&text, "besides", f.Besides)
		printable.Field(&text, "rule", f.Rule)
	}
	printable.Field(&text, "program", strings.TrimSpace(i.Shows+"\n"+i.Program))
	printable.Field(&text, "given", i.Given)
	printable.Field(&text, "machine", run.PlaceName(s))
	printable.Field(&text, "others", c.Others())
	printable.Field(&text, "repeat", strings.Join(i.Repeat, " "))
	fmt.Fprintf(&b, "<pre>%s</pre>\n\n</details>\n", template.HTMLEscapeString(printable.Text(text.String())))
	return b.String()
}

// reasons lists the specs that neither passed nor were broken, by reason.
func reasons(b *strings.Builder, run *reports.Run) {
	for _, v := range []reports.Verdict{
		reports.Waived, reports.Warn, reports.NotRun, reports.Unobservable,
		reports.Unsupported,
	} {
		reasons := map[string]int{}
		for _, s := range run.Specs {
			if s.Verdict == v && v != reports.Warn {
				reasons[printable.Short(s.Message, html.ReasonMost)]++
			}
		}
		if v == reports.Warn {
			for _, c := range reports.WarningsOf(run) {
				reasons[printable.Short(c.Title, html.ReasonMost)] += 1 + len(c.Same)
			}
		}
		if len(reasons) == 0 {
			continue
		}
		var box strings.Builder
		fmt.Fprintf(&box, "\n<details><summary>%s %s: %s</summary>\n\n", document.Mark(v), v.Title(), v.Meaning())
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(&box, "- %d × %s\n", reasons[reason], printable.Markdown(reason))
		}
		fmt.Fprint(&box, "\n</details>\n")
		if b.Len()+box.Len() > summaryMost {
			return
		}
		b.WriteString(box.String())
	}
}

func waivers(b *strings.Builder, run *reports.Run) {
	problems := run.WaiverProblems()
	if len(problems) == 0 {
		return
	}
	fmt.Fprint(b, "\n### Waivers to mend\n\n")
	for _, line := range problems {
		if b.Len() > summaryMost {
			return
		}
		fmt.Fprintf(b, "- %s\n", printable.Markdown(printable.Short(line, 500)))
	}
}
