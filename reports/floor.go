package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// missing names what no spec observed of what a profile can't be met without. A rule that the catalogue does not
// have is not asked for.
func missing(profile requirement.Profile, at map[string]*Rule) (names []string) {
	if claim := at[profile.Info().Claim]; claim != nil && claim.Verdict == Unobservable {
		names = append(names, "all of "+claim.ID)
	}
	for _, e := range profile.Essentials() {
		known := slices.ContainsFunc(e.Rules, func(id string) bool { return at[id] != nil })
		if known && !slices.ContainsFunc(e.Rules, func(id string) bool { return at[id] != nil && at[id].Observed }) {
			names = append(names, e.Name)
		}
	}
	return names
}

// observed counts the rules that were judged, kept or not. A part of a rule that is
// unobservable or unclaimed may have been judged; it does not count.
func (p Profile) observed() int {
	return p.Total - p.Count[Unobservable] - p.Count[Unsupported] - p.Count[NotRun]
}

// enough reports whether so much of the profile was observed that it can be said to be met.
func (p Profile) enough() bool {
	return 100*p.observed() >= requirement.ObservedPercent*p.Total && len(p.Missing) == 0
}

// Lacking says how much was observed of a profile that is below its floor, and what is missing: "54 of 472 MUSTs
// (11 %; 60 % are needed); not observed: two connections at once". It is empty for any other profile.
func (p Profile) Lacking() string {
	if p.Verdict != Unobservable {
		return ""
	}
	share := 100 * p.observed() / max(p.Total, 1)
	text := fmt.Sprintf("%d of %d MUSTs (%d %%", p.observed(), p.Total, share)
	if share < requirement.ObservedPercent {
		text += fmt.Sprintf("; %d %% are needed", requirement.ObservedPercent)
	}
	text += ")"
	if len(p.Missing) > 0 {
		text += "; not observed: " + strings.Join(p.Missing, ", ")
	}
	return text
}

// TooLittle says what a whole run lacks before its provider can be said to conform: it observed too little of core. It
// is empty if nothing is lacking, and for a run of a selection, which says no more than in part.
func TooLittle(run *Run) string {
	if run.Filtered() || !run.JudgesProfiles() || !run.Conformant() {
		return ""
	}
	for _, p := range Profiles(run, nil) {
		if lacking := p.Lacking(); lacking != "" && p.Name == requirement.Core {
			return "too little was observed to say conformant: core " + lacking
		}
	}
	return ""
}
