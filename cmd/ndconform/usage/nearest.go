package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/pattern"
)

// DidYouMean returns ", did you mean …?" for the closest of known, or nothing. A
// word that differs only in case is the closest of all.
func DidYouMean(word string, known []string) string {
	best := nearest(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", best)
}

// nearest returns the one of known that is closest to word, other than word itself, or
// nothing if none is close.
func nearest(word string, known []string) string {
	best, distance := "", len(word)/3+1
	for _, k := range known {
		if d := editDistance(strings.ToLower(word), strings.ToLower(k)); d <= distance && k != word {
			if d < distance || best == "" {
				best, distance = k, d
			}
		}
	}
	return best
}

// NearestFilter guesses what a filter that matches no known id was meant to be: a known
// id, or a pattern of their parts that matches one.
func NearestFilter(filter string, known []string) string {
	if pattern.IsLiteral(filter) {
		return DidYouMean(filter, known)
	}
	parts := strings.Split(filter, ".")
	for i, part := range parts {
		if pattern.IsLiteral(part) {
			if near := nearest(part, partsOf(known, i)); near != "" && !slices.Contains(partsOf(known, i), part) {
				parts[i] = near
			}
		}
	}
	for _, guess := range []string{strings.ToLower(filter), strings.Join(parts, ".")} {
		if guess != filter && pattern.Match(guess, known...) {
			return fmt.Sprintf(", did you mean %q?", guess)
		}
	}
	return ""
}

// partsOf lists the n-th parts of ids, between their dots.
func partsOf(ids []string, n int) []string {
	var list []string
	for _, id := range ids {
		if parts := strings.Split(id, "."); n < len(parts) {
			list = append(list, parts[n])
		}
	}
	return list
}

// editDistance counts the bytes to insert, delete, replace or swap with their
// neighbor to get b from a.
func editDistance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			next[j+1] = min(cost, next[j]+1, row[j+1]+1)
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
