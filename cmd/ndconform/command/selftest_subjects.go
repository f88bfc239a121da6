package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/pattern"
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
	filters, err := f.compiled()
	if err != nil {
		return c, err
	}
	if f.has("mutants") {
		c.Mutants = chosen(a.mutants(), filters, func(m selftest.Mutant) []string { return []string{m.ID, m.Breaks} })
	}
	variants := a.variants()
	if f.has("variants") {
		c.Variants = chosen(variants.Alone, filters, func(v selftest.Variant) []string { return []string{v.ID} })
	}
	if f.has("pairs") || f.only == "variants" { // which runs the pairs as well
		pairs := f.share(variants)
		if f.drawn > 0 && variants.Drawn != nil {
			pairs = append(slices.Clone(pairs), variants.Drawn(f.seed, f.drawn)...)
		}
		c.Pairs = chosen(pairs, filters, idsOfPair)
	}
	a.warnUnmatched(filters, "mutant and no variant")
	c.Mutants, c.Variants, c.Pairs = journal.PartOf(shard,
		c.Mutants), journal.PartOf(shard, c.Variants), journal.PartOf(shard, c.Pairs)
	if len(c.Mutants)+len(c.Variants)+len(c.Pairs) == 0 {
		return c, &exit.Error{Code: exit.Nothing, Text: "nothing ran: no mutant and no variant is selected"}
	}
	c.Watched = f.layer()
	c.Procs, c.Seed, c.Seeds = f.atATime(), f.seed, f.seeds
	c.Drawing, err = f.drawing()
	return c, err
}

// has reports whether --only selects a matrix, or is not given.
func (f selftestFlags) has(matrix string) bool { return f.only == "" || f.only == matrix }

// part returns the shard, which is everything without --shard.
func (f selftestFlags) part() (journal.Shard, error) {
	if f.shard == "" {
		return journal.Shard{}, nil
	}
	shard, err := journal.ParseShard(f.shard)
	if err != nil {
		return shard, exit.UsageError("--shard: %v", err)
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

// compiled returns the filters.
func (f selftestFlags) compiled() (*pattern.Set, error) {
	filters, err := pattern.Compile(words(f.filters))
	if err != nil {
		return nil, exit.UsageError("--filter %v", err)
	}
	return filters, nil
}

// chosen returns the elements of a list that have an id which matches a filter; without
// filters, all.
func chosen[T any](list []T, filters *pattern.Set, ids func(T) []string) (some []T) {
	for _, one := range list {
		if filters.Match(ids(one)...) || filters.Empty() {
			some = append(some, one)
		}
	}
	return some
}

// warnUnmatched prints which filters match no mutant and no variant that was asked for.
func (a *app) warnUnmatched(filters *pattern.Set, nothing string) {
	for _, filter := range filters.Unmatched() {
		fmt.Fprintf(a.err, "%s: the filter %q matches no %s\n", a.program, filter, nothing)
	}
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
	for _, m := range a.seeded() {
		ids = append(ids, m.ID)
	}
	return usage.AfterComma(soFar, ids)
}
