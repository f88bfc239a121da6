// Package markdown writes a run for GitHub Actions: a summary of the job, and annotations.
package markdown

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

const (
	summaryMost = 900 << 10 // a job summary of GitHub Actions may have 1 MiB
	messageMost = 4 << 10
)

// Summary writes run as a job summary for GitHub Actions: the outcome, the
// counts, where the profiles stand, and each failure and error in a box to be
// opened, with its rule, what was expected and seen, and the command that repeats
// it. It is never larger than such a summary may be.
func Summary(run *reports.Run, catalogue []requirement.Entry) []byte {
	rules := reports.Judge(run, catalogue)
	o := reports.OutcomeOf(run, rules)
	d := &document.Document{
		Title: o.Words + ": " + printable.Short(run.Provider, 200), Verdict: o.Verdict, Most: summaryMost,
		Lead: lead(run, o),
	}
	if run.Explored != nil {
		d.Sections = append(d.Sections, transitions(run.Explored.Transitions))
	} else if run.JudgesProfiles() {
		d.Sections = append(d.Sections, profiles(reports.ProfilesOf(rules)))
	}
	d.Sections = append(d.Sections, broken(run, rules), document.Section{Blocks: reasons(run)},
		document.Section{Title: "Waivers to mend", Blocks: []document.Block{document.Listed("", run.WaiverProblems()...)}})
	return document.AsMarkdown(d)
}

func lead(run *reports.Run, o reports.Outcome) []document.Block {
	counts := &document.Table{Rows: make([]document.Row, 1)}
	for _, t := range html.Tiles(run) {
		counts.Columns = append(counts.Columns, document.Column{Verdict: t.Verdict, Head: t.Title, Number: true})
		counts.Rows[0].Cells = append(counts.Rows[0].Cells, document.Cells(t.Count)...)
	}
	facts := [][2]string{{"Documented codes", run.CodeCounts()}}
	if len(run.Machines) > 1 {
		facts = append(facts, [2]string{"Machines", reports.MachineCounts(run)})
		for _, d := range reports.DifferencesOf(run) {
			facts = append(facts, [2]string{"They differ in the " + d.What, d.Text(run)})
		}
	}
	facts = append(facts, [2]string{"Went by", strings.Join(run.WentBy(), "; ")},
		[2]string{"Inputs", run.Environment.InputWords()})
	blocks := []document.Block{
		{Line: o.Detail},
		{Table: counts},
		{Line: fmt.Sprintf("%s in %s, %s", plural.Of(len(run.Specs), "spec"), frame.Duration(run.Seconds),
			reports.SeedWords(run.Seed, run.Drawing, run.Challenge))},
	}
	if list := document.Facts(facts); len(list) > 0 {
		blocks = append(blocks, document.Block{Facts: list})
	}
	return blocks
}

func profiles(profiles []reports.Profile) document.Section {
	t := &document.Table{Columns: document.Columns("Profile", "Standing", "#MUST rules kept", "In detail")}
	s := document.Section{Title: "Profiles", Blocks: []document.Block{{Table: t}}}
	for _, p := range html.ProfileRows(profiles) {
		t.Add(p.Name, document.Cell{Verdict: p.Verdict, Text: p.Words}, fmt.Sprintf("%d of %d", p.Kept, p.Total),
			document.Long(p.Detail))
		if p.Limits != "" {
			s.Blocks = append(s.Blocks, document.Block{Line: p.Limits})
		}
	}
	return s
}

func transitions(list reports.Transitions) document.Section {
	t := &document.Table{Columns: document.Columns("Kind", "#Visits", "#Visited", "Not visited")}
	for _, r := range list.Rows() {
		t.Add(r.Kind, r.Sum, len(r.Visits), document.Long(strings.Join(r.Missing, "; ")))
	}
	return document.Section{Title: "Transitions of the model", Blocks: []document.Block{{Table: t}}}
}

// broken has a box for each cause, with the spec that is shown of it.
func broken(run *reports.Run, rules []reports.Rule) document.Section {
	at, g := reports.RulesByID(rules), &document.Group{}
	for _, c := range reports.CausesOf(run) {
		i := html.ItemOf(run, c.Shown, at, 3*messageMost)
		d := document.Detail{Verdict: i.Verdict, ID: i.ID, Words: i.Title, Others: len(c.Same)}
		for _, r := range i.Rules {
			if r.Rule != "" {
				d.Rules = append(d.Rules, document.Rule{
					Says: strings.TrimSpace(r.Level + " " + r.Rule), Source: strings.Trim(r.ID+"; "+r.Source, "; "),
				})
			}
		}
		add := func(label, text string) { d.Fields = append(d.Fields, document.Field{Label: label, Text: text}) }
		add("cause", c.Common)
		for _, f := range i.Findings {
			add("says", f.Says)
			add("expected", f.Expected)
			add("seen", f.Seen)
			add("besides", f.Besides)
			add("rule", f.Rule)
		}
		add("program", strings.TrimSpace(i.Shows+"\n"+i.Program))
		add("given", i.Given)
		add("machine", run.PlaceName(c.Shown))
		add("others", c.Others())
		add("repeat", strings.Join(i.Repeat, " "))
		g.Details = append(g.Details, d)
	}
	return document.Section{Title: "What is broken", Blocks: []document.Block{{Group: g}}}
}

// reasons lists the specs that neither passed nor were broken, by reason.
func reasons(run *reports.Run) (blocks []document.Block) {
	g := &document.Group{}
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
		f := document.Fold{Verdict: v, Words: v.Title() + ": " + v.Meaning()}
		for _, reason := range slices.Sorted(maps.Keys(reasons)) {
			f.Items = append(f.Items, fmt.Sprintf("%d × %s", reasons[reason], reason))
		}
		if len(reasons) > 0 {
			g.Folds = append(g.Folds, f)
		}
	}
	return []document.Block{{Group: g}}
}
