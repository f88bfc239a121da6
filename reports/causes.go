package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/requirement"
)

// A Cause is something that several specs found, or that kept others from being run.
// One of the specs that found it is shown for all.
type Cause struct {
	// Spec is the id of the spec that is shown: it needs the least of the provider to see the cause.
	Spec    string  `json:"spec"`
	Verdict Verdict `json:"verdict"`
	// Says is what that spec found, in one line.
	Says string `json:"says"`
	// Same are the ids of the others that found the same.
	Same []string `json:"same,omitempty"`
	// Method and Does are the method that all of them blame and what it does that is wrong by
	// itself, as in IND2Adapter::CreateMemoryRegion returns ND_NOT_SUPPORTED. Title is that in one
	// line, or else what they have in common, or what the shown spec found.
	Method string `json:"method,omitempty"`
	Does   string `json:"does,omitempty"`
	Title  string `json:"title"`
	// Suspect is the method at fault, as far as the specs that found it can tell: the method that they blame, or the
	// method that they test. It is an interface if nothing more is known.
	Suspect string `json:"suspect,omitempty"`
	// Prerequisite is the prerequisite that fails because of it, if any. NotRun counts the specs that were not run because
	// of it.
	Prerequisite string `json:"ground,omitempty"`
	NotRun       int    `json:"notRun,omitempty"`
	// Unexpected is the failure that all of them saw where they expected none or another
	// one, if that is what they have in common.
	Unexpected string `json:"unexpected,omitempty"`
	// Twice says that what they have in common is a request that had more than one result.
	Twice bool `json:"twice,omitempty"`
	// NotRunSays is what most of the specs that were not run could not do, in words.
	NotRunSays string `json:"vain,omitempty"`

	// Shown is the spec that is shown.
	Shown Spec `json:"-"`
	// specs are all that found it, the shown spec first.
	specs []Spec
	// common is what they have in common, in words, if that is more than texts that are alike.
	Common string `json:"-"`
	// lacking says that its method has not been seen to do anything right in any spec.
	lacking bool
	// score says how well the calls of the method at fault go with what the cause stands for.
	score float64
	// probeRank is the first place of the specs that found it among the probes.
	probeRank int
}

// CausesOf groups the failures and errors of a run by what they found, in the order in which to
// mend them: causes that others build on come first, and then those that the most specs found.
func CausesOf(run *Run) []Cause {
	all := brokenSpecs(run)
	blamed := blameOf(run)
	tallies := talliesOf(run)
	list := causesOfSpecs(all, run, tallies)
	adopt(list, run)
	working := worked(all)
	for i := range list {
		c := &list[i]
		most := 0
		for _, s := range c.specs {
			for _, says := range slices.Sorted(maps.Keys(blamed[s.ID])) {
				n := blamed[s.ID][says]
				c.NotRun += n
				if n > most {
					c.NotRunSays, most = says, n
				}
			}
		}
		c.Prerequisite = run.failedPrerequisiteOf(c.specs)
		c.score, c.lacking = tallies.explains(*c), c.lacks(working) && !tallies.works(c.Method)
	}
	if run.Watched != nil { // the first breach is the cause of what follows, more often than not
		slices.SortFunc(list, func(a, b Cause) int { return cmp.Compare(place(all, a.Spec), place(all, b.Spec)) })
	} else {
		slices.SortFunc(list, moreCausal)
	}
	return list
}

// place is where a spec is in a list.
func place(list []Spec, id string) int {
	return slices.IndexFunc(list, func(s Spec) bool { return s.ID == id })
}

// WarningsOf groups the warnings of a run by what they warn of; the warnings of the most specs come first.
func WarningsOf(run *Run) []Cause {
	broken := causesOfSpecs(brokenSpecs(run), run, talliesOf(run))
	warned := slices.DeleteFunc(run.specsWith(Warn), func(s Spec) bool { return causeIn(broken, s) != nil })
	list := causesOfSpecs(warned, run, talliesOf(run))
	slices.SortFunc(list, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(len(b.Same), len(a.Same)), cmp.Compare(a.Spec, b.Spec))
	})
	return list
}

// specsWith lists the specs with a verdict.
func (r *Run) specsWith(v Verdict) (list []Spec) {
	for _, s := range r.Specs {
		if s.Verdict == v {
			list = append(list, s)
		}
	}
	return list
}

// adopt adds the specs that warn of the same as a cause of failures to that.
func adopt(causes []Cause, run *Run) {
	for _, s := range run.specsWith(Warn) {
		if c := causeIn(causes, s); c != nil {
			c.Same = append(c.Same, s.ID)
		}
	}
}

// causeIn finds the cause whose method does what a spec has seen it do, nil if there is none.
func causeIn(causes []Cause, s Spec) *Cause {
	if len(s.Findings) == 0 || s.Findings[0].Does == "" {
		return nil
	}
	f := s.Findings[0]
	i := slices.IndexFunc(causes, func(c Cause) bool { return c.Method == f.Method && c.Does == f.Does })
	if i < 0 {
		return nil
	}
	return &causes[i]
}

// causesOfSpecs makes a cause of the specs that found the same, in no order. What specs say in the words of the judge
// is told with what it found.
func causesOfSpecs(all []Spec, run *Run, t tallies) []Cause {
	groups := groupsAlike(all)
	alike := map[trait]Cause{}
	judged := map[string]trait{} // by the words for what its specs have in common
	for key, specs := range groups {
		c := run.causeOf(key, specs, t.suspectOf(key, specs), t)
		if alike[key] = c; c.Common != "" && c.Shown.judged() {
			judged[c.Common] = key
		}
	}
	for key, c := range alike {
		if of, said := judged[c.Common]; said && of != key && c.Verdict == alike[of].Verdict {
			groups[of] = append(groups[of], c.specs...)
			alike[of] = run.causeOf(of, groups[of], alike[of].Suspect, t)
			delete(alike, key)
		}
	}
	return slices.Collect(maps.Values(alike))
}

// compareTrue puts what is true first.
func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// causeOf is the cause that specs have in common. If a prerequisite has failed for it, a probe shows it.
func (r *Run) causeOf(key trait, specs []Spec, suspect string, t tallies) Cause {
	failed := r.failedPrerequisiteOf(specs) != ""
	slices.SortFunc(specs, func(a, b Spec) int {
		return cmp.Or(compareTrue(failed && a.ProbeRank > 0, failed && b.ProbeRank > 0), t.firstToShow(a, b, suspect))
	})
	shown := specs[0]
	c := Cause{
		Suspect: suspect, Spec: shown.ID, Verdict: shown.Verdict,
		Says:       printable.Short(inTurn(shown.Message), printable.Headline),
		Unexpected: key.unexpected, Twice: key.twice, Method: key.method, Does: key.does,
		Shown: shown, specs: specs, probeRank: probeOrder(shown),
	}
	if c.Method == "" && key.alike != "" {
		c.Method = shown.first().Method
	}
	c.Common = printable.Short(c.suspected(key.words(), culpritWords(shown)), printable.Headline)
	c.Title = cmp.Or(c.Common, firstLine(shown), c.Says)
	for _, s := range specs[1:] {
		c.Same = append(c.Same, s.ID)
		c.probeRank = min(c.probeRank, probeOrder(s))
	}
	return c
}

// suspected says what specs have in common, or where the provider crashed or hung, and whose doing it seems to be.
func (c Cause) suspected(common, culprit string) string {
	switch {
	case c.Suspect == "" || c.Verdict == Warn || strings.HasPrefix(common, c.Suspect):
		return cmp.Or(common, culprit)
	case common != "":
		return c.Suspect + ": its specs see that " + common
	case culprit != "":
		return c.Suspect + ": " + culprit
	}
	of := at(c.rule())
	if !c.Shown.judged() || !strings.Contains(of, "::") {
		return c.Suspect + " breaks " + c.rule()
	}
	words := of + " breaks " + c.rule()
	if c.Suspect != of && c.Suspect == at(c.Shown.ID) && !isPolled(of) {
		return c.Suspect + ": its specs see that " + words
	}
	if by := lastCalled(c.Shown); by != "" && by != of && !isPolled(by) {
		words += ", seen by " + by
	}
	if in := at(c.Shown.ID); in != of && isND2Method(in) {
		words += ", in a spec of " + in
	}
	return words
}

// culpritWords says where the provider crashed or hung, if a spec shows it.
func culpritWords(s Spec) string {
	if s.Verdict != Error || culprit(s.Trace) == "" {
		return ""
	}
	return firstLine(s) + ", in " + culprit(s.Trace)
}

// firstLine is the first of what a spec found.
func firstLine(s Spec) string {
	line, _, _ := strings.Cut(s.Message, "\n")
	return printable.Short(line, printable.Headline)
}

// Rule is the rule that a cause breaks, of the method at fault if that is known: the shown spec may test another method
// that needs it.
func (c Cause) Rule(run *Run) (q Requirement, ok bool) {
	id := c.rule()
	return ruled(run, id), id != ""
}

func (c Cause) rule() string {
	about := func(id string) bool {
		return c.Suspect == "" || requirement.IsAbout(id, c.Suspect) || at(id) == c.Suspect
	}
	found := c.Shown.first()
	if found.Judged {
		return found.Rule.ID
	}
	if i := slices.IndexFunc(c.Shown.Requirements, about); i >= 0 {
		return c.Shown.Requirements[i]
	}
	if len(c.Shown.Found()) > 0 && about(found.Rule.ID) {
		return found.Rule.ID
	}
	e, ok := requirement.RuleOf(c.Method, ".nd-success", ".success", ".status-success", ".nd-pending")
	if ok && c.Does != "" {
		return e.ID
	}
	return strings.Join(c.Shown.Requirements[:min(1, len(c.Shown.Requirements))], "")
}

// judged reports whether the judge found what a spec found first.
func (s *Spec) judged() bool { return s.first().Judged }

// ruled is a rule of a run's, or of the catalogue's if no spec of the run claims it.
func ruled(run *Run, id string) Requirement {
	q := run.Requirement(id)
	if e, known := requirement.Lookup(id); known && q.Rule == "" {
		q.Rule, q.Level = e.Rule, string(e.Level)
	}
	return q
}

// ShownFor maps each spec of causes to the spec that is shown for it.
func ShownFor(causes []Cause) map[string]string {
	shown := map[string]string{}
	for _, c := range causes {
		for _, s := range c.specs {
			shown[s.ID] = c.Spec
		}
	}
	return shown
}

// blameOf counts the specs that were not run, by the id of the spec that has shown why,
// and by what it has shown not to work.
func blameOf(run *Run) map[string]map[string]int {
	blamed := map[string]map[string]int{}
	for _, s := range run.Specs {
		if s.CauseSpec == "" {
			continue
		}
		if blamed[s.CauseSpec] == nil {
			blamed[s.CauseSpec] = map[string]int{}
		}
		blamed[s.CauseSpec][s.CauseSays]++
	}
	return blamed
}

// brokenSpecs lists the specs that failed or ended in an error, and those that found a failed
// prerequisite without being selected.
func brokenSpecs(run *Run) (list []Spec) {
	selected := map[string]bool{}
	for _, s := range run.Specs {
		selected[s.ID] = true
		if s.Verdict.Known().Broken() {
			list = append(list, s)
		}
	}
	for _, f := range run.FailedPrerequisites {
		if !selected[f.Spec.ID] {
			selected[f.Spec.ID] = true
			list = append(list, f.Spec)
		}
	}
	return list
}

// failedPrerequisiteOf returns the failed prerequisite that one of specs has found.
func (r *Run) failedPrerequisiteOf(specs []Spec) string {
	for _, f := range r.FailedPrerequisites {
		if slices.ContainsFunc(specs, func(s Spec) bool { return s.ID == f.Spec.ID }) {
			return f.Prerequisite
		}
	}
	return ""
}

// inTurn returns what a spec found, one finding after the other, in one line.
func inTurn(message string) string {
	return strings.Join(slices.Compact(strings.Split(message, "\n")), "; then ")
}

// Others says, in lines, what a cause stands for besides the spec that is shown.
func (c Cause) Others() string {
	const named = 8
	return strings.Trim(c.AlikeWords(named)+"\n"+c.NotRunWords(), "\n")
}

// AlikeWords counts the specs that found the same, and names some of them.
func (c Cause) AlikeWords(named int) string {
	n := len(c.Same)
	if n == 0 {
		return ""
	}
	some := strings.Join(c.Same[:min(n, named)], ", ")
	if n > named {
		some += ", …"
	}
	same := "found the same"
	switch {
	case c.Verdict == Warn:
		same = "warned of the same"
	case c.Unexpected != "":
		same = "saw " + c.Unexpected + " too where it is not due"
	case c.Twice:
		same = "saw more than one result of a request, too"
	}
	return fmt.Sprintf("%s %s: %s", plural.Of(n, "spec"), same, some)
}

// NotRunWords counts the specs that were not run because of the cause.
func (c Cause) NotRunWords() string {
	if c.NotRun == 0 {
		return ""
	}
	line := fmt.Sprintf("because of this %s %s not run", plural.Of(c.NotRun, "spec"), plural.Word(c.NotRun, "was", "were"))
	if c.NotRunSays != "" {
		line += ": " + c.NotRunSays
	}
	return line
}

// WaivedOf makes a cause of each reason for which failures are waived.
func WaivedOf(run *Run) (list []Cause) {
	list = causesOfSpecs(run.specsWith(Waived), run, talliesOf(run))
	slices.SortFunc(list, func(a, b Cause) int { return cmp.Compare(a.Spec, b.Spec) })
	return list
}
