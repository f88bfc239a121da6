package selftest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/internal/plural"
)

// Searches say what became of each mutant that was explored. Their JSON form is what
// the command selftest --explore prints.
type Searches struct {
	Mutants []Search `json:"mutants"`
	// Seconds is how long the self-test took; Seed determined the programs.
	Seconds float64 `json:"seconds"`
	Seed    int64   `json:"seed"`
}

// A Search is what became of a mutant that was explored.
type Search struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Breaks string `json:"breaks"`
	// Also are further entries that the mutant breaks.
	Also []string `json:"also,omitempty"`
	What string   `json:"what"`
	// FoundBy is "explore", or empty if nothing was found.
	FoundBy  string `json:"foundBy,omitempty"`
	Survived bool   `json:"survived"`
	// Seconds is how long it took to find the mutant, or how long the search lasted.
	Seconds float64 `json:"seconds"`
	// Steps is the length of the minimized program, and Rate is the share of its repeats
	// that showed the finding again, from 0 to 1.
	Steps int     `json:"steps"`
	Rate  float64 `json:"rate"`
	// Programs counts the programs that were carried out.
	Programs int `json:"programs"`
	// Rules are the entries that the finding names, and Message is what it says.
	Rules   []string `json:"rules,omitempty"`
	Message string   `json:"message,omitempty"`
	// Replay is the minimized program as text.
	Replay string `json:"replay,omitempty"`
	// Watched is what the validation layer said, if that was asked for.
	Watched *Watch `json:"watched,omitempty"`
	// Counts says that no short program can show what is wrong.
	Counts bool `json:"counts,omitempty"`
}

// byExploring is what [Search.FoundBy] says.
const byExploring = "explore"

func found(m SeededFault, r explore.Result) Search {
	s := Search{
		ID: m.ID, Kind: m.Kind, Breaks: m.Breaks, Also: m.Also, What: m.What, Counts: m.counts(),
		Survived: len(r.Findings) == 0, Seconds: r.Seconds, Programs: r.Programs,
	}
	if s.Survived {
		return s
	}
	f := r.Findings[0]
	s.FoundBy, s.Seconds, s.Steps, s.Rate = byExploring, f.Seconds, f.Steps, f.Rate
	s.Rules, s.Message, s.Replay = f.Rules, f.Message, f.Replay
	return s
}

// Survivors counts the mutants in which nothing was found.
func (s *Searches) Survivors() int { return s.count(func(one Search) bool { return one.Survived }) }

func (s *Searches) count(is func(Search) bool) (n int) {
	for _, one := range s.Mutants {
		if is(one) {
			n++
		}
	}
	return n
}

// Text lays the searches out: a line for each mutant, then how many of each kind were
// found, how soon, and how small and steady the programs are.
func (s *Searches) Text() string {
	var b strings.Builder
	width := 0
	for _, one := range s.Mutants {
		width = max(width, len(one.ID))
	}
	for _, one := range s.Mutants {
		fmt.Fprintf(&b, "%-8s  %-*s  %s\n", one.column(), width, one.ID, one.row())
	}
	s.kinds(&b)
	fmt.Fprintf(&b, "%s: %d found, %d survived; half of those found in %.1f s\n",
		plural.Of(len(s.Mutants), "mutant"), len(s.Mutants)-s.Survivors(), s.Survivors(), s.median())
	s.programs(&b)
	var rows []watchedRow
	for _, one := range s.Mutants {
		rows = append(rows, watchedRow{one.ID, one.Breaks, one.What, one.Watched})
	}
	writeWatched(&b, rows)
	fmt.Fprintf(&b, "%.0f s, seed %d\n", s.Seconds, s.Seed)
	return b.String()
}

func (s Search) column() string {
	if s.Survived {
		return "SURVIVED"
	}
	return "found"
}

func (s Search) row() string {
	if s.Survived {
		return fmt.Sprintf("%s, %s in %.0f s: %s", s.Kind, plural.Of(s.Programs, "program"), s.Seconds, s.What)
	}
	return fmt.Sprintf("%s, in %.1f s, %s, %.0f of 10 replays: %s", s.Kind, s.Seconds, plural.Of(s.Steps, "step"),
		10*s.Rate, strings.Join(s.Rules, ", "))
}

// kinds writes how many mutants of each kind were found.
func (s *Searches) kinds(b *strings.Builder) {
	var kinds []string
	for _, one := range s.Mutants {
		if !slices.Contains(kinds, one.Kind) {
			kinds = append(kinds, one.Kind)
		}
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		all := s.count(func(one Search) bool { return one.Kind == kind })
		found := s.count(func(one Search) bool { return one.Kind == kind && !one.Survived })
		fmt.Fprintf(b, "%s: %d of %d found\n", kind, found, all)
	}
}

// median returns how long it took to find half of the mutants that were found, in
// seconds.
func (s *Searches) median() float64 {
	var seconds []float64
	for _, one := range s.Mutants {
		if !one.Survived {
			seconds = append(seconds, one.Seconds)
		}
	}
	if len(seconds) == 0 {
		return 0
	}
	slices.Sort(seconds)
	return seconds[(len(seconds)-1)/2]
}

// A minimized program should have at most fewSteps steps, and show what was found in
// at least this share of its repeats.
const (
	fewSteps   = 8
	steadyRate = 0.9
)

// programs writes how many minimized programs are small, leaving out mutants that count,
// and how many are steady.
func (s *Searches) programs(b *strings.Builder) {
	shrinks := func(one Search) bool { return !one.Survived && !one.Counts }
	all := s.count(shrinks)
	small := s.count(func(one Search) bool { return shrinks(one) && one.Steps <= fewSteps })
	steady := s.count(func(one Search) bool { return shrinks(one) && one.Rate >= steadyRate })
	fmt.Fprintf(b,
		"of %d found that do not count, %d have programs of at most %d steps, and %d show again nine times of ten\n", all,
		small, fewSteps, steady)
}
