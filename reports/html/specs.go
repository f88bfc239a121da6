package html

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

// A group holds the specs with one verdict.
type group struct {
	Verdict reports.Verdict
	Title   string
	Meaning string
	Open    bool
	Specs   []Item
}

// An Item is a spec as it is shown on the page.
type Item struct {
	ID, Title, Where, Took string
	Verdict                reports.Verdict
	Open                   bool
	// Told says that the spec is shown in full on paper.
	Told bool
	// Reason is the message, in one line.
	Reason   string
	Findings []findingView
	Reasons  []piece
	Rules    []ruleView
	Notes    string
	Trace    string
	// Shows says how often Program shows what was found, and Calls are those of the
	// program, for replay.
	Shows, Program, Calls string
	// Given is what the spec was given that is not plain.
	Given string
	// Repeat is the command that repeats the spec, word by word.
	Repeat []string
	// What the filters compare.
	Interfaces, Profiles, Cells string
}

type ruleView struct {
	ID, Level, Profile, Kind, Rule, Source, Ruling, Accept string
	// Links are the parts of the source; Site is where the catalogue is published.
	Links      []requirement.Link
	Site       string
	Verdict    reports.Verdict
	Statements []reports.Statement
	// More counts the statements that are left out.
	More int
	// Judged says that the rule's verdict is worth showing in addition to the spec's.
	Judged bool
}

// A piece is text, and its address if it is a link.
type piece struct{ Text, Address string }

// ReasonMost is how many runes of a message are shown in one line.
const ReasonMost = 160

const (
	evidenceBudget = 288 << 10 // bytes that the findings, calls and traces of a page may take
	evidenceMost   = 64 << 10
	slightMost     = 400     // bytes of a message that is shown whatever else the page has to show
	slightShare    = 2 << 10 // bytes for such a message, in a line and in full
	statementsMost = 2       // statements of a rule that the page shows
	piecesMost     = 10      // pieces that a reason is split into
	openFailures   = 3       // failures that the page shows in full
	toldFailures   = 10      // failures that paper shows in full
	openSkipped    = 12      // skipped specs that the page shows without a click
)

func groupsOf(run *reports.Run, rules []reports.Rule) []group {
	at := reports.RulesByID(rules)
	open, told := causesShown(run, openFailures), causesShown(run, toldFailures)
	share := evidenceShare(run, told)
	byVerdict := map[reports.Verdict][]Item{}
	for _, s := range run.Specs {
		v := s.Verdict.Known()
		byVerdict[v] = append(byVerdict[v], ItemOf(run, s, at, share(s)))
	}
	var groups []group
	for _, v := range reports.Reading {
		specs := byVerdict[v]
		if len(specs) == 0 {
			continue
		}
		for i := range specs {
			specs[i].Open, specs[i].Told = slices.Contains(open, specs[i].ID), slices.Contains(told, specs[i].ID)
		}
		shown := slices.Contains([]reports.Verdict{reports.Error, reports.Fail, reports.Waived, reports.Warn},
			v) || v != reports.Pass && len(specs) <= openSkipped
		groups = append(groups, byParty(run, group{v, v.Title(), v.Meaning(), shown, specs})...)
	}
	return groups
}

// byParty divides a group by who has broken the rule, where that is known.
func byParty(run *reports.Run, whole group) (groups []group) {
	of := map[string]string{}
	for _, s := range run.Specs {
		of[printable.Short(s.ID, 200)] = s.Party
	}
	for _, party := range append([]string{""}, reports.Parties...) {
		part := whole
		part.Specs = nil
		for _, i := range whole.Specs {
			if of[i.ID] == party {
				part.Specs = append(part.Specs, i)
			}
		}
		if party != "" {
			part.Title, part.Meaning = "About the "+party, "a rule is broken by the "+party
		}
		if len(part.Specs) > 0 {
			groups = append(groups, part)
		}
	}
	return groups
}

// evidenceShare divides the budget among the specs that have more to show than a short message.
// Three quarters are for specs that failed; a third of that is for those shown in full, whose
// ids are in told, however many others there are. The last quarter is for specs that did not
// fail.
func evidenceShare(run *reports.Run, told []string) func(reports.Spec) int {
	tells := func(s reports.Spec) bool { return slices.Contains(told, printable.Short(s.ID, 200)) }
	telling, broken, others := 0, 0, 0
	for _, s := range run.Specs {
		switch {
		case slight(s):
		case tells(s):
			telling++
		case s.Verdict.Known().Broken():
			broken++
		default:
			others++
		}
	}
	const failed = evidenceBudget * 3 / 4
	tellingShare := max(evidenceBudget/4/max(telling, 1), failed/max(telling+broken, 1))
	brokenShare := (failed - telling*tellingShare) / max(broken, 1)
	return func(s reports.Spec) int {
		switch {
		case slight(s):
			return slightShare
		case tells(s):
			return min(tellingShare, evidenceMost)
		case s.Verdict.Known().Broken():
			return min(brokenShare, evidenceMost)
		}
		return min(evidenceBudget/4/max(others, 1), evidenceMost)
	}
}

// slight reports whether a spec has nothing to show but perhaps a short message, such as why it
// was not run: hundreds of specs may say that, while a few have the cause to show.
func slight(s reports.Spec) bool {
	return len(s.Message) <= slightMost && s.Trace == "" && len(s.Notes) == 0 && len(s.Findings) == 0
}

// ItemOf shows a spec. Half of its share, in bytes, is for its message in a line if it takes that.
func ItemOf(run *reports.Run, s reports.Spec, at map[string]*reports.Rule, share int) Item {
	v := s.Verdict.Known()
	reason := printable.ShortWithin(s.Message, ReasonMost, share/2)
	share -= printable.Cost(reason)
	i := Item{
		ID: printable.Short(s.ID, 200), Title: printable.Short(s.Title, 300), Verdict: v,
		Where:  printable.Short(strings.Trim(s.Package+", "+s.Place+", "+run.PlaceName(s), ", "), 200),
		Reason: reason, Notes: printable.Clip(strings.Join(s.Notes, "\n"), share/6), Trace: printable.Clip(s.Trace, share/5),
		Given: printable.Short(s.Given, 1000),
	}
	if v == reports.Waived {
		i.Reasons = pieces(printable.Clip(s.Message, share/3))
	} else {
		i.Findings = findingsOf(s, share)
	}
	if s.Seconds > 0 {
		i.Took = frame.Duration(s.Seconds)
	}
	if v == reports.NotRun || v != reports.Pass && v.Judged() {
		i.Repeat = strings.Split(printable.Short(reports.Repeat(run, s), 2000), " ")
	}
	if s.Program != nil {
		i.Shows, i.Program, i.Calls = s.Program.Shows(), printable.Clip(s.Program.Replay,
			share/8), printable.Clip(s.Program.Calls, share/4)
	}
	var interfaces, profiles, cells []string
	for _, id := range s.Requirements {
		r := at[id]
		if r == nil { // the rule of a spec that was run without being selected
			r = &reports.Rule{Entry: requirement.Entry{ID: id}, Verdict: reports.NotRun}
		}
		i.Rules = append(i.Rules, viewOf(r, r.Verdict != v || len(s.Requirements) > 1))
		interfaces = append(interfaces, r.Interface)
		profiles = append(profiles, printable.Short(string(r.Profile), 60))
		cells = append(cells, rowKey(r.Entry)+" "+column(r.Entry))
	}
	i.Interfaces, i.Profiles, i.Cells = set(interfaces, " "), set(profiles, " "), set(cells, "|")
	return i
}

func viewOf(r *reports.Rule, judged bool) ruleView {
	names := make([]string, len(r.Accept))
	for i, s := range r.Accept {
		names[i] = s.String()
	}
	accept := ""
	if len(names) > 1 || len(names) == 1 && names[0] != r.Code {
		accept = strings.Join(names, ", ")
	}
	shown := min(len(r.Statements), statementsMost)
	statements := make([]reports.Statement, shown)
	for i, s := range r.Statements[:shown] {
		statements[i] = reports.Statement{Place: printable.Short(s.Place, 300), Says: printable.Short(s.Says, 500)}
	}
	return ruleView{
		ID: printable.Short(r.ID, 200), Level: printable.Short(reports.LevelText(string(r.Level), r.Provisional), 40),
		Profile: printable.Short(string(r.Profile), 60), Kind: string(r.Kind),
		Rule: printable.Short(r.Rule, 1000), Source: printable.Short(r.Source, 500), Links: linksOf(r.Entry),
		Site: siteOf(r.Entry), Ruling: printable.Short(r.Ruling, 1000),
		Accept: accept, Verdict: r.Verdict, Judged: judged,
		Statements: statements, More: len(r.Statements) - shown,
	}
}

// linksOf returns the parts of a source. In an older journal they may differ from
// this catalogue's.
func linksOf(e requirement.Entry) []requirement.Link {
	links := e.Links()
	for i := range links {
		links[i].Text = printable.Short(links[i].Text, 500)
	}
	return links[:min(len(links), piecesMost)]
}

// siteOf returns the address of a rule's page, if the catalogue has the rule.
func siteOf(e requirement.Entry) string {
	if e.Interface == "" {
		return ""
	}
	return e.SiteURL()
}

// set joins the texts that are not empty, sorted and each once.
func set(list []string, separator string) string {
	slices.Sort(list)
	list = slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
	return strings.Join(list, separator)
}

var address = regexp.MustCompile(`https?://[^\s<>"']*[^\s<>"'.,;:!?)\]}]`)

// pieces splits text at its addresses, so that they can be links. Its callers pass
// only what a user wrote, never what a provider said.
func pieces(text string) []piece {
	var list []piece
	for text != "" {
		at := address.FindStringIndex(text)
		if at == nil || len(list) >= piecesMost {
			return append(list, piece{Text: text})
		}
		if at[0] > 0 {
			list = append(list, piece{Text: text[:at[0]]})
		}
		list = append(list, piece{text[at[0]:at[1]], text[at[0]:at[1]]})
		text = text[at[1]:]
	}
	return list
}

// rowKey returns the name of an entry's row in the matrix.
func rowKey(e requirement.Entry) string {
	key := e.Interface
	if e.Method != "" {
		key += "::" + e.Method
	}
	if e.Request != "" {
		key += "/" + e.Request
	}
	return key
}

// column returns the name of an entry's column in the matrix.
func column(e requirement.Entry) string { return cmp.Or(e.Code, otherRules) }
