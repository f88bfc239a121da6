package legal

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// unset are requests that have ended, and whose events are to be set.
type unset struct {
	later
	mu  sync.Mutex
	set sync.Cond
	all map[*interpose.Shadow]struct{}
}

func lateEvents() interpose.Hooks {
	u := &unset{all: map[*interpose.Shadow]struct{}{}}
	u.set.L = &u.mu
	return interpose.Hooks{Call: u.call, Close: u.close}
}

func (u *unset) call(c *interpose.Call) nd2.Status {
	switch {
	case c.Shadow == nil:
	case c.Method == interpose.EventSet:
		u.mu.Lock()
		u.all[c.Shadow] = struct{}{}
		u.mu.Unlock()
		u.after(lateness, func() { u.deliver(c) })
		return nd2.Success
	case c.Method == interpose.GetOverlappedResult && c.Wait:
		status := c.Proceed()
		u.await(c.Shadow)
		return status
	}
	return c.Proceed()
}

func (u *unset) deliver(c *interpose.Call) {
	c.Proceed()
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.all, c.Shadow)
	u.set.Broadcast()
}

// await is what a call that waits does, as it waits for the event.
func (u *unset) await(s *interpose.Shadow) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for {
		if _, unset := u.all[s]; !unset {
			return
		}
		u.set.Wait()
	}
}
