package drive

import (
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/timeout"
)

// A flight holds the calls that have been made and have not returned.
type flight struct {
	turns atomic.Int64
	now   [program.MostLanes]atomic.Pointer[inFlight] // by lane
	// before, if not nil, is called before each call, by lanes concurrently.
	before func(what, rules string)
}

// An inFlight is a call that has been made, in words, and the rules that it breaks if it never
// returns. It is immutable.
type inFlight struct {
	call        *model.Call // has the words, if it is not nil
	what, rules string
}

func (f *flight) begins(lane int, call *inFlight) {
	f.now[lane].Store(call)
	if f.before != nil {
		f.before(call.String(), call.rules)
	}
}

// ends notes that a lane's call has returned, and numbers it.
func (f *flight) ends(lane int) int64 {
	f.now[lane].Store(nil)
	return f.turns.Add(1)
}

// list returns the calls that have not returned.
func (f *flight) list() (all []*inFlight) {
	for lane := range f.now {
		if call := f.now[lane].Load(); call != nil {
			all = append(all, call)
		}
	}
	return all
}

// String implements [fmt.Stringer].
func (c *inFlight) String() string {
	if c.call == nil {
		return c.what
	}
	return strings.TrimSuffix(line{call: c.call}.String(), returnedWith(0))
}

// calling notes that the driver itself makes a call, until it is told that the call has
// returned.
func (d *driver) calling(what, rules string) { d.callingInLane(0, what, rules) }

func (d *driver) called() { d.flight.ends(0) }

// callingInLane is calling for a lane, which notes itself that the call has returned.
func (d *driver) callingInLane(lane int, what, rules string) {
	d.flight.begins(lane, &inFlight{what: what, rules: rules})
}

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
	for last := int64(-1); ; {
		select {
		case <-done:
			return nil
		case <-tick.C:
		}
		now := d.flight.turns.Load()
		calls := d.flight.list()
		if now != last || len(calls) == 0 {
			last = now
			waited.Restart()
			continue
		}
		if waited.Over() {
			return neverReturned(calls)
		}
	}
}

func neverReturned(calls []*inFlight) *model.Violation {
	var rules, words []string
	for _, c := range calls {
		rules, words = append(rules, strings.Fields(c.rules)...), append(words, c.String())
	}
	return model.Violates(unique(rules), "every call to return", "%s: not returned",
		strings.Join(words, "; and beside it "))
}

// unique returns words, separated by spaces, without duplicates.
func unique(words []string) string {
	var list []string
	seen := map[string]bool{}
	for _, w := range words {
		if !seen[w] {
			list = append(list, w)
		}
		seen[w] = true
	}
	return strings.Join(list, " ")
}
