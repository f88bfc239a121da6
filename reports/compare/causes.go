package compare

import (
	"github.com/ndconform/ndconform/reports"
)

// A Cause is what several regressions have in common.
type Cause struct {
	// Spec is the id of the spec that is shown for all in the report of the new run.
	// It is no regression if it was broken before too.
	Spec string `json:"spec"`
	// Says is what that spec found, in one line.
	Says string `json:"says"`
	// Found are the ids of the regressions that found the cause, beginning with the one
	// that is shown, and NotRun those of the specs that were not run because of it.
	Found  []string `json:"found"`
	NotRun []string `json:"notRun"`
}

// causesOf groups regressions by the causes of the new run, in their order. A
// regression that shares its cause with no other is in no group.
func causesOf(regressions []Change, is *reports.Run) []Cause {
	causes := reports.CausesOf(is)
	list, by := make([]Cause, len(causes)), map[string]int{}
	regressed := map[string]bool{}
	for _, one := range regressions {
		regressed[one.ID] = true
	}
	for i, c := range causes {
		list[i] = Cause{Spec: c.Spec, Says: c.Says, Found: []string{}, NotRun: []string{}}
		for _, id := range append([]string{c.Spec}, c.Same...) {
			by[id] = i
			if regressed[id] {
				list[i].Found = append(list[i].Found, id)
			}
		}
	}
	for _, s := range is.Specs {
		if i, has := by[s.Because]; has && regressed[s.ID] {
			list[i].NotRun = append(list[i].NotRun, s.ID)
		}
	}
	shared := []Cause{}
	for _, c := range list {
		if c.count() > 1 {
			shared = append(shared, c)
		}
	}
	return shared
}

// count returns how many regressions a cause explains.
func (c Cause) count() int { return len(c.Found) + len(c.NotRun) }

// words says in one line what a cause explains.
func (c Cause) words() string {
	switch found := plural(len(c.Found), "regression", "regressions") + " found this"; {
	case len(c.NotRun) == 0:
		return found
	case len(c.Found) == 0:
		return plural(len(c.NotRun), "spec was", "specs were") + " not run because of it"
	default:
		return found + "; " + plural(len(c.NotRun), "spec was", "specs were") + " not run because of it"
	}
}
