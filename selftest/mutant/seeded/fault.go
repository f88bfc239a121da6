// Package seeded has faults of the reference engine for generated programs to find.
package seeded

import (
	"slices"
	"strings"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// A Kind is what a fault gets wrong.
type Kind string

// The kinds. Counting faults show only after more events than a short program reaches.
const (
	Order        Kind = "order"
	Lifetime     Kind = "lifetime"
	Data         Kind = "data"
	Notification Kind = "notification"
	Leak         Kind = "leak"
	Counting     Kind = "counting"
)

// A Fault depends on what has happened before. Fixed specs, which begin afresh, hardly have a
// chance to find it. What it counts, it counts for each instance.
type Fault struct {
	Mutant
	Kind Kind
	// Also are further entries of the catalogue that it breaks.
	Also []string
}

// Faults lists them, sorted by id. The slice is the caller's.
func Faults() []Fault {
	list := unsorted
	slices.SortFunc(list, func(a, b Fault) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// fault makes a fault, whose id begins with "stateful/", of the entries that it breaks.
func fault(id string, kind Kind, what string, hooks Defect, breaks string, also ...string) Fault {
	m := New(id, what, hooks)
	m.Breaks = breaks
	return Fault{m, kind, also}
}

var unsorted = slices.Concat(
	adapters, attempts, connections, endings(), contents(), deepContexts, notifications,
	solicitedNotifications, resizes, lostResults(), wrongResults, localTokens, regions, rights,
	windows, receivesAndReads(), binds, flushes(), messages(), requests(), sharedReceiveQueues(), depths(),
	signals, answers, endedPairs,
)
