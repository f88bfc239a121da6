package legal

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// alike fills in what variants have in common, where they don't say it themselves.
func alike(common Variant, list []Variant) []Variant {
	for i := range list {
		v := &list[i]
		v.Permits, v.Source = cmp.Or(v.Permits, common.Permits), cmp.Or(v.Source, common.Source)
		excludes := maps.Clone(v.Excludes)
		v.Excludes = maps.Clone(common.Excludes)
		maps.Copy(v.Excludes, excludes)
	}
	return list
}

// because says of each id why a variant can't be combined with it.
func because(why string, ids ...string) map[string]string {
	all := map[string]string{}
	for _, id := range ids {
		all[id] = why
	}
	return all
}

// onCall makes hooks of all calls that keep no state.
func onCall(f func(*calls.Call) nd2.Status) func() calls.Hooks {
	return func() calls.Hooks { return calls.Hooks{Call: f} }
}

// afterEach makes hooks that change what successful calls of some methods have done.
func afterEach(change func(*calls.Call), methods ...string) calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success && slices.Contains(methods, c.Method) {
			change(c)
		}
		return s
	}}
}
