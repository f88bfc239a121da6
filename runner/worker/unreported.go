package worker

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/reports"
)

// failures are those of the running spec's assertions, on whatever goroutine. Ginkgo hears of
// them later, or not at all if the spec is over by then.
type failures struct {
	mu   sync.Mutex
	list []string
}

// begin forgets those of the spec before.
func (f *failures) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = nil
}

// add is called with each assertion that fails.
func (f *failures) add(message string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, message)
}

// seen lists the messages.
func (f *failures) seen() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.list)
}

// unreported turns a result into an error if more assertions have failed than Ginkgo reports,
// which is the number reported. Those that fail on other goroutines after the suite has ended the
// spec because of another one don't count.
func (f *failures) unreported(s *reports.Spec, reported int) bool {
	seen := f.seen()
	gaveUp := s.Verdict == reports.NotRun && s.CauseSpec != ""
	if len(seen) == 0 || reported > 0 || gaveUp || s.Verdict.Broken() {
		return false
	}
	*s = Erred(*s, "an assertion failed, and Ginkgo does not report it:\n"+strings.Join(seen, "\n"))
	return true
}
