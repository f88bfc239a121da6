// Package plural counts things in words.
package plural

import "fmt"

// Of returns a count of things: "1 spec", "2 specs". The thing's plural ends in s.
func Of(n int, thing string) string { return fmt.Sprintf("%d %s", n, Word(n, thing, thing+"s")) }

// Word returns the word for a count.
func Word(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
