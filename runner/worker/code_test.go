package worker

import (
	"slices"
	"testing"

	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// TestCodeIsToldBeforeASpecEnds shows that what was seen of the provider's process by the end of a spec is reported
// before the spec's result, once: the process may not come to its end.
func TestCodeIsToldBeforeASpecEnds(t *testing.T) {
	var sent []string
	w := newWorker(t.Context(), Batch{Specs: []string{"a", "b"}}, nil, func(e Event) {
		sent = append(sent, string(e.Kind))
		for _, f := range e.Code {
			sent = append(sent, f.Path)
		}
	}, func() {})
	w.target = &spec.Target{}
	code := []reports.CodeFile{{Path: "libc"}, {Path: "sleep", Executed: true}}
	for n, id := range []string{"a", "a", "b"} {
		w.code = func() []reports.CodeFile { return code[:min(n, 1)+n/2] }
		w.end(types.SpecReport{State: types.SpecStatePassed, LeafNodeLabels: []string{id}})
	}
	if want := []string{"ended", "loaded", "libc", "ended", "loaded", "sleep", "ended"}; !slices.Equal(sent, want) {
		t.Errorf("%q, and not %q", sent, want)
	}
}
