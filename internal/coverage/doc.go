// Package coverage tests docs/coverage.md, and writes it: each rule of the catalogue has
// specs and mutants, and every claim about them was observed.
package coverage
