package compare

import (
	_ "embed"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/speed"
)

//go:embed page.css
var pageStyle string

const (
	// othersMost is how many changes of a class a text has that are no regressions.
	othersMost   = 20
	subjectsMost = 100
)

// how says to the readers of a page what the others read in the documentation.
const how = "A measurement counts as slower if its samples would be even if the old ones had taken longer by the " +
	"threshold: by Mann–Whitney; of all that is found slower, at most 5 % may be chance. " +
	"Where it was measured a second time, that measurement decides."

// howInTurns is how for what was measured in turns.
const howInTurns = "Both were measured in turns, round by round. A measurement counts as slower if the new " +
	"provider's rounds would be even if the old one's had taken longer by the threshold: by Wilcoxon's signed ranks; " +
	"of all that is found slower, at most 5 % may be chance."

// Text writes a comparison for a terminal: the verdict, the changes by class, and what limits the comparison.
func Text(c *Comparison) []byte { return document.AsText(c.document()) }

// Markdown writes a comparison as a part of a job summary.
func Markdown(c *Comparison) []byte { return document.AsMarkdown(c.document()) }

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) { return document.AsPage(c.document()) }

func (c *Comparison) document() *document.Document {
	verdicts := map[Outcome]reports.Verdict{Passed: reports.Pass, Worse: reports.Fail, Unknown: reports.Warn}
	var sums []string
	for _, s := range c.Slower {
		sums = append(sums, s.Words())
	}
	d := &document.Document{
		Kind: "has a provider become slower?", Title: c.Verdict(), Verdict: verdicts[c.Outcome()], CSS: pageStyle,
		Lead: []document.Block{document.Listed("", sums...)},
	}
	for _, class := range Classes() {
		changes := c.Of(class)
		d.Sections = append(d.Sections, document.Section{
			ID: string(class), Title: headings[class], Amount: frame.Number(len(changes)),
			Blocks: []document.Block{{Table: tableOf(class, changes)}},
		})
	}
	d.Sections = append(d.Sections, document.Section{ID: "reports", Title: "Reports", Blocks: []document.Block{
		{Table: c.subjects()},
		document.Listed("The reports differ in more than what was measured:", c.Differences...),
		document.Listed("These files hold no report that can be read, and are left out:", c.LeftOut...),
		document.Listed("How this was judged, with a threshold of "+speed.Percent(c.Threshold)+":", c.Notes()...),
		document.Block{Note: c.how()}.Only(document.Page),
	}})
	return d
}

func (c *Comparison) how() string {
	if c.InTurns {
		return howInTurns
	}
	return how
}

func tableOf(class Class, changes []Change) *document.Table {
	t := &document.Table{
		Name: headings[class], Class: "changes " + string(class),
		Columns: document.Columns("Measurement", "#Before", "#Now", "#Change", "~Change as a bar", "-Why"),
	}
	if class != Regression {
		t.TextMost = othersMost
	}
	most := 0.0
	for _, one := range changes {
		most = max(most, one.Slower, -one.Slower)
	}
	for _, one := range changes {
		if one.Figures() == "" {
			t.Add(document.ID(one.Name), "", "", "", 0.0, one.Because)
		} else {
			t.Add(document.ID(one.Name), one.value(one.Old), one.value(one.New), one.SlowerWords(),
				max(one.Slower, -one.Slower)/most, one.Because)
		}
	}
	return t
}

func (c *Comparison) subjects() *document.Table {
	t := &document.Table{
		Name: "Reports", Class: "runs",
		Columns: document.Columns("-Which", "From", "Provider", "ndconform", "Started", "#Measurements", "#Rounds"),
	}
	add := func(which string, s Subject) {
		t.Add(which, s.Name, s.Provider+" "+s.ProviderVersion, s.Version, document.At(s.Started), s.Measurements, s.Rounds)
	}
	for _, s := range c.Olds[max(0, len(c.Olds)-subjectsMost):] {
		add("Old", s)
	}
	add("New", c.New)
	return t
}
