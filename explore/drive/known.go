package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
)

// Known lists the names of all transitions, sorted.
func Known() []string {
	names := append(model.Known(), "register", "remove", "await/listener", "await/connector", "withdraw/listener",
		"withdraw/connector")
	for _, w := range ways {
		names = append(names, rejectName(w))
	}
	for _, k := range impairments {
		names = append(names, impairmentName(k))
	}
	for _, r := range refusals {
		names = append(names, r.name())
	}
	for _, q := range questions {
		names = append(names, q.name())
	}
	for _, rules := range spares {
		names = append(names, spareName(rules))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
