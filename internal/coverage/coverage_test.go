package coverage

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/selftest"
	"github.com/ndconform/ndconform/selftest/legal"
	"github.com/ndconform/ndconform/selftest/mutant/all"

	_ "github.com/ndconform/ndconform/spec/all" // the suite
)

var (
	update     = flag.Bool("update", false, "rewrite docs/coverage.md")
	fromReport = flag.String("report", "", "with -update: the JSON `file` of a run on the engine")
	fromMatrix = flag.String("matrix", "", "with -update: the JSON `file` of a selftest")
)

const (
	coveragePath = "../../docs/coverage.md"
	observedPath = "testdata/observed.json"
)

// TestCoverage shows that docs/coverage.md lists all specs, mutants and variants, and that all
// was observed: the specs pass on the engine, one of them finds each mutant, and none fails a
// variant. make coverage observes again.
func TestCoverage(t *testing.T) {
	suite, err := runner.Suite()
	if err != nil {
		t.Fatal(err)
	}
	if *update && *fromReport != "" {
		write(t, observedPath, observe(t))
	}
	var seen observations
	load(t, observedPath, &seen)
	var specs, mutants []string
	for _, s := range suite {
		specs = append(specs, s.ID)
	}
	for _, m := range all.Mutants() {
		mutants = append(mutants, m.ID)
	}
	compare(t, "spec", specs, slices.Collect(maps.Keys(seen.Specs)))
	compare(t, "mutant", mutants, slices.Collect(maps.Keys(seen.Mutants)))
	compare(t, "variant", variantIDs(), slices.Collect(maps.Keys(seen.Variants)))
	if t.Failed() {
		t.FailNow()
	}
	c := coverageOf(suite, seen)
	c.check(t)
	seen.checkVariants(t)
	want := c.markdown()
	if *update {
		write(t, coveragePath, want)
	}
	got, err := os.ReadFile(coveragePath)
	if err != nil || !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("docs/coverage.md is not what there is (%v): run make golden", err)
	}
}

// observations are the findings of a run on the engine and a selftest.
type observations struct {
	// Specs has the verdict of each spec on the engine.
	Specs map[string]reports.Verdict `json:"specs"`
	// Mutants has the spec that has found each mutant; empty if none has.
	Mutants map[string]string `json:"mutants"`
	// Variants counts the specs by verdict, for each variant.
	Variants map[string]verdicts `json:"variants"`
}

type verdicts map[reports.Verdict]int

func variantIDs() (ids []string) {
	for _, v := range legal.All() {
		ids = append(ids, v.ID)
	}
	return ids
}

// checkVariants shows that no spec fails a variant, and that some spec has judged each.
func (o observations) checkVariants(t *testing.T) {
	for id, seen := range o.Variants {
		if seen[reports.Fail]+seen[reports.Error] > 0 {
			t.Errorf("variant %s fails %d specs", id, seen[reports.Fail]+seen[reports.Error])
		}
		if seen[reports.Pass]+seen[reports.Warn] == 0 {
			t.Errorf("variant %s has been judged by no spec", id)
		}
	}
}

// observe reads the observations from the files of the flags.
func observe(t *testing.T) []byte {
	var run reports.Run
	var matrix selftest.Matrix
	load(t, *fromReport, &run)
	load(t, *fromMatrix, &matrix)
	seen := observations{map[string]reports.Verdict{}, map[string]string{}, map[string]verdicts{}}
	for _, s := range run.Specs {
		seen.Specs[s.ID] = s.Verdict
	}
	for _, f := range matrix.Mutants {
		seen.Mutants[f.ID] = ""
		if len(f.KilledBy) > 0 {
			seen.Mutants[f.ID] = f.KilledBy[0]
		}
	}
	for _, h := range matrix.Variants {
		seen.Variants[h.ID] = h.Verdicts
	}
	text, err := json.MarshalIndent(seen, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// compare reports what exists and was not observed, and what was observed and does not exist.
func compare(t *testing.T, what string, there, observed []string) {
	t.Helper()
	for _, id := range there {
		if !slices.Contains(observed, id) {
			t.Errorf("%s %s has not been observed: run make coverage", what, id)
		}
	}
	for _, id := range observed {
		if !slices.Contains(there, id) {
			t.Errorf("%s %s has been observed and is gone: run make coverage", what, id)
		}
	}
}

// check shows that nothing is missing: each entry has a spec, and a mutant if it
// judges; all specs pass; all mutants are found, those of halves and nine in ten of the others by
// a spec that claims what they break. Only a DLL has what the profile com tests.
func (c *coverage) check(t *testing.T) {
	claimed := 0
	for _, e := range c.entries {
		if len(e.specs) == 0 {
			t.Errorf("%s has no spec", e.ID)
		}
		want := reports.Pass
		if e.Profile == requirement.COM {
			want = reports.Unsupported
		} else if e.Level != requirement.Info && len(e.mutants) == 0 {
			t.Errorf("%s has no mutant", e.ID)
		}
		if e.verdict != want {
			t.Errorf("%s is observed on the engine as %s", e.ID, e.verdict)
		}
		for _, m := range e.mutants {
			if m.killer == "" {
				t.Errorf("mutant %s/%s has survived", e.ID, m.name)
			}
			switch {
			case slices.Contains(e.specs, m.killer):
				claimed++
			case slices.Contains(e.Halves, m.name):
				t.Errorf("no spec that claims %s has found its half %s, but %s", e.ID, m.name, m.killer)
			}
		}
	}
	if total := len(all.Mutants()); claimed*10 < total*9 {
		t.Errorf("%d of %d mutants are found by a spec that claims what they break", claimed, total)
	}
}

func load(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
