// Command verdicts tells whether several runs came to the same verdicts:
//
//	go run ./scripts/verdicts [-providers] RUN.json…
//
// It prints each spec whose verdict is not the same in all of the JSON reports, and
// exits with 1 if there is one. A spec that is waived in one run and passes in
// another is printed, and counts as the same: that it fails is known, and excused
// however often it does. With -providers the runs are of providers that don't claim
// the same features: a spec that one of them does not support is counted, and the
// others have to agree.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

func main() {
	providers := flag.Bool("providers", false, "the runs are of providers that don't claim the same features")
	flag.Parse()
	runs, err := read(flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "verdicts: %v\n", err)
		os.Exit(2)
	}
	if !compare(os.Stdout, runs, *providers) {
		os.Exit(1)
	}
}

// read reads the reports; one alone can't differ.
func read(paths []string) (runs []*reports.Run, err error) {
	if len(paths) < 2 {
		return nil, fmt.Errorf("two reports at least are needed, and %d are given", len(paths))
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		run := &reports.Run{}
		if err := json.Unmarshal(text, run); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// compare prints what differs, and reports whether nothing did that counts.
func compare(out io.Writer, runs []*reports.Run, providers bool) bool {
	differ, excused, unclaimed := 0, 0, 0
	table := tabulate(runs)
	for _, id := range slices.Sorted(maps.Keys(table)) {
		switch verdicts := table[id]; {
		case len(verdicts) == 1:
		case providers && len(verdicts) == 2 && verdicts[reports.Unsupported] != nil:
			unclaimed++
		case known(verdicts):
			excused++
			fmt.Fprintf(out, "excused %s: %s\n", id, describe(verdicts))
		default:
			differ++
			fmt.Fprintf(out, "DIFFERS %s: %s\n", id, describe(verdicts))
		}
	}
	broken := 0
	for i, run := range runs {
		if !run.Conformant() {
			broken++
			fmt.Fprintf(out, "NOT CONFORMANT: run %d, seed %d\n", i+1, run.Seed)
		}
	}
	fmt.Fprintf(out, "%d runs of %d specs: %d differ, %d more under a waiver", len(runs), len(table), differ, excused)
	if providers {
		fmt.Fprintf(out, ", %d more where a feature is not claimed", unclaimed)
	}
	fmt.Fprintf(out, "; %d runs not conformant\n", broken)
	return differ == 0 && broken == 0
}

// absent is the verdict of a spec that is not in a run.
const absent reports.Verdict = "absent"

// tabulate gives, of each spec by its id, the numbers of the runs, from 1, by the
// verdict.
func tabulate(runs []*reports.Run) map[string]map[reports.Verdict][]int {
	table := map[string]map[reports.Verdict][]int{}
	for _, run := range runs {
		for _, s := range run.Specs {
			table[s.ID] = map[reports.Verdict][]int{}
		}
	}
	for id, verdicts := range table {
		for i, run := range runs {
			v := absent
			if at := slices.IndexFunc(run.Specs, func(s reports.Spec) bool { return s.ID == id }); at >= 0 {
				v = run.Specs[at].Verdict
			}
			verdicts[v] = append(verdicts[v], i+1)
		}
	}
	return table
}

// known reports whether a spec fails in some runs, which a waiver excuses, and
// passes in the others.
func known(verdicts map[reports.Verdict][]int) bool {
	for v := range verdicts {
		if v != reports.Waived && v != reports.Pass && v != reports.Warn {
			return false
		}
	}
	return verdicts[reports.Waived] != nil
}

func describe(verdicts map[reports.Verdict][]int) string {
	var parts []string
	for _, v := range slices.Sorted(maps.Keys(verdicts)) {
		numbers := strings.Trim(fmt.Sprint(verdicts[v]), "[]")
		parts = append(parts, fmt.Sprintf("%s in %s", v, numbers))
	}
	return strings.Join(parts, ", ")
}
