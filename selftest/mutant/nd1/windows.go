package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var windows = []Mutant{
	New("endpoint.bind.descriptor/host-order", "The descriptor is in host order.",
		After(calls.ND1Bind, func(c *calls.Call) {
			slices.Reverse(c.ND1.Descriptor.Base[:])
			slices.Reverse(c.ND1.Descriptor.Length[:])
		})),
	New("endpoint.bind.descriptor/length", "The descriptor's length is one too large.",
		After(calls.ND1Bind, func(c *calls.Call) { c.ND1.Descriptor.Length[7]++ })),
	New("endpoint.bind.nd-access-violation/before", "A window may begin a byte before its memory.",
		trimming(func(b []byte) []byte { return b[1:] })),
	New("endpoint.bind.nd-access-violation/behind", "A window may end a byte behind its memory.",
		trimming(func(b []byte) []byte { return b[:len(b)-1] })),
	New("endpoint.bind.rights/readable", "A window for writing can be read.",
		Before(calls.ND1Bind, func(c *calls.Call) { c.Flags |= nd2.AllowRead })),
	New("endpoint.bind.rights/writable", "A window for reading can be written to.",
		Before(calls.ND1Bind, func(c *calls.Call) { c.Flags |= nd2.AllowWrite })),
	New("endpoint.bind.usable-at-once/late", "The descriptor is good only once the result of the Bind has been taken.",
		At(calls.ND1Bind, func(c *calls.Call) nd2.Status {
			given := c.ND1.Descriptor
			c.ND1.Descriptor = new(nd1.MWDescriptor)
			c.OnResult(func(*calls.Outcome) { *given = *c.ND1.Descriptor })
			s := c.Proceed()
			*given = *c.ND1.Descriptor
			given.Token = [4]byte{}
			return s
		})),
	New("endpoint.invalidate.ends-access/stays", "Invalidate succeeds and leaves the window open.",
		At(calls.ND1Invalidate, func(c *calls.Call) nd2.Status {
			return c.ND1.Endpoint.Write(c.ND1.Result, nil, new(nd1.MWDescriptor), 0, c.Flags)
		})),
	New("endpoint.write.beyond-window/stored", "A window is a byte longer than its buffer.",
		Before(calls.ND1Bind, func(c *calls.Call) { c.Buffer = OneByteLonger(c.Buffer) })),
}

// trimming makes a defect: a Bind that is refused for its buffer is made for a part of it.
func trimming(part func(b []byte) []byte) Defect {
	return At(calls.ND1Bind, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.AccessViolation {
			c.Buffer = part(c.Buffer)
			return c.Proceed()
		}
		return s
	})
}

var sendAndInvalidate = []Mutant{
	New("endpoint.sendandinvalidate.invalidates/no-message", "The peer's window is invalidated, and the message is empty.",
		Before(calls.ND1SendAndInvalidate, func(c *calls.Call) { c.ND1.SGE = nil })),
	New("endpoint.sendandinvalidate.invalidates/not-bound-again",
		"A window that the peer has invalidated can't be bound again.",
		Between(On(calls.ND1Bind).Of(window), On(calls.ND1Invalidate).Of(window), On(calls.ND1Bind).Of(window),
			Say(nd2.InvalidDeviceRequest))),
	New("endpoint.sendandinvalidate.invalidates/stays", "The message arrives, and the peer's window stays bound.",
		At(calls.ND1SendAndInvalidate, func(c *calls.Call) nd2.Status {
			return c.ND1.Endpoint.Send(c.ND1.Result, c.ND1.SGE, c.Flags)
		})),
	New("endpoint.sendandinvalidate.outdated/same-range",
		"A descriptor of an earlier binding is good for one of the same range.",
		renewing(func(given, latest *nd1.MWDescriptor) bool {
			return given.Base == latest.Base && given.Length == latest.Length
		})),
	New("endpoint.sendandinvalidate.outdated/taken",
		"A descriptor of an earlier binding invalidates the binding that there is.",
		renewing(func(_, _ *nd1.MWDescriptor) bool { return true })),
	New("endpoint.sendandinvalidate.window-result/another", "The peer's window has a result that it was not created with.",
		Before(calls.ND1CreateMemoryWindow, func(c *calls.Call) { c.ND1.Result = new(nd1.Result) })),
	New("endpoint.sendandinvalidate.window-result/first-only",
		"The peer's window has its result once, and none when it has been bound again.", firstOnly()),
	New("endpoint.sendandinvalidate.window-result/none", "The peer's window has no result.",
		without(func(o calls.ND1Outcome) bool { return o.Of == nil })),
}

// renewing makes a defect: a SendAndInvalidate that is given such a descriptor, which
// it is called with beside the latest, invalidates what the latest describes.
func renewing(such func(given, latest *nd1.MWDescriptor) bool) Defect {
	return Recording(func(c *calls.Call, bound *calls.Record[*nd1.MWDescriptor]) nd2.Status {
		latest := bound.Get(nil)
		if c.Method == calls.ND1SendAndInvalidate && latest != nil && such(c.ND1.Descriptor, latest) {
			c.ND1.Descriptor = latest
		}
		s := c.Proceed()
		if c.Method == calls.ND1Bind && s == nd2.Success {
			latest := *c.ND1.Descriptor
			bound.Set(nil, &latest)
		}
		return s
	})
}

// firstOnly makes a defect: each window has its result once.
func firstOnly() Defect {
	return func() calls.Hooks {
		var had Table[*nd1.Result, bool]
		return without(func(o calls.ND1Outcome) bool {
			if o.Of != nil {
				return false
			}
			before := had.Get(o.Result)
			had.Set(o.Result, true)
			return before
		})()
	}
}
