package runner

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// overuseMost is how many processes have to end for using too much of the machine until the other
// specs are not run: one may be an accident, and two a coincidence.
const overuseMost = 3

// overuse is what processes have used too much of. It is guarded by the supervisor's mutex.
type overuse struct {
	// ended counts the processes that had to end.
	ended map[spec.Prerequisite]int
	// retained is the memory that calls have not given back, by method.
	retained map[string]spec.Retained
}

func newOveruse() overuse {
	return overuse{map[spec.Prerequisite]int{}, map[string]spec.Retained{}}
}

// addRetained adds what the calls of a spec have retained.
func (o *overuse) addRetained(f spec.Progress) {
	for method, k := range f.Retained {
		o.retained[method] = o.retained[method].With(k)
	}
}

// retainer names the method whose calls retain the most memory, if that is far more than the memory
// of a Go program varies by itself.
func (o *overuse) retainer() string {
	const least = 256 << 20
	method, most := "", int64(least)
	for m, k := range o.retained {
		if k.Bytes > most || k.Bytes == most && m < method {
			method, most = m, k.Bytes
		}
	}
	if method == "" {
		return ""
	}
	return fmt.Sprintf("%s left %d MiB in %s", method, most>>20, plural.Of(o.retained[method].Calls, "call"))
}

func (s *supervisor) retainer() string { return locked(s, s.overuse.retainer) }

// noteOveruse notes that a process was ended, in or after a spec, because it used too much of the
// machine. If that happens too often, no other process is started. The supervisor is locked.
func (s *supervisor) noteOveruse(lane int, used spec.Prerequisite, one reports.Spec) {
	if used == "" || one.Verdict != reports.Error || !s.usesBreaker() || s.Known[one.ID] {
		return
	}
	s.overuse.ended[used]++
	if s.overuse.ended[used] == overuseMost {
		s.probes.failed[used] = spec.Cause{Spec: one.ID, Says: string(used) + " fails"}
		s.journal.Append(journal.Entry{Kind: journal.PrerequisiteFailed, Worker: lane, Text: string(used), Spec: &one})
	}
	s.broadcast()
}
