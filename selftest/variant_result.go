package selftest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

// A VariantResult is the result of testing a variant.
type VariantResult struct {
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
	Failures []Finding `json:"failures,omitempty"`
	Warnings []Finding `json:"warnings,omitempty"`
	// TooLittle says what the suite observed too little of to say conformant, and Because is why that may be.
	TooLittle string `json:"tooLittle,omitempty"`
	Because   string `json:"because,omitempty"`
	// Incomplete says why each run that ended early did; such a run was repeated once.
	Incomplete []string `json:"incomplete,omitempty"`
	// Inconclusive says that the second run with a seed ended early too.
	Inconclusive bool `json:"unheard,omitempty"`
}

func (h *VariantResult) fails() bool { return len(h.Failed) > 0 || h.fallsShort() }

// fallsShort reports whether too little was observed, and nothing says why. Several variants together may leave less
// than each alone.
func (h *VariantResult) fallsShort() bool {
	return h.TooLittle != "" && h.Because == "" && !strings.Contains(h.ID, "+")
}

// A Finding is what a spec says of a variant.
type Finding struct {
	Spec    string `json:"spec"`
	Message string `json:"message"`
	// Repeat is the command that runs the spec again; it is empty for a warning.
	Repeat string `json:"repeat,omitempty"`
}

// add adds a run's results.
func (h *VariantResult) add(run *reports.Run) {
	for verdict, n := range run.Count() {
		h.Verdicts[verdict] += n
	}
	h.TooLittle = cmp.Or(h.TooLittle, reports.TooLittle(run))
	for _, s := range run.Specs {
		switch s.Verdict {
		case reports.Fail, reports.Error:
			if !slices.Contains(h.Failed, s.ID) {
				h.Failed = append(h.Failed, s.ID)
				h.Failures = append(h.Failures, Finding{s.ID, s.Message, reports.Repeat(run, s)})
			}
		case reports.Warn:
			if !slices.ContainsFunc(h.Warnings, func(w Finding) bool { return w.Spec == s.ID }) {
				h.Warnings = append(h.Warnings, Finding{Spec: s.ID, Message: s.Message})
			}
		}
	}
}

// FailedVariants lists the variants and pairs that a spec fails.
func (m *Matrix) FailedVariants() []string { return m.variantIDs((*VariantResult).fails) }

// Inconclusive lists the variants and pairs on which the run with some seed ended early
// twice.
func (m *Matrix) Inconclusive() []string {
	return m.variantIDs(func(h *VariantResult) bool { return h.Inconclusive })
}

func (m *Matrix) variantIDs(is func(*VariantResult) bool) (ids []string) {
	for _, h := range slices.Concat(m.Variants, m.Pairs) {
		if is(&h) {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// writeVariants writes a line for each variant, and the totals.
func writeVariants(b *strings.Builder, what string, list []VariantResult) {
	if len(list) == 0 {
		return
	}
	width, failing, inconclusive := 0, 0, 0
	for _, h := range list {
		width = max(width, len(h.ID))
	}
	for _, h := range list {
		h.lines(b, width)
		switch {
		case h.fails():
			failing++
		case h.Inconclusive:
			inconclusive++
		}
	}
	fmt.Fprintf(b, "%d %s: %d without a failure, %d with", len(list), what, len(list)-failing-inconclusive, failing)
	if inconclusive > 0 {
		fmt.Fprintf(b, ", %d without an end", inconclusive)
	}
	b.WriteString("\n")
}

// The text shows this many of a variant's failures and warnings; the JSON form has all.
const (
	mostFailures = 20
	mostWarnings = 8
)

func (h *VariantResult) lines(b *strings.Builder, width int) {
	column := "legal"
	switch {
	case h.fails():
		column = "FAILED"
	case h.Inconclusive:
		column = "NO END"
	}
	fmt.Fprintf(b, "%-8s  %-*s  %s in %.1f s\n", column, width, h.ID, h.counts(), h.Seconds)
	for _, why := range h.Incomplete {
		fmt.Fprintf(b, "%10sended early: %s\n", "", oneLine(why))
	}
	if h.TooLittle != "" {
		fmt.Fprintf(b, "%10s%s; %s\n", "", h.TooLittle, cmp.Or(h.Because, "nothing says why it may be"))
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

func first(n int, list []Finding) []Finding { return list[:min(n, len(list))] }

// counts lists how many specs there are of each verdict.
func (h *VariantResult) counts() string {
	parts := []string{fmt.Sprintf("%d pass", h.Verdicts[reports.Pass])}
	for _, v := range []reports.Verdict{
		reports.Warn, reports.Fail, reports.Error, reports.Unsupported,
		reports.Unobservable,
	} {
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
