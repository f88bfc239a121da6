package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// specOf returns a finding in the form that reports have, under an id that no earlier
// finding has.
func specOf(title string, f explore.Finding, before []reports.Spec) reports.Spec {
	s := reports.Spec{
		Title: title, Package: "nd2", Requirements: f.Rules, Verdict: verdictOf(f.Rules),
		Findings: []finding.Finding{{Rule: citedRule(f.Rules), Expected: f.Expected, Seen: f.Seen}},
		Trace:    strings.Join(f.Calls, "\n"),
		Program: &reports.Program{
			Steps: f.Steps, Rate: f.Rate, CutShort: f.CutShort, Found: f.Seconds, Replay: f.Replay, Beside: f.Beside,
		},
	}
	if len(f.Recorded) > 0 { // these say more
		s.Trace = ""
		s.Program.Calls = textOf(f)
		s.Findings[0].Calls, s.Findings[0].Objects = callsOf(f.Recorded)
	}
	if len(f.Calls) == 0 && f.Rate == 0 && len(f.Rules) > 0 &&
		(f.Unconfirmed || !f.CutShort) { // many programs show it together, and no single one does
		s.Program.Steps, s.Program.Replay = 0, ""
	}
	if f.Beside { // who is wrong is not known
		s.Verdict = reports.Warn
	}
	if f.Unconfirmed { // memory grows for other reasons, too
		s.Verdict = reports.Warn
	}
	if len(f.Rules) == 0 {
		s.Title, s.Verdict = "A generated program ends the process", reports.Error
	}
	if f.Expected == "" {
		s.Findings = []finding.Finding{{Says: f.Message}}
	}
	s.Message = finding.Lines(s.Findings)
	s.ID = idOf(f.Rules, before)
	return s
}

// textOf writes the calls of a finding for the command replay.
func textOf(f explore.Finding) string {
	text := &strings.Builder{}
	fmt.Fprintf(text, "# It breaks %s.\n", strings.Join(f.Rules, ", "))
	fmt.Fprintf(text, "# Expected: %s\n# Seen:     %s\n", f.Expected, f.Seen)
	return text.String() + f.Text()
}

// mostCalls is how many of the last calls a report shows.
const mostCalls = 64

// callsOf returns the last calls up to what was found, and the objects that they name but
// that were created before them.
func callsOf(all []recorded.Call) (calls []finding.Call, objects []finding.Object) {
	named := map[string]bool{}
	first := max(0, len(all)-mostCalls)
	for _, c := range all[first:] {
		method := c.Method
		if method == "Set" {
			method = "event of " + all[c.Of].Method
		}
		calls = append(calls, finding.Call{
			At: c.At, Thread: 1, Object: c.On, Method: method, Arguments: c.Arguments(),
			Result: c.Result(),
		})
		for _, name := range []string{
			c.On, c.ReceiveCQ, c.InitiatorCQ, c.SRQ, c.Place.Region, c.Token, c.Window,
			c.QueuePair,
		} {
			named[name] = true
		}
		for _, e := range c.Entries {
			named[e.Region] = true
		}
	}
	for _, c := range all[:first] {
		if c.Made != "" && named[c.Made] {
			objects = append(objects,
				finding.Object{Name: c.Made, Is: "from " + c.On + "." + c.Method + "(" + c.Arguments() + ")"})
		}
	}
	return calls, objects
}

// idOf returns an id made of the first rule's id and a part that says that it was found
// by exploring.
func idOf(rules []string, before []reports.Spec) string {
	first := "explore.process"
	if len(rules) > 0 {
		first = rules[0]
	}
	id := first + "/explored"
	for n := 2; slices.ContainsFunc(before, func(s reports.Spec) bool { return s.ID == id }); n++ {
		id = fmt.Sprintf("%s/explored-%d", first, n)
	}
	return id
}

// verdictOf returns a failure if one of the rules is a MUST.
func verdictOf(rules []string) reports.Verdict {
	if explore.Must(rules) {
		return reports.Fail
	}
	return reports.Warn
}

func citedRule(rules []string) finding.Rule {
	if len(rules) == 0 {
		return finding.Rule{}
	}
	e, _ := requirement.Lookup(rules[0])
	return finding.Rule{ID: rules[0], Text: e.Rule, Source: e.Source}
}
