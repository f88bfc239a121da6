package reports

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// A Rule is an entry of the catalogue and what a run says of it.
type Rule struct {
	requirement.Entry
	Verdict Verdict
	// Observed says that some spec of the rule ran to a judgement.
	Observed   bool
	Statements []Statement
}

// Judge returns every rule that the catalogue or the run knows, sorted by id; a
// rule that no spec of the run claims counts as not run. Where both describe a
// rule, the run's description is used, since by that it was judged.
func Judge(run *Run, catalogue []requirement.Entry) []Rule {
	list := make([]Rule, 0, len(catalogue))
	at := make(map[string]int, len(catalogue))
	for _, e := range catalogue {
		at[e.ID] = len(list)
		e.Provisional = e.Provisional && !run.Strict
		list = append(list, Rule{Entry: e, Verdict: NotRun})
	}
	for _, q := range run.Requirements {
		i, known := at[q.ID]
		if !known {
			i = len(list)
			list = append(list, Rule{Entry: requirement.Entry{ID: q.ID}})
		}
		list[i].judged(q)
	}
	observed := run.observed()
	for i := range list {
		list[i].Observed = list[i].Verdict.Judged() || observed[list[i].ID]
	}
	slices.SortStableFunc(list, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// observed are the rules that some spec was judged by.
func (r *Run) observed() map[string]bool {
	ids := map[string]bool{}
	for _, s := range r.Specs {
		for _, id := range s.Requirements {
			ids[id] = ids[id] || s.Verdict.Judged()
		}
	}
	return ids
}

// RulesByID finds rules by their ids.
func RulesByID(rules []Rule) map[string]*Rule {
	at := make(map[string]*Rule, len(rules))
	for i := range rules {
		at[rules[i].ID] = &rules[i]
	}
	return at
}

func (r *Rule) judged(q Requirement) {
	r.Verdict = q.Verdict.Known()
	r.Level = cmp.Or(requirement.Level(q.Level), r.Level)
	r.Profile = cmp.Or(requirement.Profile(q.Profile), r.Profile)
	r.Rule = cmp.Or(q.Rule, r.Rule)
	r.Source = cmp.Or(q.Source, r.Source)
	r.Ruling = cmp.Or(q.Ruling, r.Ruling)
	r.Statements = q.Statements
	r.Provisional = q.Provisional
}

// injects reports whether the rule shows only when a fault is injected.
func (r *Rule) injects() bool {
	return slices.ContainsFunc(r.Needs, func(n requirement.Need) bool {
		return strings.HasPrefix(string(n), requirement.FaultPrefix)
	})
}

// Known returns v, or [Error] if v is not a verdict: a result that can't be read is
// no pass.
func (v Verdict) Known() Verdict {
	if slices.Contains(Verdicts(), v) {
		return v
	}
	return Error
}
