package reports

import (
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// A tally counts the specs of a method that were carried out, and those that found something wrong.
type tally struct{ judged, broken int }

// tallies are those of methods, by what the documents call them, and of rules, by their ids, and what [scoresOf] says.
type tallies struct {
	of     map[string]*tally
	scores map[string]float64
	broken int // how many specs failed
}

func talliesOf(run *Run) tallies {
	t := tallies{of: map[string]*tally{}, scores: scoresOf(run), broken: len(brokenSpecs(run))}
	for _, s := range run.Specs {
		v := s.Verdict.Known()
		broken := s.Verdict.Known().Broken()
		if !broken && v != Pass && v != Warn {
			continue
		}
		for _, of := range []string{at(s.ID), ruleNamed(s).ID} {
			if t.of[of] == nil {
				t.of[of] = &tally{}
			}
			t.of[of].judged++
			if broken {
				t.of[of].broken++
			}
		}
	}
	return t
}

// beside returns 0 for a rule most of whose own specs find something wrong, and 1 for any other: few of the specs of a
// rule that is merely used with it do. A rule of one spec needs more than that.
func (t tallies) beside(rule string) int {
	if of := t.of[rule]; rule != "" && of != nil && 2*of.broken > of.judged+1 {
		return 0
	}
	return 1
}

// works reports whether most of the specs about a method find nothing wrong.
func (t tallies) works(method string) bool {
	of := t.of[method]
	return of != nil && 2*of.broken <= of.judged
}

// fails reports whether a spec about a method finds something wrong.
func (t tallies) fails(method string) bool {
	of := t.of[method]
	return of != nil && of.broken > 0
}

// generation numbers the interface that a spec tests: 0 is ND2's, 1 version 1's, 2 the kernel's.
func generation(s Spec) int {
	switch ruleNamed(s).Profile {
	case requirement.ND1:
		return 1
	case requirement.NDK:
		return 2
	}
	return 0
}

// faults counts the faults that the rule of a spec needs to be injected.
func faults(s Spec) (n int) {
	for _, need := range ruleNamed(s).Needs {
		if strings.HasPrefix(string(need), requirement.FaultPrefix) {
			n++
		}
	}
	return n
}

// shape returns 0 for a spec that asks for its rule in the plainest form, and more for others.
func shape(s Spec) int {
	n := strings.Count(s.ID, "/")
	if !strings.Contains(at(s.ID), "::") {
		n++
	}
	return n
}
