package selftest

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
)

// A Mutant is a provider that breaks one requirement.
type Mutant struct {
	// ID is what the mutant is selected by, Breaks is the entry of the catalogue
	// that it breaks, and What is a sentence that says how.
	ID, Breaks, What string
}

// A Matrix says what became of each mutant and of each variant. Its JSON form is
// what the command selftest prints.
type Matrix struct {
	Mutants  []MutantResult  `json:"mutants"`
	Variants []VariantResult `json:"variants"`
	// Pairs are variants of two differences.
	Pairs []VariantResult `json:"pairs"`
	// Seconds is how long the self-test took; Seed determined the order of the specs.
	Seconds float64 `json:"seconds"`
	Seed    int64   `json:"seed"`
}

// A MutantResult is the result of testing a mutant.
type MutantResult struct {
	ID     string `json:"id"`
	Breaks string `json:"breaks"`
	What   string `json:"what"`
	// KilledBy are the ids of the specs that found the mutant. Specs that do not
	// claim the entry are tried only if those that do find nothing, and only until
	// the first one finds it.
	KilledBy []string `json:"killedBy"`
	// Survived says that no spec found it.
	Survived bool `json:"survived"`
	// Claimed says that one of those specs claims the broken entry.
	Claimed bool `json:"claimed"`
	// Verdict is the verdict of one of those specs: fail, error for a crash or a call
	// that hung, or warn, which counts if the entry is no MUST.
	Verdict string `json:"verdict,omitempty"`
	// Message is what that spec said.
	Message string `json:"message,omitempty"`
	// Watched is what the validation layer said, if that was asked for.
	Watched *Watch `json:"watched,omitempty"`
}

// Survivors counts the mutants that no spec has found.
func (m *Matrix) Survivors() int {
	return m.count(func(f MutantResult) bool { return f.Survived })
}

func (m *Matrix) count(is func(MutantResult) bool) (n int) {
	for _, f := range m.Mutants {
		if is(f) {
			n++
		}
	}
	return n
}

// Text lays the matrix out: a line for each mutant and each variant, and the totals.
func (m *Matrix) Text() string {
	var b strings.Builder
	m.mutants(&b)
	var rows []watchedRow
	for _, f := range m.Mutants {
		rows = append(rows, watchedRow{f.ID, f.Breaks, f.What, f.Watched})
	}
	writeWatched(&b, rows)
	writeVariants(&b, "variants", m.Variants)
	writeVariants(&b, "pairs of variants", m.Pairs)
	fmt.Fprintf(&b, "%.0f s, seed %d\n", m.Seconds, m.Seed)
	return b.String()
}

func (m *Matrix) mutants(b *strings.Builder) {
	if len(m.Mutants) == 0 {
		return
	}
	width := 0
	for _, f := range m.Mutants {
		width = max(width, len(f.ID))
	}
	for _, f := range m.Mutants {
		fmt.Fprintf(b, "%-8s  %-*s  %s\n", f.column(), width, f.ID, f.row())
	}
	claimed := m.count(func(f MutantResult) bool { return f.Claimed })
	fmt.Fprintf(b, "%s: %d killed by a spec that claims the entry, %d by another, %d survived\n",
		plural.Of(len(m.Mutants), "mutant"), claimed, len(m.Mutants)-claimed-m.Survivors(), m.Survivors())
}

func (f MutantResult) column() string {
	switch {
	case f.Survived:
		return "SURVIVED"
	case f.Claimed:
		return "claimed"
	}
	return "other"
}

func (f MutantResult) row() string {
	if f.Survived {
		return "breaks " + f.Breaks + ": " + f.What
	}
	return fmt.Sprintf("%s, by %s", cmp.Or(f.Verdict, "found"), strings.Join(f.KilledBy, ", "))
}
