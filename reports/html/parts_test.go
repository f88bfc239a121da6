package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// TestPlotsHaveAxes shows that each plot of a soak has two axes with units, and stays within them.
func TestPlotsHaveAxes(t *testing.T) {
	for name, samples := range map[string][]reports.SoakSample{
		"one":        {{Seconds: 0, Memory: 1 << 20, Handles: 8, Latency: 1e-5}},
		"none of it": {{Seconds: 0, Memory: 0, Handles: 0, Latency: 0}, {Seconds: 9, Memory: 0, Handles: 0, Latency: 0}},
		"some": {
			{Seconds: 0, Memory: 1 << 20, Handles: 8, Latency: 1e-5},
			{Seconds: 5, Memory: 2 << 20, Handles: 9, Latency: 3e-5},
			{Seconds: 10, Memory: 3 << 20, Handles: 7, Latency: 2e-5},
		},
	} {
		for _, p := range soakOf(&reports.Soak{Samples: samples})[1].Plots {
			if p.Y.Title == "" || p.X.Title == "" || len(p.Y.Labels) < 2 || len(p.X.Labels) < 2 {
				t.Errorf("%s: %s has no axes: %+v", name, p.Title, p)
			}
			for _, at := range strings.Fields(p.Lines[0].Points) {
				var x, y float64
				if _, err := fmt.Sscanf(at, "%f,%f", &x,
					&y); err != nil || x < p.Left-0.1 || x > p.Right+0.1 || y < p.Top-0.1 || y > p.Bottom+0.1 {
					t.Errorf("%s: %s has a point at %s: %v", name, p.Title, at, err)
				}
			}
		}
	}
	if p := soakOf(&reports.Soak{})[1].Plots[0]; len(p.Lines) != 0 || p.Words != "Memory: no samples were taken." {
		t.Errorf("%+v", p)
	}
}

func TestColumnsInOrder(t *testing.T) {
	run := &reports.Run{}
	var rules []reports.Rule
	for _, code := range []string{
		"", "ND_NO_MEMORY", "ND_INVALID_PARAMETER_10", "ND_INVALID_PARAMETER_2",
		"ND_INVALID_PARAMETER", "ND_PENDING", "ND_SUCCESS", "ND_CANCELED",
	} {
		rules = append(rules, reports.Rule{Entry: requirement.Entry{Interface: "I", Code: code}})
	}
	got := strings.Join(matrixOf(run, rules).Codes, " ")
	want := "ND_SUCCESS ND_PENDING ND_CANCELED ND_INVALID_PARAMETER ND_INVALID_PARAMETER_2 ND_INVALID_PARAMETER_10 " +
		"ND_NO_MEMORY other"
	if got != want {
		t.Errorf("columns %s, want %s", got, want)
	}
}

func TestTiming(t *testing.T) {
	run := &reports.Run{}
	for i, seconds := range []float64{0, 5e-5, 5e-4, 6e-4, 0.02, 0.5, 2, 30} {
		run.Specs = append(run.Specs, reports.Spec{ID: fmt.Sprint("spec.", i), Seconds: seconds, Verdict: reports.Pass})
	}
	tables := timeOf(run).Blocks[1].Tables
	var counts, widths []string
	for _, r := range tables[0].Rows {
		counts, widths = append(counts, r.Cells[2].Text), append(widths, fmt.Sprint(r.Cells[1].Bar))
	}
	if fmt.Sprint(counts) != "[1 2 0 1 1 1 1]" || widths[1] != "1" || widths[0] != "0.5" {
		t.Errorf("bins %v, %v", counts, widths)
	}
	slowest := tables[1].Rows
	if slowest[0].Cells[0].Text != "spec.7" || slowest[1].Cells[0].Text != "spec.6" || len(slowest) != 7 {
		t.Errorf("slowest %v", slowest)
	}
	if none := timeOf(&reports.Run{Specs: []reports.Spec{{ID: "a"}}}); none.Blocks != nil {
		t.Errorf("where nothing took time, %v", none)
	}
}
