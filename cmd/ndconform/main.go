// Command ndconform decides whether a NetworkDirect v2 service provider does
// what Microsoft's ND2 documents say.
package main

import (
	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/providers/mutant"
	"github.com/ndconform/ndconform/runner/selftest"

	_ "github.com/ndconform/ndconform/providers/ref" // registers itself
	_ "github.com/ndconform/ndconform/providers/verbs"
	_ "github.com/ndconform/ndconform/spec/all" // the suite
)

func main() { command.Main(command.Selftest(mutants)) }

// mutants are those that the command selftest has the suite find.
func mutants() (list []selftest.Mutant) {
	for _, m := range mutant.All() {
		list = append(list, selftest.Mutant(m.Description))
	}
	return list
}
