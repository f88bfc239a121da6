// Command ndconform decides whether a NetworkDirect v2 service provider does
// what Microsoft's ND2 documents say.
package main

import (
	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/selftest"
	"github.com/ndconform/ndconform/selftest/legal"
	"github.com/ndconform/ndconform/selftest/mutant/all"
	"github.com/ndconform/ndconform/selftest/mutant/seeded"

	_ "github.com/ndconform/ndconform/providers/dll" // each registers itself
	_ "github.com/ndconform/ndconform/providers/ref"
	_ "github.com/ndconform/ndconform/providers/verbs"
	_ "github.com/ndconform/ndconform/remote/client"
	_ "github.com/ndconform/ndconform/remote/exec"
	_ "github.com/ndconform/ndconform/spec/all" // the suite
	_ "github.com/ndconform/ndconform/watch/watched"
)

func main() { command.Main(command.Selftest(mutants, seededFaults, variants)) }

// mutants returns those that the suite has to find in a selftest.
func mutants() (list []selftest.Mutant) {
	for _, m := range all.Mutants() {
		list = append(list, selftest.Mutant(m.Description))
	}
	return list
}

// seededFaults returns those that generated programs have to find.
func seededFaults() (list []selftest.SeededFault) {
	for _, m := range seeded.Faults() {
		list = append(list, selftest.SeededFault{Mutant: selftest.Mutant(m.Description), Kind: string(m.Kind), Also: m.Also})
	}
	return list
}

// variants returns those that the suite must not fail.
func variants() command.Variants {
	return command.Variants{
		Alone: asProviders(legal.All()), Pairs: asProviders(legal.Pairs()),
		Together: asProviders(legal.PairwiseSets()), Once: asProviders(legal.OnceSets()), Drawn: drawn,
	}
}

// drawn draws variants, half of them sums, by a seed.
func drawn(seed int64, n int) []selftest.Variant {
	return asProviders(append(legal.DrawCodes(seed, n), legal.DrawSums(seed, n)...))
}

func asProviders(variants []legal.Variant) (list []selftest.Variant) {
	for _, v := range variants {
		list = append(list, selftest.Variant{
			ID: v.ID, Differs: v.Differs, Permits: v.Permits, Source: v.Source, TooLittle: v.TooLittle,
			Provider: "legal,id=" + v.ID, Peer: v.Peer, Waits: v.Waits, Pairs: asProviders(legal.PairsOf(v)),
		})
	}
	return list
}
