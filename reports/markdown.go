package reports

import (
	"fmt"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/requirement"
)

// A job summary of GitHub Actions may have 1 MiB. The list of what is broken stops
// before that, to leave room for the rest.
const (
	markdownMost    = 900 << 10
	markdownDetails = 768 << 10
	markdownMessage = 4 << 10
)

var marks = map[Verdict]string{
	Pass: "✅", Warn: "⚠️", Fail: "❌", Error: "💥", Waived: "🏳️", Unobservable: "🚫", Unsupported: "➖", NotRun: "⏸️",
}

// Markdown writes run as a job summary for GitHub Actions: the outcome, the
// counts, where the profiles stand, and each failure and error in a box to be
// opened, with its rule, what was expected and seen, and the command that repeats
// it. It is never larger than such a summary may be.
func Markdown(run *Run, catalogue []requirement.Entry) []byte {
	rules := judge(run, catalogue)
	var b strings.Builder
	markdownHead(&b, run, rules)
	if run.Explored != nil {
		markdownTransitions(&b, run.Explored.Transitions)
	} else {
		markdownProfiles(&b, profilesOf(rules))
	}
	markdownBroken(&b, run, rules)
	markdownReasons(&b, run)
	markdownWaivers(&b, run)
	return inert([]byte(b.String()))
}

func markdownHead(w io.Writer, run *Run, rules []rule) {
	o := outcomeOf(run, rules)
	fmt.Fprintf(w, "## %s %s: <code>%s</code>\n\n", marks[o.Verdict], o.Words, Plain(Short(run.Provider, 200)))
	fmt.Fprintf(w, "%s\n\n", Plain(Short(o.Detail, 1000)))
	names, rule, counts := "|", "|", "|"
	for _, t := range tilesOf(run) {
		names += fmt.Sprintf(" %s %s |", marks[t.Verdict], t.Title)
		rule += " ---: |"
		counts += fmt.Sprintf(" %d |", t.Count)
	}
	fmt.Fprintf(w, "%s\n%s\n%s\n\n", names, rule, counts)
	fmt.Fprintf(w, "%s in %s, seed %d\n", plural.Of(len(run.Specs), "spec"), duration(run.Seconds), run.Seed)
	if codes := run.codes(); codes != "" {
		fmt.Fprintf(w, "\nDocumented codes: %s\n", codes)
	}
	markdownMachines(w, run)
}

// markdownMachines says where a run was, if it was on several machines.
func markdownMachines(w io.Writer, run *Run) {
	if len(run.Machines) < 2 {
		return
	}
	fmt.Fprintf(w, "\nMachines: %s\n\n", Plain(Short(machinesText(run), 2000)))
	for _, d := range DifferencesOf(run) {
		fmt.Fprintf(w, "- They differ in the %s: %s\n", Plain(d.What), Plain(Short(d.text(run), 2000)))
	}
}

func markdownProfiles(w io.Writer, profiles []Profile) {
	if len(profiles) == 0 {
		return
	}
	fmt.Fprint(w, "\n### Profiles\n\n| Profile | Standing | MUST rules kept | In detail |\n| --- | --- | ---: | --- |\n")
	for _, p := range profileRows(profiles) {
		fmt.Fprintf(w, "| %s | %s %s | %d of %d | %s |\n", Plain(p.Name), marks[p.Verdict], p.Words, p.Kept, p.Total,
			p.Detail)
	}
	for _, p := range profileRows(profiles) {
		if p.Limits != "" {
			fmt.Fprintf(w, "\n%s\n", Plain(p.Limits))
		}
	}
}

// markdownTransitions is the table of the transitions.
func markdownTransitions(w io.Writer, t Transitions) {
	fmt.Fprint(w, "\n### Transitions of the model\n\n| Kind | Visits | Visited | Not visited |\n| --- | ---: | ---: | --- |\n")
	for _, r := range t.rows() {
		fmt.Fprintf(w, "| %s | %d | %d | %s |\n", Plain(Short(r.Kind, 60)), r.Sum, len(r.Visits), Plain(Short(strings.Join(r.Missing, "; "), 500)))
	}
}

func markdownBroken(b *strings.Builder, run *Run, rules []rule) {
	at := byID(rules)
	heading, left := "\n### What is broken\n", 0
	for _, c := range CausesOf(run) {
		if left == 0 {
			if box := heading + markdownSpec(run, c, at); b.Len()+len(box) <= markdownDetails {
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

// markdownSpec writes a spec, and what it stands for. Preformatted text is written as HTML that
// begins on a new line after an empty one: then only its end tag ends it, whatever it contains.
func markdownSpec(run *Run, c Cause, at map[string]*rule) string {
	s := c.shown
	i := itemOf(run, s, at, 3*markdownMessage)
	var b strings.Builder
	fmt.Fprintf(&b, "\n<details><summary>%s <code>%s</code> %s</summary>\n\n", marks[i.Verdict], Plain(i.ID), Plain(i.Title))
	for _, r := range i.Rules {
		if r.Rule == "" {
			continue
		}
		fmt.Fprintf(&b, "> %s<br>\n> <sub>%s</sub>\n\n", Plain(strings.TrimSpace(r.Level+" "+r.Rule)), Plain(strings.Trim(r.ID+"; "+r.Source, "; ")))
	}
	var text strings.Builder
	field(&text, "cause", c.common)
	for _, f := range i.Findings {
		field(&text, "says", f.Says)
		field(&text, "expected", f.Expected)
		field(&text, "seen", f.Seen)
		field(&text, "besides", f.Besides)
		field(&text, "rule", f.Rule)
	}
	field(&text, "program", strings.TrimSpace(i.Shows+"\n"+i.Program))
	field(&text, "machine", run.placeName(s))
	field(&text, "others", c.others())
	field(&text, "repeat", strings.Join(i.Repeat, " "))
	fmt.Fprintf(&b, "<pre>%s</pre>\n\n</details>\n", html.EscapeString(Printable(text.String())))
	return b.String()
}

// markdownReasons lists the specs that neither passed nor were broken, by reason.
func markdownReasons(b *strings.Builder, run *Run) {
	for _, v := range []Verdict{Waived, Warn, NotRun, Unobservable, Unsupported} {
		reasons := map[string]int{}
		for _, s := range run.Specs {
			if s.Verdict == v && v != Warn {
				reasons[Short(s.Message, reasonMost)]++
			}
		}
		if v == Warn {
			for _, c := range WarningsOf(run) {
				reasons[Short(c.Title, reasonMost)] += 1 + len(c.Same)
			}
		}
		if len(reasons) == 0 {
			continue
		}
		var box strings.Builder
		fmt.Fprintf(&box, "\n<details><summary>%s %s: %s</summary>\n\n", marks[v], v.Title(), v.Meaning())
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			fmt.Fprintf(&box, "- %d × %s\n", reasons[reason], Plain(reason))
		}
		fmt.Fprint(&box, "\n</details>\n")
		if b.Len()+box.Len() > markdownMost {
			return
		}
		b.WriteString(box.String())
	}
}

func markdownWaivers(b *strings.Builder, run *Run) {
	problems := run.WaiverProblems()
	if len(problems) == 0 {
		return
	}
	fmt.Fprint(b, "\n### Waivers to mend\n\n")
	for _, line := range problems {
		if b.Len() > markdownMost {
			return
		}
		fmt.Fprintf(b, "- %s\n", Plain(Short(line, 500)))
	}
}
