package compare

import (
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/printable"
)

// A Cause is what several regressions have in common, or what comes before such a one: it may
// well have brought it about.
type Cause struct {
	// Spec is the id of the spec that is shown for all in the report of the new run.
	// It is no regression if it was broken before too.
	Spec string `json:"spec"`
	// Says is what that spec found, in one line.
	Says string `json:"says"`
	// Found are the ids of the regressions that found the cause, beginning with the regression that is shown, and NotRun
	// those of the specs that were not run because of it.
	Found  []string `json:"found"`
	NotRun []string `json:"notRun"`
}

// causesOf groups regressions by the causes of the new run, in their order. A
// regression that shares its cause with no other is in no group if no shared cause
// comes after it.
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
		if i, has := by[s.CauseSpec]; has && regressed[s.ID] {
			list[i].NotRun = append(list[i].NotRun, s.ID)
		}
	}
	last := len(list) // from here on each has one regression at the most
	for last > 0 && list[last-1].count() <= 1 {
		last--
	}
	return slices.DeleteFunc(list[:last], func(c Cause) bool { return c.count() == 0 })
}

// count returns how many regressions a cause explains.
func (c Cause) count() int { return len(c.Found) + len(c.NotRun) }

// words says in one line what a cause explains.
func (c Cause) words() string {
	switch found := frame.Count(len(c.Found), "regression", "regressions") + " found this"; {
	case len(c.NotRun) == 0:
		return found
	case len(c.Found) == 0:
		return frame.Count(len(c.NotRun), "spec was", "specs were") + " not run because of it"
	default:
		return found + "; " + frame.Count(len(c.NotRun), "spec was", "specs were") + " not run because of it"
	}
}

// A bundle is the regressions of a cause. Each regression is in one bundle only: that of the first cause that explains
// it. The bundle of regressions with a cause to themselves has none.
type bundle struct {
	Cause
	// shown is shown in full; others found the same, and vain were not run because of it.
	shown, others, blocked []Change
}

// bundles arranges regressions by their causes, those last that have one for themselves each.
func bundles(causes []Cause, regressions []Change) (list []bundle) {
	at, taken := map[string]Change{}, map[string]bool{}
	for _, one := range regressions {
		at[one.ID] = one
	}
	pick := func(ids []string) (some []Change) {
		for _, id := range ids {
			if one, has := at[id]; has && !taken[id] {
				taken[id] = true
				some = append(some, one)
			}
		}
		return some
	}
	for _, c := range causes {
		b := bundle{Cause: c, shown: pick(c.Found[:min(len(c.Found), 1)])}
		b.others, b.blocked = pick(c.Found), pick(c.NotRun)
		list = append(list, b)
	}
	var rest bundle
	for _, one := range regressions {
		if !taken[one.ID] {
			rest.shown = append(rest.shown, one)
		}
	}
	if len(rest.shown) > 0 {
		list = append(list, rest)
	}
	return list
}

// countCauses counts what the regressions come of, as far as can be told.
func (c *Comparison) countCauses() (n int) {
	for _, b := range bundles(c.Causes, c.Of(Regression)) {
		if b.own() {
			n += len(b.shown)
		} else {
			n++
		}
	}
	return n
}

// own says that the regressions of a bundle have nothing in common.
func (b bundle) own() bool { return b.Spec == "" }

// heading is what the regressions have in common, in a line.
func (b bundle) heading() string {
	if b.own() {
		return "Each for its own reason"
	}
	return printable.Short(b.Says, lineMost)
}

// about says in a line what the bundle holds.
func (b bundle) about() string {
	if b.own() {
		return frame.Count(len(b.shown), "regression", "regressions")
	}
	words := b.words()
	if known := b.known(); known != "" {
		words += "; " + known + " was broken before"
	}
	return words
}

// known is the spec that is shown for all, if it was broken before, too.
func (b bundle) known() string {
	if b.own() || len(b.Found) > 0 && b.Found[0] == b.Spec {
		return ""
	}
	return printable.Short(b.Spec, lineMost)
}

func (bundle) otherWords(n int) string {
	return frame.Count(n, "other regression", "other regressions") + " that found this"
}

func (bundle) blockedWords(n int) string {
	return frame.Count(n, "spec", "specs") + " not run because of it"
}
