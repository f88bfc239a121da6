package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// RefusingKnownOverlapped refuses an OVERLAPPED that has been given to a method before.
func RefusingKnownOverlapped(which func(c *calls.Call) bool) Defect {
	return Recording(func(c *calls.Call, given *calls.Record[map[*nd2.Overlapped]bool]) nd2.Status {
		if c.Proxy == nil || c.Method != c.Proxy.Method || !which(c) {
			return c.Proceed()
		}
		if given.Get(c.Object)[c.Proxy.Client] {
			return nd2.InvalidParameter1
		}
		given.Update(c.Object, func(m map[*nd2.Overlapped]bool) map[*nd2.Overlapped]bool {
			return Added(m, c.Proxy.Client, true)
		})
		return c.Proceed()
	})
}

// AtMost makes a defect: a method can be called most times.
func AtMost(method string, most int) Defect {
	return AfterMany(most, On(method).Anywhere(), On(method).Anywhere(), Say(nd2.InsufficientResources))
}

// NeverEnding makes a defect: requests that would end with a status do not.
func NeverEnding(method string, with nd2.Status) Defect { return When(Ended(method, with), Muted) }

// MutedOnRelease makes a defect: the last Release of an object leaves its
// requests pending.
func MutedOnRelease(kind string) Defect {
	return Before(calls.Release, func(c *calls.Call) {
		if c.Object.Kind == kind && c.LastReference() {
			Mute(c.Outstanding())
		}
	})
}

// MuteOthers mutes the object's other outstanding requests that were made with the method.
func MuteOthers(c *calls.Call, method string) {
	for _, s := range Outstanding(c.Object, method) {
		if s != c.Proxy {
			s.Mute()
		}
	}
}

// Rearming makes a defect: a request that has been notified of is made
// again, once, behind the client's back.
func Rearming(method string) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if !c.Notifies(method, nd2.Success) {
			return c.Proceed()
		}
		s := c.Proceed()
		again := c.Proxy.Again()
		again.Method += ", again"
		status := nd2.Pending
		switch q := c.Self.(type) {
		case *calls.CompletionQueue:
			status = q.Inner.Notify(c.Proxy.NotifyType, &again.Overlapped)
		case *calls.SharedReceiveQueue:
			status = q.Inner.Notify(&again.Overlapped)
		}
		if status == nd2.Success {
			again.SetEvent()
			again.PostPacket()
		}
		return s
	})
}

// Initiates reports whether a call posts an initiator request.
func Initiates(c *calls.Call) bool {
	switch c.Method {
	case calls.QPSend, calls.QPRead, calls.QPWrite, calls.QPBind, calls.QPInvalidate:
		return true
	}
	return false
}
