package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/selftest/halfwritten"
	"github.com/ndconform/ndconform/selftest/mutant/all"
	"github.com/ndconform/ndconform/selftest/mutant/broken"
	"github.com/ndconform/ndconform/spec"
)

var unchangedSeeds = flag.Int("seeds", 10, "how many orders of the specs are compared with each baseline")

// shares are the ways to run a suite whole and in shards.
var shares = [][]string{nil, {"--shard=1/2"}, {"--shard=2/2"}}

// TestUnchangedProviders shows that a provider which is as it was is never a regression, however badly
// it is broken: with each order of the specs, in shards, in worker processes and in one.
func TestUnchangedProviders(t *testing.T) {
	if !*everyBroken {
		t.Skip("hours; go test ./cmd/ndconform -run TestUnchangedProviders -timeout 6h -broken")
	}
	compared := 0
	for _, provider := range unchangedProviders() {
		for _, isolation := range []string{"process", "none"} {
			t.Run(provider+"/"+isolation, func(t *testing.T) {
				before := filepath.Join(t.TempDir(), "before.json")
				how := []string{"--isolate=" + isolation}
				was := reported(t, provider, before, append(how, "--seed=1")...)
				if was == nil || isolation == "none" && was.Incomplete != "" {
					t.Skip("the process does not live through the suite")
				}
				for seed := 1; seed <= *unchangedSeeds; seed++ {
					for _, share := range shares {
						flags := slices.Concat(how, share, []string{fmt.Sprint("--seed=", seed), "--baseline=" + before})
						is := reported(t, provider, filepath.Join(t.TempDir(), "after.json"), flags...)
						if is == nil {
							continue
						}
						compared++
						sameAs(t, was, is, fmt.Sprint(seed, share))
					}
				}
			})
		}
	}
	t.Logf("%d comparisons", compared)
}

// unchangedProviders are those that are broken so much that whole steps fail, or that have resources
// for some specs only.
func unchangedProviders() (list []string) {
	probed := map[string]bool{}
	for _, c := range spec.Probes() {
		id, _, _ := strings.Cut(c.Spec, "/")
		probed[id] = true
	}
	for _, m := range all.Mutants() {
		if probed[m.Breaks] {
			list = append(list, "mutant,id="+m.ID)
		}
	}
	for _, m := range broken.Providers() {
		list = append(list, "mutant,id="+m.ID)
	}
	list = append(list, "mutant,id=dishonest/pauper", "mutant,id=dishonest/yes-man", "mutant,id=dishonest/clerk")
	for _, stage := range halfwritten.Stages() {
		for _, style := range halfwritten.Styles() {
			list = append(list, "halfwritten,stage="+stage+",style="+style)
		}
	}
	return list
}

// reported runs the suite and returns its report, or nil if the process did not live to write one.
func reported(t *testing.T, provider, path string, flags ...string) *reports.Run {
	t.Helper()
	args := append([]string{"--provider=" + provider, "--quiet", "--json-report=" + path}, flags...)
	_ = exec.Command("ndconform", args...).Run() // the report tells
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	run := &reports.Run{}
	if json.Unmarshal(text, run) != nil {
		return nil
	}
	return run
}

// sameAs wants a run not to be worse than an earlier one of the same provider.
func sameAs(t *testing.T, was, is *reports.Run, how string) {
	t.Helper()
	c, err := compare.Compare(
		compare.Side{Name: "before", Runs: []*reports.Run{was}}, compare.Side{Name: "after", Runs: []*reports.Run{is}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Regressed() {
		t.Errorf("%s: %s\n%s", how, c.Broken, compare.Text(c))
	}
}
