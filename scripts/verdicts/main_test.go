package main

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestCompare(t *testing.T) {
	const pass, warn, fail, waived, unsupported = reports.Pass, reports.Warn, reports.Fail, reports.Waived, reports.Unsupported
	for _, c := range []struct {
		name      string
		verdicts  [3]reports.Verdict // of one spec, in three runs; another one passes in all
		same      bool
		says      string
		providers bool
	}{
		{
			"the same",
			[3]reports.Verdict{pass, pass, pass},
			true,
			"3 runs of 2 specs: 0 differ, 0 more under a waiver; 0 runs not conformant", false,
		},
		{"all waived", [3]reports.Verdict{waived, waived, waived}, true, "2 specs: 0 differ, 0 more", false},
		{
			"waived now and then",
			[3]reports.Verdict{waived, pass, waived},
			true, "excused a.b: pass in 2, waived in 1 3",
			false,
		},
		{"a warning", [3]reports.Verdict{warn, pass, pass}, false, "DIFFERS a.b: pass in 2 3, warn in 1", false},
		{"a failure", [3]reports.Verdict{pass, pass, fail}, false, "NOT CONFORMANT: run 3, seed 7", false},
		{
			"all fail",
			[3]reports.Verdict{fail, fail, fail},
			false, "0 differ, 0 more under a waiver; 3 runs not conformant",
			false,
		},
		{
			"waived and not run",
			[3]reports.Verdict{waived, unsupported, pass},
			false,
			"DIFFERS a.b: pass in 3, unsupported in 2, waived in 1", false,
		},
		{"left out", [3]reports.Verdict{pass, "", pass}, false, "DIFFERS a.b: absent in 2, pass in 1 3", false},
		{
			"of other providers",
			[3]reports.Verdict{pass, unsupported, pass},
			true,
			"0 differ, 0 more under a waiver, 1 more where a feature is not claimed; 0 runs", true,
		},
		{
			"of other providers, which differ",
			[3]reports.Verdict{pass, unsupported, warn},
			false,
			"DIFFERS a.b: pass in 1, unsupported in 2, warn in 3", true,
		},
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
		if same := compare(&out, runs, c.providers); same != c.same || !strings.Contains(out.String(), c.says) {
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
