package spec

import (
	"fmt"
	"slices"
	"time"
)

// No page says how long a provider may take. One that gives all that it owes, but slowly, may use up
// the time of a spec that waits often. Such a spec has shown nothing.

const (
	// slowWaitParts: a wait of a slowWaitParts-th of a spec's time or longer is slow.
	slowWaitParts = 60
	// slowWaitsLeast is how many slow waits it takes to call a provider slow.
	slowWaitsLeast = 3
)

// noteSlowWait notes the duration of a wait that completed, if it was slow.
func (p *progress) noteSlowWait(took, limit time.Duration) {
	if took < limit/slowWaitParts || limit == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slowWaits = append(p.slowWaits, took)
}

// whySlow says why a wait that the end of the spec's time cut off after this long shows nothing: others
// took as long, and completed. It is empty if they did not.
func (p *progress) whySlow(after time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.slowWaits) < slowWaitsLeast || after > 2*slices.Max(p.slowWaits) {
		return ""
	}
	slices.Sort(p.slowWaits)
	return fmt.Sprintf(
		"what the provider owes takes %.2f s, %d times in one spec, which is longer than the spec has; --timeout-scale "+
			"gives it more time",
		p.slowWaits[len(p.slowWaits)/2].Seconds(), len(p.slowWaits))
}
