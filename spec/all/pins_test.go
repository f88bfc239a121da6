package all

import (
	"maps"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
)

// A pin is a spec that is asked in one shape only. Whoever adds one finds no way to make the spec general.
func TestPins(t *testing.T) {
	want := map[string]int{"completion-queues": 26, "pair-context": 13, "receive-queue": 104}
	pinned := map[string]int{}
	for _, report := range ginkgo.PreviewSpecs("ndconform").SpecReports {
		for _, label := range report.Labels() {
			if axis, ok := strings.CutPrefix(label, "pin="); ok {
				pinned[axis]++
			}
		}
	}
	if !maps.Equal(pinned, want) {
		t.Errorf("specs with a pin, by axis: %v, want %v", pinned, want)
	}
}
