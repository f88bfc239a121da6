// Package all lists the mutants of every folder, and registers the provider "mutant".
package all

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	_ "github.com/ndconform/ndconform/providers/ref" // what is broken
	"github.com/ndconform/ndconform/selftest/mutant"
	"github.com/ndconform/ndconform/selftest/mutant/adapter"
	"github.com/ndconform/ndconform/selftest/mutant/broken"
	"github.com/ndconform/ndconform/selftest/mutant/connector"
	"github.com/ndconform/ndconform/selftest/mutant/cq"
	"github.com/ndconform/ndconform/selftest/mutant/listener"
	"github.com/ndconform/ndconform/selftest/mutant/mr"
	"github.com/ndconform/ndconform/selftest/mutant/mw"
	"github.com/ndconform/ndconform/selftest/mutant/nd1"
	"github.com/ndconform/ndconform/selftest/mutant/ndk"
	"github.com/ndconform/ndconform/selftest/mutant/overlapped"
	"github.com/ndconform/ndconform/selftest/mutant/provider"
	"github.com/ndconform/ndconform/selftest/mutant/qp"
	"github.com/ndconform/ndconform/selftest/mutant/seeded"
	"github.com/ndconform/ndconform/selftest/mutant/srq"
)

func init() {
	calls.Register("mutant", "ref", "which `MUTANT`; none for the engine as it is", variant)
}

func variant(id string) (calls.Variant, error) {
	m, ok := Lookup(id)
	if !ok {
		return calls.Variant{}, fmt.Errorf("unknown mutant; ndconform selftest lists them")
	}
	return calls.Variant{Hooks: m.Hooks}, nil
}

// Mutants lists every mutant that breaks one entry, sorted by id. The slice is the
// caller's.
func Mutants() []mutant.Mutant { return slices.Clone(sorted()) }

// Lookup finds the provider of an id: one of [Mutants], a seeded fault, or a broken provider.
func Lookup(id string) (mutant.Mutant, bool) {
	m, ok := byID()[id]
	return m, ok
}

var sorted = sync.OnceValue(func() []mutant.Mutant {
	list := slices.Concat(mutant.Statuses(), provider.Mutants(), adapter.Mutants(), cq.Mutants(), srq.Mutants(),
		qp.Mutants(), mr.Mutants(), mw.Mutants(), connector.Mutants(), listener.Mutants(), overlapped.Mutants(),
		nd1.Mutants(), ndk.Mutants())
	slices.SortFunc(list, func(a, b mutant.Mutant) int { return strings.Compare(a.ID, b.ID) })
	return list
})

var byID = sync.OnceValue(func() map[string]mutant.Mutant {
	found := map[string]mutant.Mutant{}
	for _, m := range slices.Concat(sorted(), broken.Dishonest(), broken.Providers()) {
		found[m.ID] = m
	}
	for _, f := range seeded.Faults() {
		found[f.ID] = f.Mutant
	}
	return found
})
