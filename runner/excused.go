package runner

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/reports"
)

// rerun runs the specs in which a lack of resources was excused once more, after all others, each alone
// in a process, and that result stands: whether a lack is excused depends on what ran before in the
// process. It is guarded by the supervisor's mutex.
type rerun struct {
	// held are the first results of those that are still to be run again.
	held []reports.Spec
	// again has the ids of those that were held.
	again map[string]bool
}

// holds reports whether a result is put off until the spec has been run again. A spec that ends its
// process after all is not run again.
func (r *rerun) holds(one reports.Spec) bool {
	r.held = slices.DeleteFunc(r.held, func(before reports.Spec) bool { return before.ID == one.ID })
	if one.Verdict != reports.Unobservable || !strings.Contains(one.Message, finding.Excused) || r.again[one.ID] {
		return false
	}
	if r.again == nil {
		r.again = map[string]bool{}
	}
	r.again[one.ID] = true
	r.held = append(r.held, one)
	return true
}

// next takes the spec that is run again next, or none if there is none left.
func (r *rerun) next(plan []Spec) []Spec {
	if len(r.held) == 0 {
		return nil
	}
	one := find(plan, r.held[0].ID)
	r.held = r.held[1:]
	return []Spec{one}
}

// judgeHeld lets the first results stand of the specs that a run which ends early does not run again.
func (s *supervisor) judgeHeld() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.held {
		s.judged(0, one)
	}
	s.held = nil
}
