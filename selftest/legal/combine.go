package legal

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
)

// Pairs lists what every two variants that can be combined make together, in the
// order of their ids.
func Pairs() (list []Variant) {
	all := registry().all
	for i, a := range all {
		for _, b := range all[i+1:] {
			if both, err := combine(a, b); err == nil {
				list = append(list, both)
			}
		}
	}
	return list
}

// combine makes one variant of two; the first may be a combination itself.
// The error says why there is none.
func combine(a, b Variant) (Variant, error) {
	why := excluded(a, b)
	if why == "" && a.Peer != "" && b.Peer != "" && a.Peer != b.Peer {
		why = "they need different peers"
	}
	options, name := parse(a.Options).with(parse(b.Options))
	if why == "" && name != "" {
		why = "they set " + name + " to different values"
	}
	if why != "" {
		return Variant{}, fmt.Errorf("%s and %s can't be combined: %s", a.ID, b.ID, why)
	}
	return Variant{
		ID: a.ID + "+" + b.ID, Differs: a.Differs + " " + b.Differs,
		TooLittle: cmp.Or(a.TooLittle, b.TooLittle),
		Permits:   a.Permits + " " + b.Permits, Source: a.Source + "; " + b.Source,
		Options: options.String(), Peer: cmp.Or(a.Peer, b.Peer),
		Waits: a.Waits || b.Waits, hooks: chain(a.hooks, b.hooks),
	}, nil
}

func chain(a, b func() calls.Hooks) func() calls.Hooks {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return func() calls.Hooks { return calls.Chain(a(), b()) }
}

// excluded says why one of the variants that a is made of and b exclude each other.
func excluded(a, b Variant) string {
	for _, id := range strings.Split(a.ID, "+") {
		one := registry().byID[id]
		if id == b.ID {
			return "they are the same"
		}
		if why := cmp.Or(one.Excludes[b.ID], b.Excludes[id]); why != "" {
			return why
		}
	}
	return ""
}

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

// with adds others, and names an option on which the two disagree, if there is one. The
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
