// Package watch is the validation layer: package judge around a program's provider, while the program runs. In the
// program's process are layer, meter and record; watched is the provider of that name, and session is the command.
package watch

import "github.com/ndconform/ndconform/judge"

// A Checker judges the calls of one instance of a provider.
type Checker = judge.Checker

// A Finding is a broken rule, who broke it, and the calls that led there.
type Finding = judge.Finding

// New returns a new checker: see [judge.New].
func New(report func(Finding)) *Checker { return judge.New(report) }
