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
		for _, p := range soakOf(&reports.Soak{Samples: samples}).Plots {
			if p.Unit == "" || p.TimeUnit == "" || len(p.Values) < 2 || len(p.Times) < 2 {
				t.Errorf("%s: %s has no axes: %+v", name, p.Title, p)
			}
			for _, at := range strings.Fields(p.Points) {
				var x, y float64
				if _, err := fmt.Sscanf(at, "%f,%f", &x,
					&y); err != nil || x < plotLeft-0.1 || x > plotRight+0.1 || y < plotTop-0.1 || y > plotBottom+0.1 {
					t.Errorf("%s: %s has a point at %s: %v", name, p.Title, at, err)
				}
			}
		}
	}
	if p := soakOf(&reports.Soak{}).Plots[0]; p.Points != "" || p.Words != "No samples were taken." {
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
	got := timingOf(run)
	var counts []int
	for _, b := range got.Bins {
		counts = append(counts, b.Count)
	}
	if fmt.Sprint(counts) != "[1 2 0 1 1 1 1]" || got.Bins[1].Width != "100.00%" || got.Bins[0].Width != "50.00%" {
		t.Errorf("bins %v", got.Bins)
	}
	if got.Slowest[0].ID != "spec.7" || got.Slowest[1].ID != "spec.6" || len(got.Slowest) != 7 {
		t.Errorf("slowest %v", got.Slowest)
	}
	if none := timingOf(&reports.Run{Specs: []reports.Spec{{ID: "a"}}}); none.Bins != nil {
		t.Errorf("where nothing took time, %v", none)
	}
}
