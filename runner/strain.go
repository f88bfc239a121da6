package runner

import (
	"fmt"
	"os"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/spec"
)

// strainedMost is how many processes have to end for what they take of the machine until the
// rest of the specs is not run: one may have been an accident, and two a coincidence.
const strainedMost = 3

// strains is what processes have taken from the machine. It is guarded by the
// supervisor's mutex.
type strains struct {
	ended map[spec.Ground]int
	// kept is the memory that calls of each method have left allocated in their
	// process.
	kept map[string]spec.Kept
}

func newStrains() strains {
	return strains{map[spec.Ground]int{}, map[string]spec.Kept{}}
}

// weighs adds what the calls of a spec have left.
func (s *strains) weighs(f spec.Footing) {
	for method, k := range f.Kept {
		s.kept[method] = s.kept[method].With(k)
	}
}

// keeper names the method whose calls have left most of all the memory that was left, if
// that is far more than the memory of a Go program varies by itself.
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
	return fmt.Sprintf("%s left %d MiB in %s", method, most>>20, plural.Of(s.kept[method].Calls, "call"))
}

func (s *supervisor) keeper() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.strains.keeper()
}

// strained notes that a process had to be ended, in or after a spec, because of what it
// took: if that happens too often, no other process is started. The supervisor is locked.
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

// ownMemory returns how much memory this process has, in bytes, or 0 where that can't
// be told.
func ownMemory() int64 {
	size, _ := child.Resident(os.Getpid())
	return size
}
