package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// A Profile is what a run says of a group of rules that are certified together.
type Profile struct {
	Name requirement.Profile `json:"name"`
	// Verdict is [Pass] if every MUST rule was kept, was not owed, or could not be
	// observed, the adapter was seen to have the profile's feature, and enough was observed.
	// It is [Unsupported] if the adapter does not claim the feature, whatever else was kept;
	// [NotRun] if a rule is still to be judged; [Unobservable] if too little was observed;
	// and [Waived] if only that keeps the profile from [Pass].
	Verdict Verdict `json:"verdict"`
	// Count has the profile's MUST rules by verdict, without those that are provisional.
	// A rule that no spec of the run claims counts as not run.
	Count map[Verdict]int `json:"must"`
	// Kept counts the rules that were kept, of Total.
	Kept  int `json:"kept"`
	Total int `json:"total"`
	// Missing names the essentials of the profile that no spec observed.
	Missing []string `json:"missing,omitempty"`
	// Injected counts the kept rules that show only when a fault is injected. The
	// provider itself injects it, and may do no more than answer as if.
	Injected int `json:"injected"`
	// Provisional counts the rules about which this release only warns, and Warned those of them with a warning. They are
	// in no other count.
	Provisional int `json:"provisional,omitempty"`
	Warned      int `json:"provisionalWarned,omitempty"`
}

// Profiles returns the standing of every profile that the catalogue or the run
// knows, core first.
func Profiles(run *Run, catalogue []requirement.Entry) []Profile {
	return ProfilesOf(Judge(run, catalogue))
}

// ProfilesOf is [Profiles] of rules that have been judged.
func ProfilesOf(rules []Rule) []Profile {
	of := map[requirement.Profile]*Profile{}
	at := RulesByID(rules)
	for _, r := range rules {
		if r.Profile == "" || r.Level != requirement.Must {
			continue
		}
		p := of[r.Profile]
		if p == nil {
			p = &Profile{Name: r.Profile, Count: map[Verdict]int{}}
			of[r.Profile] = p
		}
		p.add(r)
	}
	list := []Profile{}
	for _, name := range profileOrder(of) {
		p := of[name]
		p.Missing = missing(name, at)
		p.Verdict = p.standing(at[name.Info().Claim])
		list = append(list, *p)
	}
	return list
}

func (p *Profile) add(r Rule) {
	kept := r.Verdict == Pass || r.Verdict == Warn
	if r.Provisional {
		p.Provisional++
		if r.Verdict == Warn {
			p.Warned++
		}
		return
	}
	p.Total++
	p.Count[r.Verdict]++
	if kept {
		p.Kept++
	}
	if kept && r.injects() {
		p.Injected++
	}
}

func profileOrder(of map[requirement.Profile]*Profile) []requirement.Profile {
	var order, others []requirement.Profile
	for _, info := range requirement.Profiles() {
		order = append(order, info.Profile)
	}
	for name := range of {
		if !slices.Contains(order, name) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	return slices.DeleteFunc(slices.Concat(order, others), func(p requirement.Profile) bool { return of[p] == nil })
}

// standing judges a profile. claim is the rule that shows whether the adapter has the
// profile's feature; nil if the profile has no feature.
func (p *Profile) standing(claim *Rule) Verdict {
	switch {
	case p.Count[Fail]+p.Count[Error] > 0:
		return Fail
	case claim != nil && claim.Verdict == Unsupported, p.Count[Unsupported] == p.Total:
		return Unsupported
	case p.Count[NotRun] > 0:
		return NotRun
	case !p.enough():
		return Unobservable
	case p.Count[Waived] > 0:
		return Waived
	case p.Kept > 0:
		return Pass
	}
	return Unsupported
}

// Observed returns the share of the owed rules that were observed, from 0 to 1. A rule
// on a feature that is not claimed is not owed.
func (p Profile) Observed() float64 {
	owed := p.Total - p.Count[Unsupported]
	if owed == 0 {
		return 0
	}
	return float64(owed-p.Count[Unobservable]-p.Count[NotRun]) / float64(owed)
}

// Words say what the verdict means, with the counts unless nothing is claimed.
func (p Profile) Words() string {
	words := StandingWords[p.Verdict]
	switch {
	case p.Verdict == Unsupported:
		return words
	case p.Total > 0 && p.Count[NotRun] == p.Total:
		return "not judged"
	}
	if lacking := p.Lacking(); lacking != "" {
		return words + ": " + lacking
	}
	return words + ": " + p.Counts()
}

// Counts says how many of the rules were kept, and what became of the others: "327 of
// 475 MUSTs kept, 141 not observable, 7 not claimed".
func (p Profile) Counts() string {
	text := fmt.Sprintf("%d of %d MUSTs kept", p.Kept, p.Total)
	if how := p.how(); how != "" {
		text += " (" + how + ")"
	}
	if rest := p.rest(); rest != "" {
		text += ", " + rest
	}
	return text
}

// Detail is what Counts says beside the numbers of rules and of those kept.
func (p Profile) Detail() string {
	text := strings.Trim(p.how()+"; "+p.rest(), "; ")
	if lacking := p.Lacking(); lacking != "" {
		text += "; observed: " + lacking
	}
	return text
}

// how says what is special about the rules that were kept.
func (p Profile) how() string {
	return counted([]countOf{
		{p.Injected, "through injected faults"},
		{p.Count[Warn], "with a warning"},
	})
}

// rest says what became of the other rules.
func (p Profile) rest() string {
	return counted([]countOf{
		{p.Count[Fail] + p.Count[Error], "broken"},
		{p.Count[Waived], "waived"},
		{p.Count[NotRun], "not judged"},
		{p.Count[Unobservable], "not observable"},
		{p.Count[Unsupported], "not claimed"},
		{p.Provisional, "provisional"},
		{p.Warned, "of the provisional with a warning"},
	})
}

type countOf struct {
	n    int
	what string
}

// counted lists the amounts that are not 0.
func counted(amounts []countOf) string {
	var parts []string
	for _, a := range amounts {
		if a.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", a.n, a.what))
		}
	}
	return strings.Join(parts, ", ")
}

// StandingWords say what a profile's verdict means.
var StandingWords = map[Verdict]string{
	Pass:         "met",
	Fail:         "not met",
	NotRun:       "not judged in full",
	Waived:       "met but for waivers",
	Unobservable: "too little observed",
	Unsupported:  "not claimed",
}
