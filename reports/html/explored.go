package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

// exploredOf shows an exploration, or a soak.
func exploredOf(x *reports.Exploration) document.Section {
	s := document.Section{ID: "exploration", Title: "Exploration"}
	if x.Soak != nil {
		s.Blocks = soakOf(x.Soak)
	} else {
		s.Blocks = []document.Block{{Note: frame.Numbers(x.Words())}}
	}
	s.Blocks = append(s.Blocks, document.Block{Table: transitionsOf(x.Transitions)})
	return s
}

func transitionsOf(transitions reports.Transitions) *document.Table {
	t := &document.Table{
		Name: "Transitions of the model", Caption: true, Class: "plot transitions",
		Columns: document.Columns("Kind", "~Visits as a bar", "#Visits", "Visited", "Not visited"),
	}
	rows, most := transitions.Rows(), 1
	for _, r := range rows {
		most = max(most, r.Sum)
	}
	for _, r := range rows {
		t.Add(r.Kind, float64(r.Sum)/float64(most), r.Sum, document.Long(visitsText(r.Visits)),
			document.Long(strings.Join(r.Missing, "; ")))
	}
	return t
}

// visitsText lists transitions, the most visited first.
func visitsText(visits []reports.Visit) string {
	visits = slices.Clone(visits)
	slices.SortStableFunc(visits, func(a, b reports.Visit) int { return cmp.Compare(b.Times, a.Times) })
	names := make([]string, len(visits))
	for i, v := range visits {
		names[i] = cmp.Or(v.Name, "plain") + " × " + frame.Number(v.Times)
	}
	return strings.Join(names, "; ")
}

func soakOf(s *reports.Soak) []document.Block {
	words := fmt.Sprintf("%s lived throughout, and carried %s with %d MiB, which were compared.",
		plural.Of(s.Pairs, "connection"), plural.Of(s.Messages, "request"), s.Bytes>>20)
	var made []string
	for _, what := range slices.Sorted(maps.Keys(s.Made)) {
		made = append(made, plural.Of(s.Made[what], what))
	}
	if len(made) > 0 {
		words += " Beside them came and went " + strings.Join(made, ", ") + "."
	}
	var memory, handles, latency []document.Datum
	for _, one := range s.Samples {
		memory = append(memory, document.Datum{X: one.Seconds, Y: float64(one.Memory) / (1 << 20)})
		handles = append(handles, document.Datum{X: one.Seconds, Y: float64(one.Handles)})
		latency = append(latency, document.Datum{X: one.Seconds, Y: one.Latency * 1e6})
	}
	t := &document.Table{
		Name: "How much grew after the warm-up, for each that was made, with the standard error", Caption: true,
		Columns: document.Columns("What", "What is known", "#Slope", "#Of them", "#Samples"),
	}
	for _, one := range s.Trends {
		verdict, words := one.Shows()
		t.Add(one.What+" per "+one.Per, document.Cell{Verdict: verdict, Text: words}, one.Slope(),
			frame.Numbers(fmt.Sprint(one.Count)), one.Samples)
	}
	return []document.Block{{Note: frame.Numbers(words)}, {Plots: []document.Plot{
		document.OverTime("Memory", "MiB", memory), document.OverTime("Handles", "handles", handles),
		document.OverTime("A message and its answer", "µs", latency),
	}}, {Table: t}}
}
