package results

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Rows returns a table of results with a row for each, and below it what is wrong, or to be known, a
// row for each sentence.
func Rows(list []Result) [][]string {
	rows := [][]string{{"STANDING", "PROVIDER", "ADAPTER", "DATE", "CERTIFIED, RULES KEPT", "BUNDLE"}}
	var more [][]string
	for _, r := range list {
		row := []string{string(r.Standing), "-", "-", "-", "-", r.Bundle}
		if r.Standing != Verified {
			row[0] = strings.ToUpper(row[0])
		}
		if c := r.Claim; c != nil && r.Standing == Verified {
			row[0] = r.standing()
			row[1] = short(strings.TrimSpace(c.Certificate.Provider + " " + c.Certificate.ProviderVersion))
			row[2], row[4] = cmp.Or(short(r.Adapter), "-"), grantedWords(r)
			row[3] = c.Certificate.Started.UTC().Format(time.DateOnly)
		}
		rows = append(rows, row)
		for _, text := range append(r.Problems, r.Notes...) {
			more = append(more, []string{r.Bundle + ": " + text})
		}
	}
	if len(more) > 0 {
		rows = append(append(rows, []string{""}), more...)
	}
	return rows
}

// grantedWords lists the profiles that are granted, each with how many of its MUST rules were kept.
func grantedWords(r Result) string {
	var parts []string
	for _, p := range r.Certificate.Profiles {
		if granted(&r.Certificate, p) {
			parts = append(parts, fmt.Sprintf("%s %d/%d", short(string(p.Name)), p.Kept, p.Total))
		}
	}
	return strings.Join(parts, ", ")
}
