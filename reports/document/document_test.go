package document_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
)

const evil = "<script>alert(1)</script>|`x` [a](b)\n::error::x\x1b[31m ##vso[x]"

// block tries to be more than text that is preformatted.
const block = "<script>alert(1)</script></pre>\n\n::error::x\x1b[31m ##vso[x]"

// hostile is a document in which every text tries to be more than that.
func hostile() *document.Document {
	t := &document.Table{Name: evil, Caption: true, Same: evil, Columns: document.Columns("Name", "#Count", "~Bar", "-Why")}
	t.Add(document.ID(evil), 3, 0.5, document.Cell{
		Text: evil, Verdict: reports.Fail, Notes: []document.Cell{{Text: evil, Link: "javascript:alert(1)"}}, Others: []string{evil},
	})
	d := document.Detail{
		Kind: evil, ID: evil, Title: evil, Words: evil, Because: evil,
		Fields: []document.Field{{Label: "says", OnPage: "Says", Text: block}, {Label: "repeat", Text: block, Command: true}},
	}
	g := &document.Group{
		Kind: evil, Heading: evil, Note: evil, Details: []document.Detail{d},
		Folds: []document.Fold{
			{Words: evil, Details: []document.Detail{d}}, {Words: evil, Brief: true, Details: []document.Detail{d}},
		},
	}
	t.Rows[0].Remarks = []document.Remark{{Verdict: reports.Warn, Kind: "unstable", Text: evil}}
	return &document.Document{
		Kind: "a test", Title: evil, Verdict: reports.Fail,
		Lead: []document.Block{document.Listed(evil, evil)},
		Sections: []document.Section{{ID: "one", Title: evil, Blocks: []document.Block{
			{Heading: evil},
			{Line: evil},
			{Note: evil},
			{Facts: []document.Fact{{Name: evil, Value: evil}}},
			{Table: t},
			{Group: g},
			{Plots: []document.Plot{document.OverTime(evil, "MiB", []document.Datum{{X: 1, Y: 2}, {X: 2, Y: 4}})}},
		}}},
	}
}

// TestTextsStayText shows that no text of a document is markup, or an order to a terminal or a system that runs jobs.
func TestTextsStayText(t *testing.T) {
	page, err := document.AsPage(hostile())
	if err != nil {
		t.Fatal(err)
	}
	for form, text := range map[string]string{
		"text": string(document.AsText(hostile())), "markdown": string(document.AsMarkdown(hostile())), "page": string(page),
	} {
		bad := []string{"\x1b", "\n::error"}
		switch form {
		case "text":
			bad = append(bad, "##vso[")
		case "markdown":
			bad = append(bad, "<script>", "`x`", "[a](b)", "</script>|")
		case "page":
			bad = append(bad, "<script>alert", "href=\"javascript")
		}
		for _, s := range bad {
			if strings.Contains(text, s) {
				t.Errorf("the %s has %q:\n%s", form, s, text)
			}
		}
	}
}

// TestForms shows that each form has the blocks that are its own, and no heading of a section without any.
func TestForms(t *testing.T) {
	d := &document.Document{Title: "slower", Sections: []document.Section{
		{ID: "a", Title: "Of the page", Blocks: []document.Block{document.Block{Line: "seen"}.Only(document.Page)}},
		{ID: "b", Title: "Acme", Named: true, Blocks: []document.Block{{Line: "told"}, document.Listed("nothing:")}},
	}}
	if got, want := string(document.AsText(d)), "slower\n\nAcme\ntold\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if got, want := string(document.AsMarkdown(d)), "## Slower\n\n### Acme\n\ntold\n"; got != want {
		t.Errorf("the Markdown is %q, want %q", got, want)
	}
	page, err := document.AsPage(d)
	if err != nil || !strings.Contains(string(page), "Of the page") || strings.Contains(string(page), "nothing:") {
		t.Errorf("%v: %s", err, page)
	}
}
