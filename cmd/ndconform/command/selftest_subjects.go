package command

import (
	"path"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/selftest"
)

// subjects returns the mutants, variants and pairs that the flags select; without
// filters and a shard, all.
func (a *app) subjects(f selftestFlags) (c selftest.Config, err error) {
	shard, err := f.part()
	if err != nil {
		return c, err
	}
	filters := words(f.filters)
	if f.has("mutants") {
		c.Mutants, err = chosen(a.mutants(), filters, func(m selftest.Mutant) []string { return []string{m.ID, m.Breaks} })
		if err != nil {
			return c, err
		}
	}
	variants := a.variants()
	if f.has("variants") {
		c.Variants, err = chosen(variants.Alone, filters, func(v selftest.Variant) []string { return []string{v.ID} })
		if err != nil {
			return c, err
		}
	}
	if f.has("pairs") || f.only == "variants" {
		pairs := f.share(variants)
		if f.drawn > 0 && variants.Drawn != nil {
			pairs = append(slices.Clone(pairs), variants.Drawn(f.seed, f.drawn)...)
		}
		c.Pairs, err = chosen(pairs, filters, idsOfPair)
		if err != nil {
			return c, err
		}
	}
	c.Mutants, c.Variants, c.Pairs = journal.PartOf(shard, c.Mutants), journal.PartOf(shard, c.Variants), journal.PartOf(shard, c.Pairs)
	if len(c.Mutants)+len(c.Variants)+len(c.Pairs) == 0 {
		return c, &exitError{exitNothing, "nothing ran: no mutant and no variant is selected"}
	}
	c.Procs, c.Seed, c.Seeds = f.atATime(), f.seed, f.seeds
	return c, nil
}

// has reports whether a matrix is asked for. The pairs' belongs to the variants'.
func (f selftestFlags) has(matrix string) bool { return f.only == "" || f.only == matrix }

// part returns the shard; without one that is everything.
func (f selftestFlags) part() (journal.Shard, error) {
	if f.shard == "" {
		return journal.Shard{}, nil
	}
	shard, err := journal.ParseShard(f.shard)
	if err != nil {
		return shard, usageError("--shard: %v", err)
	}
	return shard, nil
}

// share returns as many of the pairs as were asked for.
func (f selftestFlags) share(v Variants) []selftest.Variant {
	switch {
	case f.pairs == "all":
		return v.Pairs
	case f.pairs == "together":
		return v.Together
	case f.pairs == "once":
		return v.Once
	case f.pairs == "tenth" && len(v.Pairs) > 0:
		return selftest.Share(v.Pairs, 10, f.seed)
	}
	return nil
}

// idsOfPair returns the id of a pair or a set, and those of the variants in it: a
// filter for a variant selects every pair that it is in.
func idsOfPair(v selftest.Variant) []string { return append(strings.Split(v.ID, "+"), v.ID) }

// chosen returns the elements of a list of which some id matches one of the filters;
// without filters, all of them.
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
	for _, v := range a.variants().Alone {
		ids = append(ids, v.ID)
	}
	for _, m := range a.mutants() {
		ids = append(ids, m.ID)
	}
	for _, m := range a.planted() {
		ids = append(ids, m.ID)
	}
	return afterComma(soFar, ids)
}
