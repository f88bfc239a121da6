package reports

import (
	"maps"
	"slices"
	"strings"
)

// A transitionRow holds the transitions of one kind.
type transitionRow struct {
	Kind string
	// Visits has, for each transition, the rest of its name, and how often it was
	// visited.
	Visits []visit
	Sum    int
	// Missing are the transitions that were not visited.
	Missing []string
}

type visit struct {
	Name  string
	Times int
}

// beside is between the names of two operations that are carried out concurrently.
const beside = " beside "

// transition splits the name of a transition, "kind/rest" or "kind beside another".
func transition(name string) (kind, rest string) {
	if kind, other, ok := strings.Cut(name, beside); ok {
		return kind, strings.TrimSpace(beside) + " " + other
	}
	kind, rest, _ = strings.Cut(name, "/")
	return kind, rest
}

// rows groups the transitions by their kind, sorted.
func (t Transitions) rows() []transitionRow {
	by := map[string]*transitionRow{}
	of := func(name string) (*transitionRow, string) {
		kind, rest := transition(name)
		if by[kind] == nil {
			by[kind] = &transitionRow{Kind: kind}
		}
		return by[kind], rest
	}
	for _, name := range slices.Sorted(maps.Keys(t.Table)) {
		row, rest := of(name)
		row.Visits = append(row.Visits, visit{rest, t.Table[name]})
		row.Sum += t.Table[name]
	}
	for _, name := range t.NotVisited {
		row, rest := of(name)
		row.Missing = append(row.Missing, strings.TrimSpace(rest))
	}
	rows := make([]transitionRow, 0, len(by))
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		rows = append(rows, *by[kind])
	}
	return rows
}
