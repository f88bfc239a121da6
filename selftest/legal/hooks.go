package legal

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// onCall makes hooks of all calls that keep no state.
func onCall(f func(*calls.Call) nd2.Status) func() calls.Hooks {
	return func() calls.Hooks { return calls.Hooks{Call: f} }
}

// afterEach makes hooks that change what successful calls of some methods have done.
func afterEach(change func(*calls.Call), methods ...string) calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success && slices.Contains(methods, c.Method) {
			change(c)
		}
		return s
	}}
}
