package selftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

// A Hearing is what became of a variant.
type Hearing struct {
	ID      string `json:"id"`
	Differs string `json:"differs"`
	Permits string `json:"permits"`
	Source  string `json:"source"`
	// Seconds is how long the variant's runs took.
	Seconds float64 `json:"seconds"`
	// Verdicts counts the specs with each verdict, over all runs.
	Verdicts map[reports.Verdict]int `json:"verdicts"`
	// Failed are the ids of the specs that fail it: false alarms.
	Failed []string `json:"failed"`
	// Failures and Warnings name each spec once, however many seeds it was run with.
	Failures []Complaint `json:"failures,omitempty"`
	Warnings []Complaint `json:"warnings,omitempty"`
	// Incomplete says why each run that ended early did; such a run was repeated once.
	Incomplete []string `json:"incomplete,omitempty"`
	// Unheard says that the second run with a seed ended early too.
	Unheard bool `json:"unheard,omitempty"`
}

func (h *Hearing) accused() bool { return len(h.Failed) > 0 }

// A Complaint is what a spec says of a variant.
type Complaint struct {
	Spec    string `json:"spec"`
	Message string `json:"message"`
	// Repeat is the command that runs the spec again; it is empty for a warning.
	Repeat string `json:"repeat,omitempty"`
}

// add adds a run's results.
func (h *Hearing) add(run *reports.Run) {
	for verdict, n := range run.Count() {
		h.Verdicts[verdict] += n
	}
	for _, s := range run.Specs {
		switch s.Verdict {
		case reports.Fail, reports.Error:
			if !slices.Contains(h.Failed, s.ID) {
				h.Failed = append(h.Failed, s.ID)
				h.Failures = append(h.Failures, Complaint{s.ID, s.Message, reports.Repeat(run, s)})
			}
		case reports.Warn:
			if !slices.ContainsFunc(h.Warnings, func(w Complaint) bool { return w.Spec == s.ID }) {
				h.Warnings = append(h.Warnings, Complaint{Spec: s.ID, Message: s.Message})
			}
		}
	}
}

// Accused lists the variants and pairs that a spec fails.
func (m *Matrix) Accused() []string { return m.heard((*Hearing).accused) }

// Unheard lists the variants and pairs on which the run with some seed ended early
// twice.
func (m *Matrix) Unheard() []string { return m.heard(func(h *Hearing) bool { return h.Unheard }) }

func (m *Matrix) heard(is func(*Hearing) bool) (ids []string) {
	for _, h := range slices.Concat(m.Variants, m.Pairs) {
		if is(&h) {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// hearings writes a line for each variant, and the totals.
func hearings(b *strings.Builder, what string, list []Hearing) {
	if len(list) == 0 {
		return
	}
	width, accused, unheard := 0, 0, 0
	for _, h := range list {
		width = max(width, len(h.ID))
	}
	for _, h := range list {
		h.lines(b, width)
		switch {
		case h.accused():
			accused++
		case h.Unheard:
			unheard++
		}
	}
	fmt.Fprintf(b, "%d %s: %d without a failure, %d with", len(list), what, len(list)-accused-unheard, accused)
	if unheard > 0 {
		fmt.Fprintf(b, ", %d without an end", unheard)
	}
	b.WriteString("\n")
}

// The text shows so many of a variant's failures and warnings; the JSON form has all.
const (
	mostFailures = 20
	mostWarnings = 8
)

func (h *Hearing) lines(b *strings.Builder, width int) {
	column := "legal"
	switch {
	case h.accused():
		column = "FAILED"
	case h.Unheard:
		column = "UNHEARD"
	}
	fmt.Fprintf(b, "%-8s  %-*s  %s in %.1f s\n", column, width, h.ID, h.counts(), h.Seconds)
	for _, why := range h.Incomplete {
		fmt.Fprintf(b, "%10sended early: %s\n", "", oneLine(why))
	}
	for _, f := range first(mostFailures, h.Failures) {
		fmt.Fprintf(b, "%10sfails %s: %s\n%12srepeat: %s\n", "", f.Spec, oneLine(f.Message), "", f.Repeat)
	}
	for _, w := range first(mostWarnings, h.Warnings) {
		fmt.Fprintf(b, "%10swarns %s: %s\n", "", w.Spec, oneLine(w.Message))
	}
	failures, warnings := len(h.Failures)-mostFailures, len(h.Warnings)-mostWarnings
	if failures > 0 || warnings > 0 {
		fmt.Fprintf(b, "%10sand %d more failures and %d more warnings\n", "", max(0, failures), max(0, warnings))
	}
}

func first(n int, list []Complaint) []Complaint { return list[:min(n, len(list))] }

// counts lists how many specs there are of each verdict.
func (h *Hearing) counts() string {
	parts := []string{fmt.Sprintf("%d pass", h.Verdicts[reports.Pass])}
	for _, v := range []reports.Verdict{reports.Warn, reports.Fail, reports.Error, reports.Unsupported, reports.Unobservable} {
		if n := h.Verdicts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}

// oneLine is what a message says before it states its rules.
func oneLine(message string) string {
	message, _, _ = strings.Cut(message, "\nrule:")
	return strings.Join(strings.Fields(message), " ")
}
