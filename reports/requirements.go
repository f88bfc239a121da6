package reports

import (
	"sort"

	"github.com/ndconform/ndconform/requirement"
)

// Summarize returns the requirements that specs claim, sorted by id, each with the
// verdict that outweighs the others of its specs. describe fills in the rest from
// the catalogue. Only a MUST can be broken: for any other level, and for a rule that is
// provisional, a failed spec is a warning.
func Summarize(specs []Spec, describe func(id string) Requirement) []Requirement {
	verdicts := map[string][]Verdict{}
	for _, s := range specs {
		for _, id := range s.Requirements {
			verdicts[id] = append(verdicts[id], s.Verdict)
		}
	}
	list := make([]Requirement, 0, len(verdicts))
	for id, of := range verdicts {
		q := describe(id)
		q.ID, q.Verdict = id, Worst(of...)
		if q.Verdict == Fail && (q.Level != "" && q.Level != "MUST" || q.Provisional) {
			q.Verdict = Warn
		}
		list = append(list, q)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// A Statement is something that a document says and that a rule holds providers to,
// in the project's words.
type Statement struct {
	// Place names the document, the heading and the statement's number there.
	Place string `json:"place"`
	Says  string `json:"says"`
}

// StatementsOf lists the statements of a rule, in the documents' order.
func StatementsOf(id string) []Statement {
	var list []Statement
	for _, s := range requirement.StatementsOf(id) {
		list = append(list, Statement{s.Place(), s.Says})
	}
	return list
}

// RuleLine returns a rule in one line.
func RuleLine(q Requirement) string {
	if q.Level == "" {
		return q.ID + ": " + q.Rule
	}
	return q.ID + " (" + LevelText(q.Level, q.Provisional) + "): " + q.Rule
}

// LevelText says how binding a rule is, and whether only the next release takes it for
// that.
func LevelText(level string, provisional bool) string {
	if provisional {
		return level + ", provisional"
	}
	return level
}
