package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// usedAgain breaks what holds for a window that has been bound before.
var usedAgain = []Mutant{
	New("mw.bound-again.often/byte", "A window can be bound no more than 255 times.",
		AfterMany(255, On(calls.QPBind).Of(Window), On(calls.QPBind).Of(Window), Say(nd2.InvalidDeviceRequest))),
	New("mw.invalidate.ends-reading/first-time-only",
		"The second Invalidate of a window succeeds and leaves the window open.", idleSecondInvalidate),
}

// idleSecondInvalidate is a defect: a window's second Invalidate does nothing.
var idleSecondInvalidate = RecordingAt(calls.QPInvalidate,
	func(c *calls.Call, times *calls.Record[int]) nd2.Status {
		if w := calls.ObjectOf(c.Window); w != nil && times.Update(w, Increment) == 2 {
			return c.PostIdle()
		}
		return c.Proceed()
	})
