package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
)

func (a *app) explainCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "explain ID",
		Short: "Explain a requirement, or those of a spec; list those of a method, a pattern or a status",
		Example: "  " + a.program + " explain cq.notify.nd-pending\n  " + a.program + " explain cq.notify\n  " +
			a.program + " explain 'cq.*'\n  " + a.program + " explain ND_PENDING",
		Args: usage.OneArgument("id"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return usage.WithPrefix(word, knownIDs()), cobra.ShellCompDirectiveNoFileComp
		},
	}
	a.prints(c, func(args []string) (listing, error) { return a.explain(args[0]) })
	return c
}

func (a *app) explain(id string) (listing, error) {
	suite, err := runner.Suite()
	if err != nil {
		return listing{}, exit.HarnessError("the suite: %v", err)
	}
	list := []requirementInfo{}
	var rows [][]string
	for _, entry := range entriesOf(id, suite) {
		info := describe(entry, suite)
		list = append(list, info)
		if len(rows) > 0 {
			rows = append(rows, nil)
		}
		rows = append(rows, explanation(info)...)
	}
	if len(list) > 0 {
		return listing{list, rows}, nil
	}
	among := slices.DeleteFunc(requirement.All(), func(e requirement.Entry) bool { return !concerns(e, id) })
	if len(among) == 0 {
		return listing{}, exit.UsageError("unknown requirement %q%s; run `%s requirements` for the list", id,
			didYouMean(id, suite), a.program)
	}
	return rulesOf(among, suite), nil
}

// concerns reports whether an entry is among those that a word stands for: a pattern, the beginning of ids, such as a
// method, or a status.
func concerns(e requirement.Entry, word string) bool {
	return word != "" && (pattern.Match(word, e.ID) || pattern.Match(word+".*", e.ID) || e.Code == word ||
		slices.ContainsFunc(e.Accept, func(s nd2.Status) bool { return s.String() == word }))
}

// didYouMean guesses which requirement, method or status a word was meant to be.
func didYouMean(word string, suite []runner.Spec) string {
	known := ids(suite)
	for _, e := range requirement.All() {
		if at := strings.LastIndexByte(e.ID, '.'); at > 0 {
			known = append(known, e.ID[:at])
		}
		for _, s := range e.Accept {
			known = append(known, s.String())
		}
	}
	if pattern.IsLiteral(word) {
		return usage.DidYouMean(word, known)
	}
	return usage.NearestFilter(word, known)
}

// entriesOf returns the entry that id names or, if id names a spec, the entries
// that the spec claims.
func entriesOf(id string, suite []runner.Spec) []requirement.Entry {
	if e, ok := requirement.Lookup(id); ok {
		return []requirement.Entry{e}
	}
	var entries []requirement.Entry
	for _, s := range suite {
		if s.ID != id {
			continue
		}
		for _, claimed := range s.Requirements {
			if e, ok := requirement.Lookup(claimed); ok {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

func explanation(r requirementInfo) [][]string {
	subject := r.Interface
	if r.Method != "" {
		subject += "::" + r.Method
	}
	if r.Request != "" {
		subject += ", " + r.Request
	}
	rows := [][]string{{r.ID}}
	details := [][]string{
		{"rule", r.Rule},
		{"of", subject},
		{"kind", r.Kind},
		{"code", r.Code},
		{"level", r.levelText()},
		{"profile", r.Profile},
		{"source", r.Source},
	}
	for _, s := range r.Statements {
		details = append(details, []string{"says", s.Says + " (" + s.Place + ")"})
	}
	for _, row := range append(details, [][]string{
		{"rests on", r.Rests},
		{"needs", strings.Join(r.Needs, ", ")},
		{"accepts", strings.Join(r.Accept, ", ")},
		{"ruling", r.Ruling},
		{"since", r.Since},
		{"specs", strings.Join(r.Specs, ", ")},
	}...) {
		if row[1] != "" {
			rows = append(rows, []string{"  " + row[0], row[1]})
		}
	}
	return rows
}
