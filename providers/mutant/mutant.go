package mutant

import (
	"slices"
	"strings"
	"sync"
)

// A Description says what a mutant is.
type Description struct {
	// ID is what the provider's option takes.
	ID string
	// Breaks is the id of the catalogue entry that a spec should find broken.
	Breaks string
	// What says in a sentence what is wrong.
	What string
}

// A Mutant is one way to break the reference engine.
type Mutant struct {
	Description
	make func() defect
}

// All lists every mutant that breaks one entry, sorted by id. The slice is the
// caller's.
func All() []Mutant { return slices.Clone(registry().all) }

// Lookup finds the mutant of an id: one of [All], or a provider that is dishonest
// through and through.
func Lookup(id string) (Mutant, bool) {
	m, ok := registry().byID[id]
	return m, ok
}

type index struct {
	all  []Mutant
	byID map[string]Mutant
}

var registry = sync.OnceValue(func() index {
	all := slices.Concat(rooms()...)
	slices.SortFunc(all, func(a, b Mutant) int { return strings.Compare(a.ID, b.ID) })
	byID := make(map[string]Mutant, len(all))
	for _, m := range slices.Concat(all, dishonest()) {
		byID[m.ID] = m
	}
	return index{all, byID}
})

// rooms lists the parts of the registry, one a file.
func rooms() [][]Mutant {
	return [][]Mutant{statuses(), results(), notifications(), overlapped(), resizes(), shared(), data(), posting(), endings(), access(), creating(), connections(), listeners(), asynchrony(), adapters(), endpoints(), endpointData(), kernelQueues()}
}
