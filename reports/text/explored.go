package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
)

// explored writes the result of an exploration: which transitions of the model it
// visited, what was measured, and the outcome.
func explored(w io.Writer, run *reports.Run) {
	x := run.Explored
	transitions(w, x.Transitions)
	if x.Soak != nil {
		soak(w, x.Soak)
	}
	inputs(w, run)
	fmt.Fprintf(w, "%s\n%s\n", x.Words(), Conclusion(run))
}

// transitions writes the table of the transitions, one line for each kind.
func transitions(w io.Writer, t reports.Transitions) {
	rows, width := t.Rows(), 0
	for _, r := range rows {
		width = max(width, len(r.Kind))
	}
	for _, r := range rows {
		line := fmt.Sprintf("%-*s  %9d visits of %s", width, r.Kind, r.Sum, plural.Of(len(r.Visits), "transition"))
		if len(r.Missing) > 0 {
			line += strings.TrimSuffix("; not visited: "+strings.Join(r.Missing, ", "), ": ")
		}
		fmt.Fprintln(w, line)
	}
}

// soak writes what a soak has carried, and how the measured values have grown.
func soak(w io.Writer, s *reports.Soak) {
	fmt.Fprintf(w, "soak: %s throughout, %s and %d MiB carried and compared\n", plural.Of(s.Pairs, "connection"),
		plural.Of(s.Messages, "request"), s.Bytes>>20)
	for _, t := range s.Trends {
		fmt.Fprintf(w, "  %s\n", t)
	}
}
