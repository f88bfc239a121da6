package command

import (
	"path"
	"strings"

	"github.com/ndconform/ndconform/runner/selftest"
)

// subjects gives the mutants, variants and pairs that the flags select; without
// filters, all.
func (a *app) subjects(f selftestFlags) (c selftest.Config, err error) {
	filters := words(f.filters)
	if f.only != "variants" {
		c.Mutants, err = chosen(a.mutants(), filters, func(m selftest.Mutant) []string { return []string{m.ID, m.Breaks} })
		if err != nil {
			return c, err
		}
	}
	if f.only != "mutants" {
		alone, pairs := a.variants()
		if c.Variants, err = chosen(alone, filters, func(v selftest.Variant) []string { return []string{v.ID} }); err != nil {
			return c, err
		}
		if c.Pairs, err = chosen(f.share(pairs), filters, idsOfPair); err != nil {
			return c, err
		}
	}
	if len(c.Mutants)+len(c.Variants)+len(c.Pairs) == 0 {
		return c, &exitError{exitNothing, "nothing ran: no mutant and no variant is selected"}
	}
	c.Procs, c.Seed, c.Seeds = f.procs, f.seed, f.seeds
	return c, nil
}

// share gives as many of the pairs as were asked for.
func (f selftestFlags) share(pairs []selftest.Variant) []selftest.Variant {
	switch {
	case f.pairs == "all":
		return pairs
	case f.pairs == "tenth" && len(pairs) > 0:
		return selftest.Share(pairs, 10, f.seed)
	}
	return nil
}

// idsOfPair are a pair's and those of the two: a filter of one selects all pairs
// that it is in.
func idsOfPair(v selftest.Variant) []string { return append(strings.Split(v.ID, "+"), v.ID) }

// chosen gives those of a list that one of the filters matches an id of; no filter
// selects all.
func chosen[T any](list []T, filters []string, ids func(T) []string) (some []T, err error) {
	if len(filters) == 0 {
		return list, nil
	}
	for _, f := range filters {
		if _, err := path.Match(f, ""); err != nil {
			return nil, usageError("--filter %q: %v", f, err)
		}
	}
	for _, one := range list {
		if anyMatch(filters, ids(one)) {
			some = append(some, one)
		}
	}
	return some, nil
}

func anyMatch(filters, ids []string) bool {
	for _, f := range filters {
		for _, id := range ids {
			if hit, _ := path.Match(f, id); hit {
				return true
			}
		}
	}
	return false
}

// completeSubject offers the ids of variants and mutants after the last comma.
func (a *app) completeSubject(soFar string) []string {
	var ids []string
	alone, _ := a.variants()
	for _, v := range alone {
		ids = append(ids, v.ID)
	}
	for _, m := range a.mutants() {
		ids = append(ids, m.ID)
	}
	return afterComma(soFar, ids)
}
