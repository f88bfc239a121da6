package drive

import (
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/judge"
)

// The least time that a call is given to return, and the multiple of the limit for what a
// provider owes that it is given otherwise.
const (
	leastStuck = 500 * time.Millisecond
	stuckTimes = 3
)

// stuck returns a violation when a call has not returned for long, or nil when done is
// closed.
func (d *driver) stuck(done <-chan struct{}) *model.Violation {
	waited := timeout.New(max(leastStuck, stuckTimes*d.Limit))
	tick := time.NewTicker(waited.Period())
	defer tick.Stop()
	for last := ^uint64(0); ; {
		select {
		case <-done:
			return nil
		case <-tick.C:
		}
		now, begun := d.ends.happened(), d.ends.begun()
		if now != last || len(begun) == 0 {
			last = now
			waited.Restart()
			continue
		}
		if waited.Over() {
			return neverReturned(begun)
		}
	}
}

func neverReturned(begun []judge.Begun) *model.Violation {
	var rules, words []string
	for _, c := range begun {
		words = append(words, c.Call)
		if !slices.Contains(rules, c.Rule) {
			rules = append(rules, c.Rule)
		}
	}
	return model.Violates(strings.Join(rules, " "), "%s: not returned", strings.Join(words, "; and beside it "))
}
