package main

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestCompare(t *testing.T) {
	const pass, warn, fail, waived = reports.Pass, reports.Warn, reports.Fail, reports.Waived
	for _, c := range []struct {
		name     string
		verdicts [3]reports.Verdict // of one spec, in three runs; another one passes in all
		same     bool
		says     string
	}{
		{"the same", [3]reports.Verdict{pass, pass, pass}, true, "3 runs of 2 specs: 0 differ, 0 more under a waiver; 0 runs not conformant"},
		{"all waived", [3]reports.Verdict{waived, waived, waived}, true, "2 specs: 0 differ, 0 more"},
		{"waived now and then", [3]reports.Verdict{waived, pass, waived}, true, "excused a.b: pass in 2, waived in 1 3"},
		{"a warning", [3]reports.Verdict{warn, pass, pass}, false, "DIFFERS a.b: pass in 2 3, warn in 1"},
		{"a failure", [3]reports.Verdict{pass, pass, fail}, false, "NOT CONFORMANT: run 3, seed 7"},
		{"all fail", [3]reports.Verdict{fail, fail, fail}, false, "0 differ, 0 more under a waiver; 3 runs not conformant"},
		{"waived and not run", [3]reports.Verdict{waived, reports.Unsupported, pass}, false, "DIFFERS a.b: pass in 3, unsupported in 2, waived in 1"},
		{"left out", [3]reports.Verdict{pass, "", pass}, false, "DIFFERS a.b: absent in 2, pass in 1 3"},
	} {
		var runs []*reports.Run
		for _, v := range c.verdicts {
			run := &reports.Run{Seed: 7, Specs: []reports.Spec{{ID: "x.y", Verdict: pass}}}
			if v != "" {
				run.Specs = append(run.Specs, reports.Spec{ID: "a.b", Verdict: v})
			}
			runs = append(runs, run)
		}
		var out strings.Builder
		if same := compare(&out, runs); same != c.same || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: %v\n%s", c.name, same, out.String())
		}
	}
}

func TestRead(t *testing.T) {
	for _, paths := range [][]string{nil, {"one.json"}, {"nosuch.json", "nosuch.json"}, {"main.go", "main.go"}} {
		if _, err := read(paths); err == nil {
			t.Errorf("%v: no error", paths)
		}
	}
}
