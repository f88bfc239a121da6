package compare

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/reports/frame"
)

// Changes alike are those in which the same has changed: one is shown, and the others are named.
type alike struct {
	shown  Change
	others []Change
}

// alikes groups the changes of a class by what changed, in their order.
func alikes(changes []Change) []alike {
	var list []alike
	at := map[string]int{}
	for _, one := range changes {
		key := one.difference()
		if i, has := at[key]; has {
			list[i].others = append(list[i].others, one)
			continue
		}
		at[key] = len(list)
		list = append(list, alike{shown: one})
	}
	return list
}

// difference returns what changed, without the spec that it happened to.
func (c Change) difference() string {
	switch c.Class {
	case Slower, Faster: // each by so much
		return c.ID
	case Message, Verdict:
		return strings.Join([]string{c.words(), c.Because, essence(c.Old.message()), essence(c.New.message())}, "\x00")
	case Repaired, New, Gone, Regression:
	}
	return c.words() + c.Because
}

// otherWords name the first of the others, or nothing if there are none.
func (a alike) otherWords() string {
	if len(a.others) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %s", frame.Count(len(a.others), "other", "others"), named(a.others))
}
