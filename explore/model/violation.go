package model

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// A Violation is something that the documents do not allow.
type Violation struct {
	// Rules are the ids of the catalogue's entries that are broken.
	Rules []string
	// Expected is what the first of them says, and Seen says in words what happened.
	Expected, Seen string
}

// Error implements [error].
func (v *Violation) Error() string {
	return fmt.Sprintf("expected %s; %s [%s]", v.Expected, v.Seen, strings.Join(v.Rules, ", "))
}

// Violates returns a violation of rules, which are ids separated by spaces.
func Violates(rules, seen string, args ...any) *Violation {
	list := strings.Fields(rules)
	v := &Violation{Rules: list, Seen: fmt.Sprintf(seen, args...)}
	if len(list) > 0 {
		e, _ := requirement.Lookup(list[0])
		v.Expected = clause(e.Rule)
	}
	return v
}

// clause turns a sentence into a clause: "The queue is full." into "that the queue is full".
func clause(sentence string) string {
	sentence = strings.TrimSuffix(sentence, ".")
	switch word, rest, _ := strings.Cut(sentence, " "); word {
	case "The", "A", "An", "Each", "Every", "When", "While", "Once", "After", "With", "What", "No", "One":
		return "that " + strings.ToLower(word) + " " + rest
	}
	return "that " + sentence
}
