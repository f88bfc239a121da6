package compare

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

//go:embed page.css
var pageStyle string

const (
	changesMost  = 2000     // regressions that a page shows
	messageMost  = 16 << 10 // bytes of a message on a page
	messagesMost = 1 << 20  // bytes of all messages of a page
	othersMost   = 500      // specs with the same text
	openMost     = 5        // regressions that the page shows in full
	toldMost     = 10       // regressions that paper shows in full
	textMost     = 4096     // bytes of a message in a text
	lineMost     = 300      // runes of a message in one line
	// markdownMessage is how many bytes of a message Markdown has.
	markdownMessage = 2 << 10
)

// Text writes a comparison for a reader at a terminal: what was compared, the regressions by
// their causes, one of each in full, the other changes in one line each, and the counts.
func Text(c *Comparison) []byte {
	var b bytes.Buffer
	d := c.document(textMost, len(c.Changes))
	document.WriteBlocks(&b, d.Lead)
	fmt.Fprintln(&b)
	for _, s := range d.Sections {
		document.WriteBlocks(&b, s.Blocks)
	}
	fmt.Fprintf(&b, "%s\n", c.Summary())
	return []byte(printable.Text(b.String()))
}

// Markdown writes a comparison as a part of a job summary.
func Markdown(c *Comparison) []byte {
	return document.AsMarkdown(c.document(markdownMessage, len(c.Changes)))
}

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) {
	most := min(messagesMost/max(2*len(c.Changes), 1), messageMost)
	return document.AsPage(c.document(most, changesMost))
}

// document has at most so many bytes of each message, and so many regressions.
func (c *Comparison) document(most, regressions int) *document.Document {
	d := &document.Document{Kind: "two runs compared", Title: "No regression", Verdict: reports.Pass, CSS: pageStyle}
	if n := len(c.Of(Regression)); n > 0 {
		d.Title, d.Verdict = frame.Count(n, "regression", "regressions"), reports.Fail
	} else if c.Regressed() {
		d.Title, d.Verdict = "A regression of the run", reports.Fail
	}
	d.Lead = c.lead()
	d.Sections = append(d.Sections, c.runs(), document.Section{
		ID: string(Regression), Title: headings[Regression], Amount: frame.Number(len(c.Of(Regression))),
		Blocks: c.regressions(most, regressions),
	})
	for _, class := range Classes()[1:] {
		changes := c.Of(class)
		d.Sections = append(d.Sections, document.Section{
			ID: string(class), Title: headings[class], Amount: frame.Number(len(changes)), Blocks: []document.Block{
				{In: document.Text, Group: linesOf(changes)},
				{In: document.Markdown | document.Page, Table: tableOf(class, changes, most)},
			},
		})
	}
	d.Sections = append(d.Sections, c.unsteady())
	return d
}

// lead says what is compared, and what of it is no change of a spec.
func (c *Comparison) lead() (blocks []document.Block) {
	lines := []string{"old: " + subjectLine(c.Old), "new: " + subjectLine(c.New)}
	for _, d := range c.Differences {
		lines = append(lines, "differs in "+d)
	}
	for _, line := range lines {
		blocks = append(blocks, document.Block{In: document.Text, Line: line})
	}
	beside := document.Markdown | document.Page
	blocks = append(blocks, document.Listed("", lines...).Only(document.Markdown))
	if c.Broken != "" {
		blocks = append(blocks, document.Block{In: beside, Line: c.Broken}, document.Block{In: document.Text},
			document.Block{In: document.Text, Line: "REGRESSION the run: " + c.Broken})
	}
	blocks = append(blocks, document.Block{In: beside, Line: frame.Numbers(c.Summary())})
	if len(c.Changes) == 0 && c.Broken == "" {
		blocks = append(blocks, document.Block{In: document.Page, Line: "Nothing has changed."})
	}
	return blocks
}

// runs says on a page what is compared; the other forms begin with that.
func (c *Comparison) runs() document.Section {
	t := &document.Table{
		Name: "Runs", Class: "runs",
		Columns: document.Columns("-Which", "From", "Provider", "ndconform", "Started", "#Specs", "#Runs"),
	}
	for i, s := range []Subject{c.Old, c.New} {
		t.Add([]string{"Old", "New"}[i], s.Name, s.provider(), s.Version, document.At(s.Started), s.Specs, s.Runs)
	}
	blocks := []document.Block{
		{Table: t},
		document.Listed("The runs differ in more than what the provider did:", c.Differences...),
		document.Listed("These files hold no run that can be read, and are left out:",
			slices.Concat(c.Old.LeftOut, c.New.LeftOut)...),
	}
	for i := range blocks {
		blocks[i].In = document.Page
	}
	return document.Section{ID: "runs", Title: "Runs", Blocks: blocks}
}

// regressions shows regressions by their causes, one of each in full.
func (c *Comparison) regressions(most, number int) (blocks []document.Block) {
	all := c.Of(Regression)
	list, shown := bundles(c.Causes, all[:min(len(all), number)]), 0
	for _, b := range list {
		g := &document.Group{Heading: b.heading(), Note: b.about(), Kind: "cause"}
		if b.own() {
			g.Kind = ""
			if len(list) == 1 { // nothing else to be told from
				g.Heading, g.Note = "", ""
			}
		}
		for _, one := range b.shown {
			d := one.detail(most)
			if !b.own() && one.New.message() == b.Says {
				d.Fields[0].Text = "" // as the heading has it
			}
			d.Open, d.Told = shown < openMost, shown < toldMost
			shown++
			g.Details = append(g.Details, d)
		}
		g.Folds = append(foldOf(b.otherWords, b.others, false, most), foldOf(b.blockedWords, b.blocked, true, most)...)
		blocks = append(blocks, document.Block{Group: g})
	}
	if left := len(all) - number; left > 0 {
		blocks = append(blocks, document.Block{Note: frame.Number(left) + " more are left out here; the JSON has them."})
	}
	return blocks
}

// foldOf folds up changes; none are no fold.
func foldOf(words func(int) string, changes []Change, brief bool, most int) []document.Fold {
	if len(changes) == 0 {
		return nil
	}
	f := document.Fold{Words: words(len(changes)), Brief: brief}
	for _, one := range changes {
		f.Details = append(f.Details, one.detail(most))
	}
	return []document.Fold{f}
}

// detail shows a change in full.
func (c Change) detail(most int) document.Detail {
	d := document.Detail{
		Verdict: reports.NotRun, Kind: string(c.Class), ID: c.ID, Title: c.Title, Words: c.words(), Because: c.Because,
		Fields: []document.Field{
			{Label: "says", OnPage: "Now", Text: printable.Clip(c.New.message(), most)},
			{Label: "said", OnPage: "Before", Text: printable.Clip(c.Old.message(), most)},
			{Label: "repeat", OnPage: "Repeat", Text: c.Repeat, Command: true},
		},
	}
	if c.New != nil {
		d.Verdict = c.New.Verdict
	}
	return d
}

// linesOf shows changes of a class in a line each, those alike in one.
func linesOf(changes []Change) *document.Group {
	g := &document.Group{}
	for _, like := range alikes(changes) {
		one := like.shown
		d := document.Detail{Kind: string(one.Class), ID: one.ID, Words: one.words(), Because: one.Because}
		if one.Class == Message || one.Class == Verdict {
			d.Fields = append(d.Fields, document.Field{Label: "says", Text: printable.Short(one.New.message(), lineMost)})
		}
		if one.Class == Message {
			d.Fields = append(d.Fields, document.Field{Label: "said", Text: printable.Short(one.Old.message(), lineMost)})
		}
		d.Fields = append(d.Fields, document.Field{Label: "alike", Text: like.otherWords()})
		g.Details = append(g.Details, d)
	}
	return g
}

// tableOf shows changes of a class with what was and is, those alike in one row.
func tableOf(class Class, changes []Change, most int) *document.Table {
	t := &document.Table{Name: headings[class], Class: "changes", Columns: document.Columns("Spec", "Before", "Now")}
	timed := class == Slower || class == Faster
	t.Columns[1].Number, t.Columns[2].Number = timed, timed
	for _, like := range alikes(changes) {
		one := like.shown
		id := document.ID(one.ID)
		id.Notes = []document.Cell{{Text: strings.TrimSuffix(one.Title+"; "+one.Because, "; ")}}
		for _, other := range like.others[:min(len(like.others), othersMost)] {
			id.Others = append(id.Others, other.ID)
		}
		id.More = len(like.others) - len(id.Others)
		if timed {
			t.Add(id, seconds3(one.Old.Seconds), seconds3(one.New.Seconds))
		} else {
			t.Add(id, one.Old.cell(most), one.New.cell(most))
		}
	}
	return t
}

func (o *Outcome) cell(most int) document.Cell {
	if o == nil {
		return document.Cell{Verdict: reports.NotRun, Text: "Not there"}
	}
	return document.Cell{Verdict: o.Verdict, Text: o.Verdict.Title(), Pre: printable.Clip(o.Message, most)}
}

// unsteady lists the specs on which runs of the same side do not agree.
func (c *Comparison) unsteady() document.Section {
	t := &document.Table{Name: "Unsteady", Columns: document.Columns("Spec", "Before", "Now")}
	s := document.Section{ID: "unsteady", Title: "Unsteady", Amount: frame.Number(len(c.Unsteady))}
	for _, u := range c.Unsteady {
		before, now := reports.CountWords(u.Old), reports.CountWords(u.New)
		t.Add(document.ID(u.ID), before, now)
		line := fmt.Sprintf("UNSTEADY %s: before %s, now %s", u.ID, before, now)
		s.Blocks = append(s.Blocks, document.Block{In: document.Text, Line: line})
	}
	if len(c.Unsteady) > 0 {
		beside := document.Markdown | document.Page
		s.Blocks = append(s.Blocks, document.Block{In: document.Text},
			document.Block{In: document.Page, Note: "Runs of the same side do not agree on these."},
			document.Block{In: beside, Table: t})
	}
	return s
}
