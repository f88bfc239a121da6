package reports

import (
	"slices"

	"github.com/ndconform/ndconform/requirement"
)

// A Profile is what a run says of a group of rules that are certified together.
type Profile struct {
	Name requirement.Profile
	// Count has the profile's MUST rules by verdict. A rule that no spec of the run
	// claims counts as not run.
	Count map[Verdict]int
	// Verdict is [Pass] if every MUST rule was kept, was not owed, or could not be
	// observed, and at least one was kept. It is [NotRun] if a rule has still to be
	// judged, and [Waived], [Unobservable] or [Unsupported] if only that keeps the
	// profile from [Pass].
	Verdict Verdict
}

// Total counts the profile's MUST rules.
func (p Profile) Total() int {
	total := 0
	for _, n := range p.Count {
		total += n
	}
	return total
}

// Profiles returns the standing of every profile that the catalogue or the run
// knows, core first.
func Profiles(run *Run, catalogue []requirement.Entry) []Profile {
	return profilesOf(judge(run, catalogue))
}

func profilesOf(rules []rule) []Profile {
	counts := map[requirement.Profile]map[Verdict]int{}
	for _, r := range rules {
		if r.Profile == "" || r.Level != requirement.Must {
			continue
		}
		if counts[r.Profile] == nil {
			counts[r.Profile] = map[Verdict]int{}
		}
		counts[r.Profile][r.Verdict]++
	}
	var list []Profile
	for _, name := range profileOrder(counts) {
		list = append(list, Profile{name, counts[name], standing(counts[name])})
	}
	return list
}

func profileOrder(counts map[requirement.Profile]map[Verdict]int) []requirement.Profile {
	order := []requirement.Profile{
		requirement.Core, requirement.SRQ, requirement.Resize, requirement.MemoryWindow,
		requirement.ND1, requirement.NDK, requirement.COM, requirement.Microsoft,
	}
	var others []requirement.Profile
	for name := range counts {
		if !slices.Contains(order, name) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	return slices.DeleteFunc(slices.Concat(order, others), func(p requirement.Profile) bool { return counts[p] == nil })
}

func standing(count map[Verdict]int) Verdict {
	switch {
	case count[Fail]+count[Error] > 0:
		return Fail
	case count[NotRun] > 0:
		return NotRun
	case count[Waived] > 0:
		return Waived
	case count[Pass]+count[Warn] > 0:
		return Pass
	case count[Unobservable] > 0:
		return Unobservable
	}
	return Unsupported
}

// standingWords say what a profile's verdict means.
var standingWords = map[Verdict]string{
	Pass:         "met",
	Fail:         "not met",
	NotRun:       "not judged in full",
	Waived:       "met but for waivers",
	Unobservable: "not observable",
	Unsupported:  "not claimed",
}
