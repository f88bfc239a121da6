package reports

import (
	"fmt"
	"io"
	"strings"
)

// textExplored writes the result of an exploration: which transitions of the model it
// visited, what was measured, and the outcome.
func textExplored(w io.Writer, run *Run) {
	x := run.Explored
	textTransitions(w, x.Transitions)
	if x.Soak != nil {
		textSoak(w, x.Soak)
	}
	fmt.Fprintf(w, "%s\n%s\n", x.words(), conclusion(run))
}

// textTransitions writes the table of the transitions, one line for each kind.
func textTransitions(w io.Writer, t Transitions) {
	rows, width := t.rows(), 0
	for _, r := range rows {
		width = max(width, len(r.Kind))
	}
	for _, r := range rows {
		line := fmt.Sprintf("%-*s  %9d visits of %s", width, r.Kind, r.Sum, amount(len(r.Visits), "transition"))
		if len(r.Missing) > 0 {
			line += strings.TrimSuffix("; not visited: "+strings.Join(r.Missing, ", "), ": ")
		}
		fmt.Fprintln(w, line)
	}
}

// textSoak writes what a soak has carried, and how the measured values have grown.
func textSoak(w io.Writer, s *Soak) {
	fmt.Fprintf(w, "soak: %s throughout, %s and %d MiB carried and compared\n", amount(s.Pairs, "connection"), amount(s.Messages, "request"), s.Bytes>>20)
	for _, t := range s.Trends {
		fmt.Fprintf(w, "  %s\n", t)
	}
}

// String describes the trend in one line.
func (t SoakTrend) String() string {
	verdict := "flat"
	if t.Leak {
		verdict = "LEAK"
	}
	return fmt.Sprintf("%s  %s %s per %s, over %d of them in %s", verdict, t.slope(), t.What, t.Per, t.Count, amount(t.Samples, "sample"))
}

// slope returns how much each object leaves behind, with the standard error.
func (t SoakTrend) slope() string { return plainNumber(t.Each) + " ± " + plainNumber(t.Error) }

// plainNumber writes a number with three digits, or more if it has more before the
// point.
func plainNumber(v float64) string {
	if v >= 100 || v <= -100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
