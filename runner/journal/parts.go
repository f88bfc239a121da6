package journal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// divided checks that those parts that are shards belong to one division of the plan,
// and that no two are the same shard.
func divided(parts []*Part) error {
	var before *Part
	for _, p := range parts {
		switch {
		case p.Shard.whole():
			continue
		case before == nil:
		case before.Shard.Count != p.Shard.Count:
			return fmt.Errorf("%s and %s are not of one run: they are shards %v and %v", before.Path, p.Path, before.Shard,
				p.Shard)
		case before.Shard == p.Shard:
			return fmt.Errorf("%s and %s are both of shard %v", before.Path, p.Path, p.Shard)
		}
		before = p
	}
	return nil
}

// absent lists the shards that no part has run. If a part is no shard, because it was
// merged before, that can't be known.
func absent(parts []*Part) (list []Shard) {
	have := map[int]bool{}
	for _, p := range parts {
		if p.Shard.whole() {
			return nil
		}
		have[p.Shard.Index] = true
	}
	for i := 1; i <= parts[0].Shard.Count; i++ {
		if !have[i] {
			list = append(list, Shard{i, parts[0].Shard.Count})
		}
	}
	return list
}

// overlaps refuses results of one spec in two parts.
func overlaps(parts []*Part) error {
	from := map[string]string{}
	var twice []string
	for _, p := range parts {
		for id, s := range p.results {
			if s.Verdict == reports.NotRun {
				continue
			}
			if from[id] != "" {
				twice = append(twice, fmt.Sprintf("%s (%s, %s)", id, from[id], p.Path))
			}
			from[id] = p.Path
		}
	}
	slices.Sort(twice)
	switch n := len(twice); n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("a spec has a result in two journals: %s", twice[0])
	default:
		return fmt.Errorf("%s %s a result in two journals: %s", plural.Of(n, "spec"), plural.Word(n, "has", "have"),
			reports.Few(twice, 10))
	}
}

// difference names what tells the runs of two parts apart, or nothing.
func difference(a, b *Record) string {
	x, y := a.Environment, b.Environment
	for _, d := range []struct {
		what     string
		old, new any
		silent   bool // the values mean nothing to a reader
	}{
		{what: "the suite", old: x.Release(), new: y.Release()},
		{what: "the platform", old: x.OS + "/" + x.Arch, new: y.OS + "/" + y.Arch},
		{what: "the binary that ran", old: x.Binary + x.BuildID, new: y.Binary + y.BuildID, silent: true},
		{what: "the catalogue", old: x.Catalogue, new: y.Catalogue, silent: true},
		{what: "the specs of the suite", old: x.Suite, new: y.Suite, silent: true},
		{what: "the provider", old: a.Provider, new: b.Provider},
		{what: "the peer", old: a.Peer, new: b.Peer},
		{what: "the filters", old: strings.Join(a.Filters, ","), new: strings.Join(b.Filters, ",")},
		{what: "the selected profiles", old: strings.Join(a.Profiles, ","), new: strings.Join(b.Profiles, ",")},
		{what: "the challenge", old: a.Challenge, new: b.Challenge},
		{what: "the seed", old: a.Seed, new: b.Seed},
		{what: "the draw", old: a.Drawing.Words(), new: b.Drawing.Words()},
		{what: "--timeout-scale", old: a.TimeoutScale, new: b.TimeoutScale},
		{what: "--strict", old: a.Strict, new: b.Strict},
		{what: "the waivers", old: text(a.Waivers), new: text(b.Waivers), silent: true},
		{what: "the plan", old: text(a.Plan), new: text(b.Plan), silent: true},
	} {
		switch {
		case d.old == d.new:
		case d.silent:
			return d.what
		default:
			return fmt.Sprintf("%s: %s and %s", d.what, named(d.old), named(d.new))
		}
	}
	return ""
}

// named formats a value for a message.
func named(value any) string {
	if value == "" {
		return "none"
	}
	return fmt.Sprint(value)
}

// text returns v's JSON form; v is made of text, numbers and lists, so this can't fail.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
