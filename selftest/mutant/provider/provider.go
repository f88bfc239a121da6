// Package provider has mutants that break IND2Provider.
package provider

import (
	"slices"

	. "github.com/ndconform/ndconform/selftest/mutant"
)

// Mutants lists them.
func Mutants() []Mutant {
	return slices.Concat(addresses, openAdapter, providerObjects, halves())
}
