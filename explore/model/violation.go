package model

import (
	"fmt"
	"strings"
)

// A Violation is something that the documents do not allow.
type Violation struct {
	// Rules are the ids of the catalogue's entries that are broken.
	Rules []string
	// Expected and Seen say in words what should have happened and what did.
	Expected, Seen string
}

// Error implements [error].
func (v *Violation) Error() string {
	return fmt.Sprintf("expected %s; %s [%s]", v.Expected, v.Seen, strings.Join(v.Rules, ", "))
}

// Violates returns a violation of rules, which are ids separated by spaces.
func Violates(rules, expected, seen string, args ...any) *Violation {
	return &Violation{strings.Fields(rules), expected, fmt.Sprintf(seen, args...)}
}
