package mutant

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	_ "github.com/ndconform/ndconform/providers/ref" // what is broken
)

func init() {
	calls.Register("mutant", "ref", "which `MUTANT`; none for the engine as it is", func(id string) (calls.Variant, error) {
		m, ok := Lookup(id)
		if !ok {
			return calls.Variant{}, fmt.Errorf("unknown mutant; ndconform selftest lists them")
		}
		return calls.Variant{Hooks: m.make}, nil
	})
}

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
	make defect
}

// All lists every mutant that breaks one entry, sorted by id. The slice is the
// caller's.
func All() []Mutant { return slices.Clone(registry().all) }

// Broken lists the providers that break much at once. The slice is the caller's.
func Broken() []Mutant { return broken() }

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
	all := slices.Concat(tables()...)
	slices.SortFunc(all, func(a, b Mutant) int { return strings.Compare(a.ID, b.ID) })
	byID := make(map[string]Mutant, len(all))
	for _, m := range slices.Concat(all, dishonest(), broken(), asMutants(statefulOnes())) {
		byID[m.ID] = m
	}
	return index{all, byID}
})

// tables lists the parts of the registry, one per file.
func tables() [][]Mutant {
	return [][]Mutant{statuses(), results(), notifications(), notifyRequests(), resizes(), srq(), data(), posting(), cancels(), memoryRegions(), creating(), connections(), listeners(), overlapped(), adapters(), nd1Endpoints(), nd1Data(), ndkSrqs(), slips(), leftovers(), neighbors(), queueNeighbors(), connectionNeighbors(), remnants(), endedAttempts(), leftListening(), secondTimes()}
}
