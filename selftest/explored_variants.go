package selftest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/internal/plural"
)

// VariantExploration is what a self-test of generated programs is made with whose providers are right.
type VariantExploration struct {
	Variants []Variant
	// Explore explores a variant; see [Exploration.Explore].
	Explore func(ctx context.Context, v Variant, o explore.Options) (explore.Result, error)
	// For is how long each variant is explored, not counting the time for shrinking.
	For time.Duration
	// Procs is how many variants are explored at a time; Seed determines the programs.
	Procs int
	Seed  int64
	// Done, if not nil, is called after each variant, by one goroutine at a time.
	Done func(VariantSearch)
}

// VariantSearches say what was found on each variant that was explored. Their JSON form is what the command
// selftest --explore --only=variants prints.
type VariantSearches struct {
	Variants []VariantSearch `json:"variants"`
	// Seconds is how long the self-test took; Seed determined the programs.
	Seconds float64 `json:"seconds"`
	Seed    int64   `json:"seed"`
}

// A VariantSearch is what was found on a variant.
type VariantSearch struct {
	ID      string `json:"id"`
	Differs string `json:"differs"`
	Permits string `json:"permits"`
	Source  string `json:"source"`
	// Seconds is how long it was explored, with these numbers of programs and steps.
	Seconds  float64 `json:"seconds"`
	Programs int     `json:"programs"`
	Steps    int     `json:"steps"`
	// Found is a false alarm: nil if there was none.
	Found *explore.Finding `json:"found,omitempty"`
	// Warned are the rules of findings that are warnings only.
	Warned []string `json:"warned,omitempty"`
}

// ExploreVariants explores each variant up to the first finding. An error means that no result can be given.
func ExploreVariants(ctx context.Context, x VariantExploration) (*VariantSearches, error) {
	began := time.Now()
	searches, err := inLanes(ctx, x.Procs, x.Variants, func(ctx context.Context, v Variant) (VariantSearch, error) {
		result, err := x.Explore(ctx, v, explore.Options{Seed: uint64(x.Seed), For: x.For})
		if err != nil {
			return VariantSearch{}, fmt.Errorf("variant %s: %w", v.ID, err)
		}
		return foundOn(v, result), nil
	}, x.Done)
	if err != nil {
		return nil, err
	}
	return &VariantSearches{Variants: searches, Seconds: time.Since(began).Seconds(), Seed: x.Seed}, nil
}

func foundOn(v Variant, r explore.Result) VariantSearch {
	s := VariantSearch{
		ID: v.ID, Differs: v.Differs, Permits: v.Permits, Source: v.Source,
		Seconds: r.Seconds, Programs: r.Programs, Steps: r.Steps,
	}
	for i, f := range r.Findings {
		if !explore.Must(f.Rules) {
			s.Warned = append(s.Warned, f.Rules...)
		} else if s.Found == nil {
			s.Found = &r.Findings[i]
		}
	}
	slices.Sort(s.Warned)
	s.Warned = slices.Compact(s.Warned)
	return s
}

// Failed lists the variants on which something was found.
func (s *VariantSearches) Failed() (ids []string) {
	for _, one := range s.Variants {
		if one.Found != nil {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// Text lays the searches out: a line for each variant, and below it what was found.
func (s *VariantSearches) Text() string {
	var b strings.Builder
	width, steps := 0, 0
	for _, one := range s.Variants {
		width, steps = max(width, len(one.ID)), steps+one.Steps
	}
	for _, one := range s.Variants {
		column := "legal"
		if one.Found != nil {
			column = "FAILED"
		}
		fmt.Fprintf(&b, "%-8s  %-*s  %s, %s in %.0f s\n", column, width, one.ID, plural.Of(one.Programs, "program"),
			plural.Of(one.Steps, "step"), one.Seconds)
		for _, rule := range one.Warned {
			fmt.Fprintf(&b, "          warns %s\n", rule)
		}
		if f := one.Found; f != nil {
			fmt.Fprintf(&b, "          %s: %s\n%s\n", strings.Join(f.Rules, ", "), f.Message, f.Replay)
		}
	}
	fmt.Fprintf(&b, "%s: something was found on %d\n%s, %.0f s, seed %d\n", plural.Of(len(s.Variants), "variant"),
		len(s.Failed()), plural.Of(steps, "step"), s.Seconds, s.Seed)
	return b.String()
}
