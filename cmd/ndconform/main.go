// Command ndconform decides whether a NetworkDirect v2 service provider does
// what Microsoft's ND2 documents say.
package main

import (
	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/providers/mutant"
	"github.com/ndconform/ndconform/runner/selftest"

	_ "github.com/ndconform/ndconform/providers/ref" // registers itself
)

func main() {
	var mutants []selftest.Mutant
	for _, m := range mutant.All() {
		mutants = append(mutants, selftest.Mutant(m.Description))
	}
	command.Main(command.Selftest(mutants))
}
