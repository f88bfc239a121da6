package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/judge"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/watch/record"
)

// A Watch is what the validation layer has said of a mutant by itself, while specs or generated programs merely
// drove it.
type Watch struct {
	// Unseen is why neither side of the interface can see what is wrong. Such a mutant is not watched.
	Unseen string `json:"unseen,omitempty"`
	// Rules are those that the provider has broken, as the layer says; none if it has not named the mutant.
	Rules []string `json:"rules"`
}

// Watched returns the selector of the mutant with an id within the validation layer, which appends what it finds to
// a file.
type Watched func(id, findings string) string

// watch has the specs that claim the broken rules drive the mutants within the validation layer, and notes what it
// says.
func (t *test) watch(ctx context.Context, results []MutantResult) error {
	if t.Watched == nil {
		return nil
	}
	folder, err := os.MkdirTemp("", "watched")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	return t.eachGroup(ctx, func(ctx context.Context, group []trial) error {
		return t.watchTogether(ctx, folder, group, results)
	})
}

// watchTogether has each spec of a group drive its mutant, and notes what the layer says of each.
func (t *test) watchTogether(ctx context.Context, folder string, group []trial, results []MutantResult) error {
	var plan []runner.Spec
	alone := map[string]string{}
	file := func(one trial) string { return filepath.Join(folder, fmt.Sprint(one.index)) }
	for _, one := range group {
		if unseen(one.Breaks) != "" {
			continue
		}
		for _, s := range one.claiming {
			plan = append(plan, s)
			alone[s.ID] = t.Watched(one.ID, file(one))
		}
	}
	if len(plan) > 0 {
		if _, err := t.carryOut(ctx, t.Provider(""), plan, t.scale(plan), runner.Lab{OwnProviders: alone}); err != nil {
			return err
		}
	}
	for _, one := range group {
		w := Watch{Unseen: unseen(one.Breaks)}
		var err error
		if w.Rules, err = broken(file(one)); err != nil {
			return fmt.Errorf("mutant %s: %w", one.ID, err)
		}
		results[one.index].Watched = &w
	}
	return nil
}

// whatever excuses all that generated programs find: they go on, and minimize nothing.
const whatever = "*"

// watch has generated programs drive a seeded fault within the validation layer.
func (x Exploration) watch(ctx context.Context, m SeededFault) (*Watch, error) {
	w := &Watch{Unseen: unseenFault(m.ID), Rules: []string{}}
	if w.Unseen != "" {
		return w, nil
	}
	folder, err := os.MkdirTemp("", "watched")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "findings")
	_, err = x.Explore(ctx, x.Watched(m.ID, file), explore.Options{
		Seed: uint64(x.Seed), For: x.For, Excused: []string{whatever},
	})
	if err != nil {
		return nil, err
	}
	w.Rules, err = broken(file)
	return w, err
}

// broken lists the rules that the provider has broken, by a file of findings. Without a file there are none.
func broken(name string) ([]string, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return []string{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rules := map[string]bool{}
	for entries := record.NewReader(file); ; {
		e, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return append([]string{}, slices.Sorted(maps.Keys(rules))...), nil
		}
		if err != nil {
			return nil, err
		}
		if f := e.Found; f != nil && f.Of == judge.Provider {
			rules[f.ID] = true
		}
	}
}

// A watchedRow is a mutant with what the layer has said of it.
type watchedRow struct {
	id, breaks, what string
	*Watch
}

// writeWatched lays out what the layer has said: a line for each mutant, and the totals.
func writeWatched(b *strings.Builder, rows []watchedRow) {
	rows = slices.DeleteFunc(rows, func(r watchedRow) bool { return r.Watch == nil })
	if len(rows) == 0 {
		return
	}
	width, seen, named, exactly := 0, 0, 0, 0
	for _, r := range rows {
		width = max(width, len(r.id))
	}
	for _, r := range rows {
		column, row := "NOT NAMED", "breaks "+r.breaks+": "+r.what
		switch {
		case r.Unseen != "":
			column, row = "unseen", r.Unseen
		case len(r.Rules) > 0:
			column, row = "named", "by "+strings.Join(r.Rules, ", ")
			named++
		}
		if r.Unseen == "" {
			seen++
		}
		if slices.Contains(r.Rules, r.breaks) {
			exactly++
		}
		fmt.Fprintf(b, "%-9s  %-*s  %s\n", column, width, r.id, row)
	}
	fmt.Fprintf(b, "the validation layer alone names %d of %s that one side can see, %d %%; %d of them by the very rule\n",
		named, plural.Of(seen, "mutant"), 100*named/max(1, seen), exactly)
}
