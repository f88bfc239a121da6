package reports

import "strings"

// A transitionRow holds the transitions of one kind.
type transitionRow struct {
	Kind string
	// Visits has, for each transition, the part of its name after the slash, and how
	// often it was visited.
	Visits []visit
	Sum    int
	// Missing are the transitions that were not visited.
	Missing []string
}

type visit struct {
	Name  string
	Times int
}

// rows groups the transitions by the part of their names before the slash, sorted.
func (t Transitions) rows() []transitionRow {
	by := map[string]*transitionRow{}
	of := func(name string) (*transitionRow, string) {
		kind, rest, _ := strings.Cut(name, "/")
		if by[kind] == nil {
			by[kind] = &transitionRow{Kind: kind}
		}
		return by[kind], rest
	}
	for _, name := range sortedKeys(t.Table) {
		row, rest := of(name)
		row.Visits = append(row.Visits, visit{rest, t.Table[name]})
		row.Sum += t.Table[name]
	}
	for _, name := range t.NotVisited {
		row, rest := of(name)
		row.Missing = append(row.Missing, strings.TrimSpace(rest))
	}
	kinds := make(map[string]int, len(by))
	for kind := range by {
		kinds[kind] = 0
	}
	rows := make([]transitionRow, 0, len(by))
	for _, kind := range sortedKeys(kinds) {
		rows = append(rows, *by[kind])
	}
	return rows
}
