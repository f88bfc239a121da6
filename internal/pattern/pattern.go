// Package pattern matches ids against patterns as in [path.Match].
package pattern

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Match reports whether a pattern matches any of the ids. A malformed pattern matches
// none.
func Match(pattern string, ids ...string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		hit, _ := path.Match(pattern, id)
		return hit
	})
}

// Any reports whether any of the patterns matches any of the ids.
func Any(patterns []string, ids ...string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return Match(pattern, ids...) })
}

// Check returns an error if a pattern is malformed.
func Check(pattern string) error {
	_, err := path.Match(pattern, "")
	return err
}

// IsLiteral reports whether a text, as a pattern, matches only itself.
func IsLiteral(text string) bool { return !strings.ContainsAny(text, `*?[\`) }

// A Set is a list of patterns that remembers which have matched something.
type Set struct {
	patterns []string
	// wild are the patterns that are not literal.
	wild []string
	// matched has an entry for each pattern.
	matched map[string]bool
}

// Compile makes a set of patterns. The error names the malformed pattern.
func Compile(patterns []string) (*Set, error) {
	s := &Set{patterns: patterns, matched: map[string]bool{}}
	for _, p := range patterns {
		if err := Check(p); err != nil {
			return nil, fmt.Errorf("%q: %w", p, err)
		}
		s.matched[p] = false
		if !IsLiteral(p) {
			s.wild = append(s.wild, p)
		}
	}
	return s, nil
}

// Empty reports whether there are no patterns.
func (s *Set) Empty() bool { return len(s.patterns) == 0 }

// Match reports whether any of the patterns matches any of the ids.
func (s *Set) Match(ids ...string) (hit bool) {
	for _, id := range ids {
		if _, ok := s.matched[id]; ok && IsLiteral(id) {
			s.matched[id], hit = true, true
		}
	}
	for _, p := range s.wild {
		if Match(p, ids...) {
			s.matched[p], hit = true, true
		}
	}
	return hit
}

// Unmatched returns the patterns without a match so far.
func (s *Set) Unmatched() []string {
	return slices.DeleteFunc(slices.Clone(s.patterns), func(p string) bool { return s.matched[p] })
}
