package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Cause is something that several specs found, or that kept others from being run.
// One of the specs that found it is shown for all.
type Cause struct {
	// Spec is the id of the spec that is shown: the one that needs least of the
	// provider to see the cause.
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
	// Ground is the step that no spec can take because of it, if there is one, and
	// NotRun counts the specs that were not run because of it.
	Ground string `json:"ground,omitempty"`
	NotRun int    `json:"notRun,omitempty"`
	// Unexpected is the failure that all of them saw where they expected none or another
	// one, if that is what they have in common.
	Unexpected string `json:"unexpected,omitempty"`
	// Twice says that what they have in common is a request that had more than one result.
	Twice bool `json:"twice,omitempty"`
	// Vain is what most of the specs that were not run could not do, in words.
	Vain string `json:"vain,omitempty"`

	shown Spec
	// specs are all that found it, the one that is shown first.
	specs []Spec
	// lacking says that its method has not been seen to do anything right in any spec.
	lacking bool
	// canary is the first place that a spec which found it has among the canaries.
	canary int
	// explains counts the specs that failed in a call or two after the method that the
	// shown spec is about.
	explains int
}

// CausesOf groups the failures and errors of a run by what they found, in the order in which to
// mend them: causes that others build on come first, and then those that the most specs found.
func CausesOf(run *Run) []Cause {
	all := brokenSpecs(run)
	blamed := blameOf(run)
	list := causesOfSpecs(all, func(s Spec) bool { return run.fallenBy([]Spec{s}) != "" })
	working := worked(all)
	for i := range list {
		c := &list[i]
		most := 0
		for _, s := range c.specs {
			for _, vain := range slices.Sorted(maps.Keys(blamed[s.ID])) {
				n := blamed[s.ID][vain]
				c.NotRun += n
				if n > most {
					c.Vain, most = vain, n
				}
			}
		}
		c.Ground = run.fallenBy(c.specs)
		c.explains = explained(c.shown, all)
		c.lacking = c.lacks(working)
	}
	slices.SortFunc(list, moreCausal)
	return list
}

// WarningsOf groups the warnings of a run by what they are about, those first that the most specs
// found.
func WarningsOf(run *Run) []Cause {
	var warned []Spec
	for _, s := range run.Specs {
		if s.Verdict == Warn {
			warned = append(warned, s)
		}
	}
	list := causesOfSpecs(warned, func(Spec) bool { return false })
	slices.SortFunc(list, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(len(b.Same), len(a.Same)), cmp.Compare(a.Spec, b.Spec))
	})
	return list
}

// causesOfSpecs makes a cause of the specs that found the same, in no order. Of a cause with specs
// to be preferred, one of these is shown.
func causesOfSpecs(all []Spec, preferred func(Spec) bool) []Cause {
	groups := groupsAlike(all)
	list := make([]Cause, 0, len(groups))
	for key, specs := range groups {
		slices.SortFunc(specs, func(a, b Spec) int {
			return cmp.Or(compareTrue(preferred(a), preferred(b)), firstToShow(a, b))
		})
		list = append(list, causeOf(key, specs))
	}
	return list
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

// causeOf is the cause that specs have in common, the one to be shown first.
func causeOf(key trait, specs []Spec) Cause {
	shown := specs[0]
	c := Cause{
		Spec: shown.ID, Verdict: shown.Verdict, Says: short(inTurn(shown.Message), headline),
		Unexpected: key.unexpected, Twice: key.twice, Method: key.method, Does: key.does,
		shown: shown, specs: specs, canary: canaryOrder(shown),
	}
	c.Title = short(cmp.Or(key.words(), culpritWords(shown), c.Says), headline)
	for _, s := range specs[1:] {
		c.Same = append(c.Same, s.ID)
		c.canary = min(c.canary, canaryOrder(s))
	}
	return c
}

// culpritWords says where the provider crashed or hung, if a spec shows it.
func culpritWords(s Spec) string {
	if s.Verdict != Error || culprit(s.Trace) == "" {
		return ""
	}
	return short(inTurn(s.Message), headline) + ", in " + culprit(s.Trace)
}

// blameOf counts the specs that were not run, by the id of the spec that has shown why,
// and by what it has shown not to work.
func blameOf(run *Run) map[string]map[string]int {
	blamed := map[string]map[string]int{}
	for _, s := range run.Specs {
		if s.Because == "" {
			continue
		}
		if blamed[s.Because] == nil {
			blamed[s.Because] = map[string]int{}
		}
		blamed[s.Because][s.Vain]++
	}
	return blamed
}

// brokenSpecs lists the specs that failed or ended in an error, and those that showed a
// ground to have fallen without being selected.
func brokenSpecs(run *Run) (list []Spec) {
	selected := map[string]bool{}
	for _, s := range run.Specs {
		selected[s.ID] = true
		if v := s.Verdict.known(); v == Fail || v == Error {
			list = append(list, s)
		}
	}
	for _, f := range run.Fallen {
		if !selected[f.Spec.ID] {
			selected[f.Spec.ID] = true
			list = append(list, f.Spec)
		}
	}
	return list
}

// fallenBy returns the ground that one of specs has shown to have fallen.
func (r *Run) fallenBy(specs []Spec) string {
	for _, f := range r.Fallen {
		if slices.ContainsFunc(specs, func(s Spec) bool { return s.ID == f.Spec.ID }) {
			return f.Ground
		}
	}
	return ""
}

// inTurn returns what a spec found, one finding after the other, in one line.
func inTurn(message string) string {
	return strings.Join(slices.Compact(strings.Split(message, "\n")), "; then ")
}

// others says, in lines, what a cause stands for besides the spec that is shown.
func (c Cause) others() string {
	const named = 8
	var lines []string
	if n := len(c.Same); n > 0 {
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
		lines = append(lines, fmt.Sprintf("%s %s: %s", specs(n), same, some))
	}
	if n := c.NotRun; n > 0 {
		line := fmt.Sprintf("because of this %s not run", wereSpecs(n))
		if c.Vain != "" {
			line += ": " + c.Vain
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func wereSpecs(n int) string {
	if n == 1 {
		return "1 spec was"
	}
	return fmt.Sprintf("%d specs were", n)
}
