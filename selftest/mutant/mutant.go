package mutant

import (
	"strings"

	"github.com/ndconform/ndconform/calls"
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
	// Hooks break it.
	Hooks Defect
}

// A Defect is what is broken: hooks, made anew for each instance.
type Defect func() calls.Hooks

// New makes a mutant. Its id is that of the catalogue entry that it breaks, a slash, and a
// New.
func New(id, what string, hooks Defect) Mutant {
	breaks, _, _ := strings.Cut(id, "/")
	return Mutant{Description{id, breaks, what}, hooks}
}
