package legal

import (
	"cmp"
	"maps"
)

// alike fills in what variants have in common, where they don't say it themselves. None excludes
// itself.
func alike(common Variant, list []Variant) []Variant {
	for i := range list {
		v := &list[i]
		v.Permits, v.Source = cmp.Or(v.Permits, common.Permits), cmp.Or(v.Source, common.Source)
		excludes := maps.Clone(v.Excludes)
		v.Excludes = maps.Clone(common.Excludes)
		maps.Copy(v.Excludes, excludes)
		delete(v.Excludes, v.ID)
	}
	return list
}

// quirk is the variant that the engine's quirk of its id makes.
func quirk(id, permits, source string) Variant {
	return Variant{ID: id, Permits: permits, Source: source}
}

// because says of each id why a variant can't be combined with it.
func because(why string, ids ...string) map[string]string {
	all := map[string]string{}
	for _, id := range ids {
		all[id] = why
	}
	return all
}
