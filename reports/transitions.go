package reports

import "strings"

// A transitionRow is the transitions of one kind.
type transitionRow struct {
	Kind string
	// Visits has the other part of a name and how often it was visited.
	Visits []visit
	Sum    int
	// Missing are those that were not visited.
	Missing []string
}

type visit struct {
	Name  string
	Times int
}

// rows are the transitions by what stands before the slash of their names, sorted.
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
		row.Missing = append(row.Missing, rest)
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
