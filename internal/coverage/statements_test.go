package coverage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

const statementsIntro = `
## What the documents say

Every document is split into statements about what a provider does, in our own words: requirement/statements has them, and
` + "`ndconform explain ID`" +
	` shows those of a rule. A statement has rules that hold providers to it; or rules that judge
nobody, all of them of the level INFO, and record what the provider does; or it permits something, and a legal variant
does that; or no client can tell, for a reason. Open are those that wait for a rule.

`

// An account counts what became of statements.
type account struct{ all, ruled, recorded, permitted, unobservable, open int }

func (a *account) add(s requirement.Statement) {
	a.all++
	switch {
	case len(s.Gaps) > 0:
		a.open++
	case s.Unobservable != "":
		a.unobservable++
	case s.Judged():
		a.ruled++
	case len(s.Rules) > 0:
		a.recorded++
	default:
		a.permitted++
	}
}

func (a *account) row(b *bytes.Buffer, name string) {
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d | %d |\n", name, a.all, a.ruled, a.recorded, a.permitted, a.unobservable,
		a.open)
}

// ofStatements has a row for each heading and each document, and says why some
// statements can't be observed.
func ofStatements(b *bytes.Buffer) {
	b.WriteString(statementsIntro)
	const header = "statements | held to by rules | recorded only | permitted only | not observable | open |\n| --- | " +
		"--- | --- | --- | --- | --- | --- |\n"
	documents, total := map[string]*account{}, &account{}
	for _, s := range requirement.Statements() {
		if documents[s.Document] == nil {
			documents[s.Document] = &account{}
		}
		documents[s.Document].add(s)
		total.add(s)
	}
	b.WriteString("| document | " + header)
	for _, name := range requirement.Documents() {
		documents[name].row(b, name)
	}
	total.row(b, "**all**")
	for _, name := range requirement.Documents() {
		fmt.Fprintf(b, "\n### %s\n\n| heading | %s", name, header)
		ofDocument(b, name)
	}
	b.WriteString("\n### Recorded only\n\n| statement | rules, which judge nobody |\n| --- | --- |\n")
	for _, s := range requirement.Statements() {
		if len(s.Rules) > 0 && !s.Judged() {
			fmt.Fprintf(b, "| %s: %s | `%s` |\n", s.Place(), s.Says, strings.Join(s.Rules, "` `"))
		}
	}
	b.WriteString("\n### Not observable\n\n| statement | why no client can tell |\n| --- | --- |\n")
	for _, s := range requirement.Statements() {
		if s.Unobservable != "" {
			fmt.Fprintf(b, "| %s: %s | %s |\n", s.Place(), s.Says, s.Unobservable)
		}
	}
}

// ofDocument has a row for each heading, in the document's order.
func ofDocument(b *bytes.Buffer, name string) {
	headings := map[string]*account{}
	var order []string
	for _, s := range requirement.Statements() {
		if s.Document != name {
			continue
		}
		if headings[s.Heading] == nil {
			headings[s.Heading] = &account{}
			order = append(order, s.Heading)
		}
		headings[s.Heading].add(s)
	}
	for _, heading := range order {
		headings[heading].row(b, heading)
	}
}

// A statement is not counted for providers if its rules only record and judge nobody.
func TestStatementsThatAreRecordedOnly(t *testing.T) {
	const judges, records = "adapter.query.limits", "adapter.query.flags"
	for _, c := range []struct {
		s    requirement.Statement
		want account
	}{
		{requirement.Statement{Rules: []string{records, judges}}, account{all: 1, ruled: 1}},
		{requirement.Statement{Rules: []string{records}, Variants: []string{"all-flags"}}, account{all: 1, recorded: 1}},
		{requirement.Statement{Variants: []string{"all-flags"}}, account{all: 1, permitted: 1}},
		{requirement.Statement{Unobservable: "it does not show"}, account{all: 1, unobservable: 1}},
		{requirement.Statement{Rules: []string{records}, Gaps: []string{"a.gap"}}, account{all: 1, open: 1}},
	} {
		var got account
		got.add(c.s)
		if got != c.want {
			t.Errorf("%+v is counted as %+v, want %+v", c.s, got, c.want)
		}
	}
}
