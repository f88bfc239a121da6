package requirement

import (
	"fmt"
	"slices"
	"sync"
)

// A Statement is one thing that a document says of what providers do, in the
// project's words, and what the suite makes of it.
type Statement struct {
	// Document is one of [Documents].
	Document string
	// Heading is where it stands there, as the sources of entries have it:
	// "IND2Adapter::Query, Remarks".
	Heading string
	// Number counts the statements of a heading, from 1.
	Number int
	Says   string
	// Strength is how much the sentence leaves to the provider; none if nothing.
	Strength Strength
	// Rules are the ids of the entries that hold providers to it.
	Rules []string
	// Variants are the legal variants that do what it permits, and that no spec may
	// fail.
	Variants []string
	// Unobservable says why no client can tell; empty if one can.
	Unobservable string
	// Gaps are the ids of rules that are still to be written.
	Gaps []string
}

// Place names the statement: "IND2Adapter.md, IND2Adapter::Query, Remarks, 3".
func (s Statement) Place() string {
	return fmt.Sprintf("%s, %s, %d", s.Document, s.Heading, s.Number)
}

// Judged tells whether one of its rules holds providers to it: those of the level INFO
// record what a provider does, and judge nobody.
func (s Statement) Judged() bool {
	return slices.ContainsFunc(s.Rules, func(id string) bool {
		e, _ := Lookup(id)
		return e.Level != Info
	})
}

// Statements lists every statement, in the order of [Documents] and then of each
// document. The slice is the caller's.
func Statements() []Statement { return slices.Clone(statements().all) }

// StatementsOf lists the statements that an entry holds providers to, in the order
// of [Statements]. The slice is shared.
func StatementsOf(id string) []Statement { return statements().byRule[id] }

type statementIndex struct {
	all    []Statement
	byRule map[string][]Statement
}

var statements = sync.OnceValue(func() statementIndex {
	x := statementIndex{byRule: map[string][]Statement{}}
	for _, document := range Documents() {
		x.all = append(x.all, readStatements(document)...)
	}
	for i := range x.all {
		s := &x.all[i]
		s.close()
		for _, id := range s.Rules {
			x.byRule[id] = append(x.byRule[id], *s)
		}
	}
	return x
})

// close counts the gaps that the catalogue has filled among the rules.
func (s *Statement) close() {
	s.Gaps = slices.DeleteFunc(s.Gaps, func(id string) bool {
		_, filled := Lookup(id)
		if filled {
			s.Rules = append(s.Rules, id)
		}
		return filled
	})
}
