package runner

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// A witness keeps books of its own of the running spec. Ginkgo's can be written in by
// all who are linked into the process: a provider may skip, retry or empty a spec, add
// nodes to it, and change what is reported of it. What the books don't bear out is an
// error.
type witness struct {
	mu       sync.Mutex
	failures []string
	entered  bool
}

// begin begins the books of a spec.
func (w *witness) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failures, w.entered = nil, false
}

// failed is told of each assertion that fails.
func (w *witness) failed(message string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failures = append(w.failures, message)
}

// seen lists the messages of the assertions that have failed.
func (w *witness) seen() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.failures)
}

// enter is told that the suite's own body of the spec is run.
func (w *witness) enter() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.entered = true
}

// objection says what Ginkgo's report of the spec, of which s was made, hides; empty is
// nothing. What fails on other goroutines once the suite has ended the spec because of
// another one hides nothing.
func (w *witness) objection(r types.SpecReport, s *reports.Spec) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	gaveUp := s.Verdict == reports.NotRun && s.Because != ""
	switch {
	case len(w.failures) > 0 && s.Verdict != reports.Fail && s.Verdict != reports.Error && !gaveUp && len(failuresOf(r)) == 0:
		return "an assertion failed, and Ginkgo does not report it:\n" + strings.Join(w.failures, "\n")
	case r.MaxFlakeAttempts > 1 || r.MaxMustPassRepeatedly > 1 || r.NumAttempts > 1:
		return "Ginkgo was made to run the spec more than once"
	case !w.entered && r.State.Is(types.SpecStatePassed):
		return "Ginkgo reports a spec that it has not run"
	}
	if place := foreign(r); place != "" {
		return "Ginkgo was made to run something of another's in the spec: " + place
	}
	return ""
}

// foreign returns the place of a node of the spec that is not the suite's.
func foreign(r types.SpecReport) string {
	for _, e := range r.SpecEvents {
		if e.SpecEventType == types.SpecEventNodeStart && !ours(e.CodeLocation) {
			return e.CodeLocation.String()
		}
	}
	return ""
}

func ours(l types.CodeLocation) bool {
	folder, root := path.Dir(l.FileName), spec.Root()
	return folder == root+"/spec" || strings.HasPrefix(folder, root+"/spec/") || folder == root+"/runner" || folder == root+"/runner/fake"
}

// objected makes an error of a result that the witness objects to. The process is not
// to be trusted with another spec then.
func (w *worker) objected(s *reports.Spec, r ginkgo.SpecReport) bool {
	why := w.witness.objection(r, s)
	if why == "" && !allLeftBySpecs(r) {
		why = "a note on the spec is not the suite's"
	}
	if why == "" {
		return false
	}
	s.Verdict, s.Message = reports.Error, "the suite was tampered with: "+why
	return true
}

// allLeftBySpecs tells whether every note of a spec was left by the suite's own code.
func allLeftBySpecs(r ginkgo.SpecReport) bool {
	for n := range left(r) {
		if !n.Own() {
			return false
		}
	}
	return true
}
