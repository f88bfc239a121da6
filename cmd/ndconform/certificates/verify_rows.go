package certificates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// verifiedRows shows a claim whose signature by the key holds. Its first rows are for a stranger: who signed, which
// file was judged, whose word that is, when and how slowly, and how much was seen. What was not right comes last.
func verifiedRows(key string, f *certificate.Claim, thisProgram string, verbose bool) [][]string {
	c := &f.Certificate
	subject, ran := files(f)
	rows := [][]string{
		{"signed with", key + "; the signature holds, if you know whose key that is"},
		{"subject", subject},
		{"provider", callsItself(c.Provider, c.ProviderVersion)},
		{"standing", string(c.Attestation) + ": " + c.Attested},
		{"trust", trustOf(f, thisProgram)},
		{"UNRELEASED", unreleased(c)},
		{"ran", ran},
		{"run", fmt.Sprintf("%s to %s, %s, seed %s, draw %s",
			c.Started.Format(timeFormat), c.Ended.Format(timeFormat), plural.Of(c.Specs, "spec"), c.Seed, c.Drawing.Words())},
		{"RESERVATION", slowness(c.TimeoutScale)},
		{"RESERVATION", c.Drawing.Reservation()},
		{"time limits", timeLimits(c.TimeoutScale)},
		{"went by", strings.Join(append(reports.Settings(1, c.Strict), c.Conduct.Words()...), "; ")},
	}
	rows = append(rows, certifiedRows(c)...)
	rows = append(rows, [][]string{
		{"options", c.Options},
		{"peer", callsItself(c.Peer, c.PeerVersion)},
		{"inputs", reports.Environment{Inputs: c.Inputs}.InputWords()},
		{"suite", joined(c.Version, c.Commit)},
		{"catalogue", c.Catalogue},
		{"challenge", c.Challenge},
		{"errors", errorsOf(c)},
	}...)
	rows = append(rows, codeRows(c.Code, verbose)...)
	for _, m := range c.Machines {
		rows = append(rows, []string{"machine", machineOf(m)})
	}
	rows = append(rows, reservationRows(c.Reservations, verbose)...)
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] == "" })
}

// files name the file that was judged and, unless it is linked into it, the program that judged.
func files(f *certificate.Claim) (subject, ran string) {
	c, s := &f.Certificate, f.Subject
	subject = s.Name + " sha256:" + s.SHA256
	switch {
	case s.Linked:
		return subject + ", the provider and the program that judged, in one file", ""
	case s.SHA256 == c.Binary:
		return subject + ", the provider", c.Program + ", the same file as the subject: the program that judged"
	}
	return subject + ", the provider", c.Program + " sha256:" + c.Binary + ", the program that judged"
}

// callsItself quotes what a provider says of itself.
func callsItself(name, version string) string {
	if version == "" {
		return name
	}
	return fmt.Sprintf("%s, which calls itself %q", name, printable.Short(version, claimMost))
}

const claimMost = 100 // characters of what a provider says of itself

// unreleased says why it can't be told what the suite was built from.
func unreleased(c *certificate.Certificate) string {
	if len(c.Unreleased) == 0 {
		return ""
	}
	return "the suite is of unknown origin, by the journal's own word: " + strings.Join(c.Unreleased, "; ")
}

// timeLimits says how long the provider could take: the time of a spec, which few specs extend.
func timeLimits(scale float64) string {
	limit := fmt.Sprintf("%g s for whatever most specs ask", reports.SpecLimit.Seconds()*scale)
	if scale == 1 {
		return limit + ", the usual"
	}
	return fmt.Sprintf("%s, %g times the usual", limit, scale)
}

// slowness is said of a run whose time limits are above those that are documented.
func slowness(scale float64) string {
	if scale <= reports.EmulatorScale {
		return ""
	}
	return fmt.Sprintf("slow may pass here: the provider had %g times the usual time, and even emulators need no more "+
		"than %d times", scale, reports.EmulatorScale)
}

// certifiedRows say which profiles are granted and how much of each was kept, what was not looked at, and what a
// profile must not be taken for.
func certifiedRows(c *certificate.Certificate) [][]string {
	var granted []string
	var each, not, limits [][]string
	for _, p := range c.Profiles {
		if !slices.Contains(c.Granted, string(p.Name)) {
			not = append(not, []string{"not certified", string(p.Name) + ": " + p.Words()})
			continue
		}
		granted = append(granted, fmt.Sprintf("%s (%d of %d MUSTs kept)", p.Name, p.Kept, p.Total))
		each = append(each, []string{"  " + string(p.Name), p.Counts()})
		limits = append(limits, []string{"note", p.Name.Info().Limits})
	}
	rows := [][]string{{"certified", strings.Join(granted, ", ")}, {"not looked at", notLookedAt(c)}}
	return slices.Concat(rows, each, not, limits)
}

// notLookedAt says how much of what was granted was not observable, and the reason that most specs gave.
func notLookedAt(c *certificate.Certificate) string {
	var parts []string
	for _, p := range c.Profiles {
		if n := p.Count[reports.Unobservable]; n > 0 && slices.Contains(c.Granted, string(p.Name)) {
			parts = append(parts, fmt.Sprintf("%d of %s", n, p.Name))
		}
	}
	if len(parts) == 0 {
		return "nothing of what is certified: each of its MUSTs was observed"
	}
	count, most := map[string]int{}, ""
	for _, r := range c.Reservations {
		if r.Verdict == reports.Unobservable {
			count[r.Message]++
			if count[r.Message] > count[most] {
				most = r.Message
			}
		}
	}
	return fmt.Sprintf("MUSTs that could not be observed: %s; most often (%s): %s", strings.Join(parts, ", "),
		plural.Of(count[most], "spec"), most)
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
			fmt.Sprintf("%d × %s: %s", len(specs[at]), at.why, reports.Few(specs[at], fewSpecs)),
		})
	}
	if len(order) > 0 {
		rows = append(rows, []string{"", "--verbose lists each spec"})
	}
	return rows
}

// machineOf describes a machine of a certificate in one line: its host, its platform,
// and how many specs it has judged.
func machineOf(m certificate.Machine) string {
	parts := []string{m.Host, m.Kernel, m.Processor, plural.Of(m.CPUs, "processor")}
	for _, d := range m.RDMA {
		parts = append(parts, joined(d.Name, d.Hardware, d.Board, d.Firmware))
	}
	parts = append(parts, versionOf("provider", m.ProviderVersion), versionOf("peer", m.PeerVersion),
		plural.Of(m.Specs, "spec"))
	line := ""
	for _, part := range parts {
		if part != "" {
			line += ", " + part
		}
	}
	return strings.TrimPrefix(line, ", ")
}

func versionOf(what, version string) string {
	if version == "" {
		return ""
	}
	return what + " " + printable.Short(version, claimMost)
}
