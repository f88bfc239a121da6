package compare

// A causeGroup holds the regressions of a cause: one in full, and the others folded up. The group of regressions that
// share their cause with no other has no text.
type causeGroup struct {
	Says, Words string
	// Known is the spec that is shown for all, if it was broken before too.
	Known  string
	Shown  []changeRow
	Folded []fold
}

type fold struct {
	Words   string
	Blocked bool // specs that were not run
	Changes []changeRow
}

// causeGroups shows bundles by the rows that the page has of their regressions.
func causeGroups(list []bundle, rows []changeRow) (groups []causeGroup) {
	at := map[string]changeRow{}
	for _, row := range rows {
		at[row.full] = row
	}
	rowsOf := func(changes []Change) (some []changeRow) {
		for _, one := range changes {
			if row, has := at[one.ID]; has {
				some = append(some, row)
			}
		}
		return some
	}
	for _, b := range list {
		g := causeGroup{Says: b.heading(), Words: b.words(), Known: b.known(), Shown: rowsOf(b.shown)}
		if b.own() {
			g.Words = b.about()
		} else if len(g.Shown) > 0 && g.Shown[0].New.Message == b.Says {
			g.Shown[0].New.Message = "" // as the heading has it
		}
		if others := rowsOf(b.others); len(others) > 0 {
			g.Folded = append(g.Folded, fold{b.otherWords(len(others)), false, others})
		}
		if blocked := rowsOf(b.blocked); len(blocked) > 0 {
			g.Folded = append(g.Folded, fold{b.blockedWords(len(blocked)), true, blocked})
		}
		groups = append(groups, g)
	}
	if len(list) == 1 && list[0].own() { // nothing else to be told from
		groups[0].Says, groups[0].Words = "", ""
	}
	return groups
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
