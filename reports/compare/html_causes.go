package compare

import "github.com/ndconform/ndconform/reports"

// A causeGroup holds the regressions of a cause: one in full, and the others folded
// up. The group of regressions that share their cause with no other has no text of
// its own.
type causeGroup struct {
	Says, Words string
	// Known is the spec that is shown for all, if it was broken before too.
	Known  string
	Shown  []changeRow
	Folded []fold
}

type fold struct {
	Words   string
	Changes []changeRow
}

// causeGroups arranges regressions by their causes.
func causeGroups(causes []Cause, rows []changeRow) (list []causeGroup) {
	at, taken := map[string]changeRow{}, map[string]bool{}
	for _, row := range rows {
		at[row.full] = row
	}
	pick := func(ids []string) (some []changeRow) {
		for _, id := range ids {
			if row, has := at[id]; has && !taken[id] {
				taken[id] = true
				some = append(some, row)
			}
		}
		return some
	}
	for _, c := range causes {
		g := causeGroup{Says: reports.Short(c.Says, lineMost), Words: c.words(), Shown: pick(c.Found[:min(len(c.Found), 1)])}
		if len(g.Shown) > 0 && g.Shown[0].New.Message == c.Says {
			g.Shown[0].New.Message = "" // the heading has it already
		}
		if len(c.Found) == 0 || c.Found[0] != c.Spec {
			g.Known = reports.Short(c.Spec, lineMost)
		}
		if others := pick(c.Found); len(others) > 0 {
			g.Folded = append(g.Folded, fold{plural(len(others), "other regression", "other regressions") + " that found this", others})
		}
		if vain := pick(c.NotRun); len(vain) > 0 {
			g.Folded = append(g.Folded, fold{plural(len(vain), "spec", "specs") + " not run because of it", vain})
		}
		list = append(list, g)
	}
	var rest causeGroup
	for _, row := range rows {
		if !taken[row.full] {
			rest.Shown = append(rest.Shown, row)
		}
	}
	switch {
	case len(rest.Shown) == 0:
		return list
	case len(list) > 0:
		rest.Says = "Each for a reason of its own"
		rest.Words = plural(len(rest.Shown), "regression", "regressions")
	}
	return append(list, rest)
}

// unfold opens the first regressions that are shown on the screen, and more of them on
// paper.
func unfold(groups []causeGroup) {
	shown := 0
	for i := range groups {
		for j := range groups[i].Shown {
			groups[i].Shown[j].Open, groups[i].Shown[j].Told = shown < openMost, shown < toldMost
			shown++
		}
	}
}
