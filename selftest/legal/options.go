package legal

import (
	"maps"
	"slices"
	"strings"
)

// options are the engine's, by name.
type options map[string]string

// quirksOption is the option whose values add up, with + between them.
const quirksOption = "habits"

func parse(text string) options {
	o := options{}
	for _, one := range strings.Split(text, ",") {
		if name, value, ok := strings.Cut(one, "="); ok {
			o[name] = value
		}
	}
	return o
}

// String is the form that selectors have.
func (o options) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		list = append(list, name+"="+o[name])
	}
	return strings.Join(list, ",")
}

// with adds others, and names one that the two disagree on, if there is one. The
// others' value is taken then.
func (o options) with(others options) (both options, conflict string) {
	both = maps.Clone(o)
	for name, value := range others {
		old, taken := both[name]
		switch {
		case taken && name == quirksOption:
			all := append(strings.Split(old, "+"), strings.Split(value, "+")...)
			slices.Sort(all)
			value = strings.Join(slices.Compact(all), "+")
		case taken && old != value:
			conflict = name
		}
		both[name] = value
	}
	return both, conflict
}
