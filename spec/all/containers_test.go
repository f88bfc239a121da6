package all

import (
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec"
)

// TestOnlyContainers shows that nothing is declared in a container that is not wanted, at the top or
// within another.
func TestOnlyContainers(t *testing.T) {
	const outer = "IND2CompletionQueue::Resize"
	titles := func(wanted func(string) bool) (list []string) {
		spec.OnlyContainers(wanted)
		defer spec.OnlyContainers(func(string) bool { return true })
		for _, report := range ginkgo.PreviewSpecs("ndconform").SpecReports {
			list = append(list, report.FullText())
		}
		return list
	}
	all := titles(func(string) bool { return true })
	some := titles(func(text string) bool { return strings.HasPrefix(text, outer) })
	if len(some) == 0 || len(some) == len(all) {
		t.Fatalf("%d of %d specs are declared", len(some), len(all))
	}
	for _, title := range some {
		if !strings.HasPrefix(title, outer) {
			t.Errorf("%q is declared", title)
		}
	}
	own := titles(func(text string) bool { return text == outer })
	if len(own) == 0 || len(own) >= len(some) {
		t.Errorf("%d specs of the container itself are declared, of %d with those within it", len(own), len(some))
	}
}
