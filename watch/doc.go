// Package watch is the validation layer: package judge around the provider of a program, while the program runs.
// The folders layer, meter and record are what is in the program's process, watched is the provider of that name, and
// session is the command.
package watch

import "github.com/ndconform/ndconform/judge"

// A Checker judges the calls of one instance of a provider.
type Checker = judge.Checker

// A Finding is a rule that was broken, by whom, and the calls that led there.
type Finding = judge.Finding

// New returns a checker that has seen nothing: see [judge.New].
func New(report func(Finding)) *Checker { return judge.New(report) }
