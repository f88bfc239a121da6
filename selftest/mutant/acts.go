package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An Act is what a mutant does in place of a call.
type Act func(c *calls.Call) nd2.Status

// Say returns a status and does nothing else.
func Say(s nd2.Status) Act { return func(*calls.Call) nd2.Status { return s } }

// Nothing says that all is well, and does nothing.
var Nothing = Say(nd2.Success)

// Unanswered carries out a call, and leaves its request pending for ever.
func Unanswered(c *calls.Call) nd2.Status {
	s := c.Proceed()
	if s.Failed() || c.Proxy == nil {
		return s
	}
	return LeavePending(c)
}

// Twice carries out a call twice.
func Twice(c *calls.Call) nd2.Status {
	c.Proceed()
	return c.Proceed()
}

// Muted leaves the request pending that a call notifies of.
var Muted = First(func(c *calls.Call) { c.Proxy.Mute() })

// First does something before the call is carried out.
func First(change func(c *calls.Call)) Act {
	return func(c *calls.Call) nd2.Status {
		change(c)
		return c.Proceed()
	}
}

// Then does something when the call has succeeded.
func Then(change func(c *calls.Call)) Act {
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success {
			change(c)
		}
		return s
	}
}

// Only does something in place of the calls that satisfy a condition.
func Only(such func(c *calls.Call) bool, do Act) Act {
	return func(c *calls.Call) nd2.Status {
		if such(c) {
			return do(c)
		}
		return c.Proceed()
	}
}

// IfRefused returns what do does if the call fails: with one of some statuses if any are given.
func IfRefused(do Act, with ...nd2.Status) Act {
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if isRefusal(s, with) {
			return do(c)
		}
		return s
	}
}

// AfterRefusal does something when the call has failed: with one of some statuses if any are given.
func AfterRefusal(change func(c *calls.Call), with ...nd2.Status) Act {
	return func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if isRefusal(s, with) {
			change(c)
		}
		return s
	}
}

// Ending has the request of a call end with a status.
func Ending(with nd2.Status) Act {
	return First(func(c *calls.Call) { c.OnResult(func(o *calls.Outcome) { o.Status = with }) })
}
