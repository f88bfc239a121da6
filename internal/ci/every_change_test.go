package ci

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// onlyInOne are the targets of only one of the two: the vulnerability database is not everywhere,
// .ci/run takes less than half an hour, and the workflow's Windows has no make.
var onlyInOne = []string{"vuln", "fuzz", "test-verbs-peer", "race", "test-windows"}

var (
	makes  = regexp.MustCompile(`(?m)\bmake ([a-z][a-z -]*)`)
	target = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
)

// TestEveryChangePassesOneList shows that .ci/run and the workflow ci make the same targets, and that
// these exist.
func TestEveryChangePassesOneList(t *testing.T) {
	made := func(name string) (targets []string) {
		for _, m := range makes.FindAllStringSubmatch(readFile(t, name), -1) {
			targets = append(targets, strings.Fields(m[1])...)
		}
		targets = slices.DeleteFunc(targets, func(one string) bool { return slices.Contains(onlyInOne, one) })
		slices.Sort(targets)
		return slices.Compact(targets)
	}
	var known []string
	for _, m := range target.FindAllStringSubmatch(readFile(t, "Makefile"), -1) {
		known = append(known, m[1])
	}
	here, there := made(".ci/run"), made(".github/workflows/ci.yml")
	if len(here) < 10 || !slices.Equal(here, there) {
		t.Errorf(".ci/run makes\n%q, and ci.yml\n%q", here, there)
	}
	for _, one := range slices.Concat(here, onlyInOne) {
		if !slices.Contains(known, one) {
			t.Errorf("the Makefile has no %s", one)
		}
	}
}
