package certificates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// verifiedRows shows a claim: what is certified and how much of it was observed first,
// and what was not found to be right last.
func verifiedRows(key string, f *certificate.Claim, thisProgram string, verbose bool) [][]string {
	c, s := &f.Certificate, f.Subject
	rows := append([][]string{{"standing", string(c.Attestation) + ": " + c.Attested}}, certifiedRows(c)...)
	subject, ran := s.Name+" sha256:"+s.SHA256, c.Program+" sha256:"+c.Binary
	if s.Linked {
		subject, ran = subject+", the test program with the provider in it", ""
	}
	rows = append(rows, [][]string{
		{"subject", subject},
		{"ran", ran},
		{"provider", joined(c.Provider, c.ProviderVersion)},
		{"options", c.Options},
		{"peer", joined(c.Peer, c.PeerVersion)},
		{"suite", joined(c.Version, c.Commit)},
		{"catalogue", c.Catalogue},
		{"run", fmt.Sprintf("%s, seed %s, %s to %s",
			plural.Of(c.Specs, "spec"), c.Seed, c.Started.Format(timeFormat), c.Ended.Format(timeFormat))},
		{"challenge", c.Challenge},
		{"codes", codesOf(c)},
		{"signed with", key},
		{"trust", trustOf(f, thisProgram)},
	}...)
	rows = append(rows, codeRows(c.Code, verbose)...)
	for _, m := range c.Machines {
		rows = append(rows, []string{"machine", machineOf(m)})
	}
	for _, why := range c.Unreleased {
		rows = append(rows, []string{"UNRELEASED", "the suite is of unknown origin, by the journal's own word: " + why})
	}
	rows = append(rows, reservationRows(c.Reservations, verbose)...)
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
}

// certifiedRows say which profiles are granted, how much of each was observed, and what
// a profile must not be taken for.
func certifiedRows(c *certificate.Certificate) [][]string {
	rows := [][]string{{"certified", strings.Join(c.Granted, ", ")}}
	var not, limits [][]string
	for _, p := range c.Profiles {
		if !slices.Contains(c.Granted, string(p.Name)) {
			not = append(not, []string{"not certified", string(p.Name) + ": " + p.Words()})
			continue
		}
		rows = append(rows, []string{"  " + string(p.Name), p.Counts()})
		limits = append(limits, []string{"note", p.Name.Info().Limits})
	}
	return slices.Concat(rows, not, limits)
}

// fewSpecs is how many specs are named for a reason.
const fewSpecs = 3

// reservationRows list the specs that did not simply pass, those with the same verdict
// and reason in one row, or each in its own.
func reservationRows(list []certificate.Reservation, verbose bool) (rows [][]string) {
	type reason struct {
		verdict reports.Verdict
		why     string
	}
	var order []reason
	specs := map[reason][]string{}
	for _, r := range list {
		why, _, _ := strings.Cut(r.Message, "\n")
		if verbose {
			rows = append(rows, []string{string(r.Verdict), r.Spec + ": " + why})
			continue
		}
		at := reason{r.Verdict, why}
		if specs[at] == nil {
			order = append(order, at)
		}
		specs[at] = append(specs[at], r.Spec)
	}
	for _, at := range order {
		rows = append(rows, []string{
			string(at.verdict),
			fmt.Sprintf("%d × %s: %s", len(specs[at]), at.why, few(specs[at])),
		})
	}
	if len(order) > 0 {
		rows = append(rows, []string{"", "--verbose lists each spec"})
	}
	return rows
}

// few names the first of some specs.
func few(specs []string) string {
	if left := len(specs) - fewSpecs; left > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(specs[:fewSpecs], ", "), left)
	}
	return strings.Join(specs, ", ")
}
