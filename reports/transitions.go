package reports

import (
	"maps"
	"slices"
	"strings"
)

// A TransitionRow holds the transitions of one kind.
type TransitionRow struct {
	Kind string
	// Visits has, for each transition, the rest of its name, and how often it was
	// visited.
	Visits []Visit
	Sum    int
	// Missing are the transitions that were not visited.
	Missing []string
}

// A Visit says how often a transition was visited.
type Visit struct {
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

// Rows groups the transitions by their kind, sorted.
func (t Transitions) Rows() []TransitionRow {
	by := map[string]*TransitionRow{}
	of := func(name string) (*TransitionRow, string) {
		kind, rest := transition(name)
		if by[kind] == nil {
			by[kind] = &TransitionRow{Kind: kind}
		}
		return by[kind], rest
	}
	for _, name := range slices.Sorted(maps.Keys(t.Table)) {
		row, rest := of(name)
		row.Visits = append(row.Visits, Visit{rest, t.Table[name]})
		row.Sum += t.Table[name]
	}
	for _, name := range t.NotVisited {
		row, rest := of(name)
		row.Missing = append(row.Missing, strings.TrimSpace(rest))
	}
	rows := make([]TransitionRow, 0, len(by))
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		rows = append(rows, *by[kind])
	}
	return rows
}
