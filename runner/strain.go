package runner

import (
	"fmt"
	"os"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// strainedMost is how many processes have to end for what they take of the machine until the
// rest of the specs is not run: one may have been an accident, and two a coincidence.
const strainedMost = 3

// strains is what processes have taken of the machine. It is guarded by the supervisor's
// mutex.
type strains struct {
	ended map[spec.Ground]int
	// kept is what calls of each method have left to their process.
	kept map[string]spec.Kept
}

func newStrains() strains {
	return strains{map[spec.Ground]int{}, map[string]spec.Kept{}}
}

// weighs adds what calls of a spec have left.
func (s *strains) weighs(f spec.Footing) {
	for method, k := range f.Kept {
		s.kept[method] = s.kept[method].With(k)
	}
}

// keeper names the method whose calls have left most of all that was left, if it is far more
// than what a Go program's memory changes by itself.
func (s *strains) keeper() string {
	const least = 256 << 20
	method, most := "", int64(least)
	for m, k := range s.kept {
		if k.Bytes > most || k.Bytes == most && m < method {
			method, most = m, k.Bytes
		}
	}
	if method == "" {
		return ""
	}
	return fmt.Sprintf("%s left %d MiB in %d calls", method, most>>20, s.kept[method].Calls)
}

func (s *supervisor) keeper() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.strains.keeper()
}

// strained takes that a process had to end in or after a spec for what it took: if that is
// too often, no other one is run. The supervisor is locked.
func (s *supervisor) strained(worker int, g spec.Ground, one reports.Spec) {
	if g == "" || one.Verdict != reports.Error || !s.hurries() || s.Known[one.ID] {
		return
	}
	s.strains.ended[g]++
	if s.strains.ended[g] == strainedMost {
		s.canaries.fallen[g] = spec.Cause{Spec: one.ID, Says: string(g) + " fails"}
		s.journal.Append(journal.Entry{Kind: journal.Fallen, Worker: worker, Text: string(g), Spec: &one})
	}
	s.tellAll()
}

// ownMemory is how much memory this process has, in bytes; 0 where that can't be told.
func ownMemory() int64 {
	size, _ := child.Resident(os.Getpid())
	return size
}
