package worker

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

// An audit keeps its own record of the running spec. Any code that is linked into the
// process can write to Ginkgo's: a provider could skip, retry or empty a spec, add
// nodes to it, and change what is reported of it. A report that the record does not bear
// out is an error.
type audit struct {
	mu       sync.Mutex
	failures []string
	entered  bool
}

// begin begins the record of a spec.
func (a *audit) begin() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failures, a.entered = nil, false
}

// failed is called with each assertion that fails.
func (a *audit) failed(message string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failures = append(a.failures, message)
}

// seen lists the messages of the assertions that have failed.
func (a *audit) seen() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.failures)
}

// enter is called when the suite's own body of the spec is run.
func (a *audit) enter() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.entered = true
}

// tampering says what is hidden by Ginkgo's report of the spec, from which s was made;
// it is empty if nothing is. Assertions that fail on other goroutines after the suite
// has ended the spec because of another one don't count.
func (a *audit) tampering(r types.SpecReport, s *reports.Spec) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	gaveUp := s.Verdict == reports.NotRun && s.CauseSpec != ""
	switch {
	case len(a.failures) > 0 && s.Verdict != reports.Fail && s.Verdict != reports.Error && !gaveUp &&
		len(failuresOf(r)) == 0:
		return "an assertion failed, and Ginkgo does not report it:\n" + strings.Join(a.failures, "\n")
	case r.MaxFlakeAttempts > 1 || r.MaxMustPassRepeatedly > 1 || r.NumAttempts > 1:
		return "Ginkgo was made to run the spec more than once"
	case !a.entered && r.State.Is(types.SpecStatePassed):
		return "Ginkgo reports a spec that it has not run"
	}
	if place := foreignNode(r); place != "" {
		return "Ginkgo was made to run something of another's in the spec: " + place
	}
	return ""
}

// foreignNode returns the place of a node of the spec that does not belong to the suite.
func foreignNode(r types.SpecReport) string {
	for _, e := range r.SpecEvents {
		if e.SpecEventType == types.SpecEventNodeStart && !inSuite(e.CodeLocation) {
			return e.CodeLocation.String()
		}
	}
	return ""
}

func inSuite(l types.CodeLocation) bool {
	folder, root := path.Dir(l.FileName), spec.Root()
	return folder == root+"/spec" || strings.HasPrefix(folder,
		root+"/spec/") || folder == root+"/runner/worker" || folder == root+"/runner/fake"
}

// failsAudit turns a result that was tampered with into an error. The process
// can't be trusted with another spec then.
func (w *worker) failsAudit(s *reports.Spec, r ginkgo.SpecReport) bool {
	why := w.audit.tampering(r, s)
	if why == "" && !allLeftBySpecs(r) {
		why = "a note on the spec is not the suite's"
	}
	if why == "" {
		return false
	}
	s.Verdict, s.Message = reports.Error, "the suite was tampered with: "+why
	return true
}

// allLeftBySpecs reports whether every note of a spec was left by the suite's own code.
func allLeftBySpecs(r ginkgo.SpecReport) bool {
	for n := range left(r) {
		if !n.LeftBySuite() {
			return false
		}
	}
	return true
}
