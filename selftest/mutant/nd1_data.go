package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// nd1Data break what endpoints do with requests.
func nd1Data() []Mutant {
	return slices.Concat(nd1Messages(), nd1Windows(), nd1Results())
}

func nd1Messages() []Mutant {
	return []Mutant{
		by("endpoint.send.data", "last-byte", "The last byte of a Send is not sent.", before(calls.ND1Send, dropLastByte)),
		by("endpoint.send.data", "first-entry", "A Send sends its first entry only.", before(calls.ND1Send, func(c *calls.Call) { c.ND1.SGE = firstEntry(c.ND1.SGE) })),
		by("endpoint.send.data", "scattered", "A Receive fills its entries last to first.", before(calls.ND1Receive, func(c *calls.Call) {
			c.ND1.SGE = slices.Clone(c.ND1.SGE)
			slices.Reverse(c.ND1.SGE)
		})),
		by("endpoint.send.data", "rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
			nd1Each(func(o *calls.ND1Outcome) {
				if o.Of != nil && o.Of.Method == calls.ND1Receive {
					o.BytesTransferred = (o.BytesTransferred + 7) &^ 7
				}
			})),
		by("endpoint.receive.max-entries", "last-skipped", "Of more than two entries of a Receive the last is left out.", before(calls.ND1Receive, func(c *calls.Call) {
			if n := len(c.ND1.SGE); n > 2 {
				c.ND1.SGE = c.ND1.SGE[:n-1]
			}
		})),
		by("endpoint.receive.max-entries", "refused", "A Receive has at most two entries.",
			refusing(calls.ND1Receive, nd2.DataOverrun, func(c *calls.Call) bool { return len(c.ND1.SGE) > 2 })),
		by("endpoint.send.max-entries", "last-skipped", "Of more than two entries of a Send the last is left out.", before(calls.ND1Send, func(c *calls.Call) {
			if n := len(c.ND1.SGE); n > 2 {
				c.ND1.SGE = c.ND1.SGE[:n-1]
			}
		})),
		by("endpoint.send.max-entries", "refused", "A Send has at most two entries.",
			refusing(calls.ND1Send, nd2.DataOverrun, func(c *calls.Call) bool { return len(c.ND1.SGE) > 2 })),
		by("endpoint.send.silent-success", "reported", "A Send of silent success has a result.",
			before(calls.ND1Send, func(c *calls.Call) { c.Flags &^= nd2.SilentSuccess })),
		by("endpoint.send.silent-success", "not-sent", "A Send of silent success sends nothing.",
			refusing(calls.ND1Send, nd2.Success, func(c *calls.Call) bool { return c.Flags&nd2.SilentSuccess != 0 })),
		by("endpoint.send.solicits", "ignored", "A Send solicits no event.", before(calls.ND1Send, unsolicited)),
		by("endpoint.send.solicits", "empty", "An empty Send solicits no event.", before(calls.ND1Send, func(c *calls.Call) {
			if nd1Length(c.ND1.SGE) == 0 {
				unsolicited(c)
			}
		})),
		by("endpoint.send.solicits", "silent", "A Send of silent success solicits no event.", before(calls.ND1Send, unsolicitedIfSilent)),
		by("endpoint.sendandinvalidate.solicits", "ignored", "A SendAndInvalidate solicits no event.", before(calls.ND1SendAndInvalidate, unsolicited)),
		by("endpoint.sendandinvalidate.solicits", "silent", "A SendAndInvalidate of silent success solicits no event.",
			before(calls.ND1SendAndInvalidate, unsolicitedIfSilent)),
		by("endpoint.receive.before-connecting", "refused", "A Receive is refused until its endpoint is connected.",
			keeping(func(c *calls.Call, connecting *calls.Record[bool]) nd2.Status {
				switch c.Method {
				case calls.ND1Connect, calls.ND1Accept:
					connecting.Set(&c.ND1.Connector.Object, true)
				case calls.ND1Receive:
					if !connecting.Get(&c.ND1.Connector.Object) {
						return nd2.ConnectionInvalid
					}
				}
				return c.Proceed()
			})),
		by("endpoint.flush.cancels", "forgets-one", "Flush forgets a Receive.",
			after(calls.ND1GetResults, func(c *calls.Call) {
				if n := len(c.ND1.Outcomes); n > 0 && c.ND1.Outcomes[n-1].Status == nd2.Canceled {
					c.ND1.Outcomes = c.ND1.Outcomes[:n-1]
				}
			})),
		by("endpoint.flush.cancels", "reversed", "Flushed Receives complete last first.",
			after(calls.ND1GetResults, func(c *calls.Call) {
				if n := len(c.ND1.Outcomes); n > 0 && c.ND1.Outcomes[0].Status == nd2.Canceled {
					slices.Reverse(c.ND1.Outcomes)
				}
			})),
		by("endpoint.submitrequestbatch.carried-out", "dropped", "The requests of a batch are dropped.",
			batching(func([]*calls.Call) {})),
		by("endpoint.submitrequestbatch.carried-out", "reversed", "The requests of a batch are carried out last first.",
			batching(func(batch []*calls.Call) {
				for _, c := range slices.Backward(batch) {
					c.Proceed()
				}
			})),
	}
}

// renewing makes a defect by which a SendAndInvalidate that is given such a descriptor, which
// it is called with beside the latest, invalidates what the latest describes.
func renewing(such func(given, latest *nd1.MWDescriptor) bool) defect {
	return keeping(func(c *calls.Call, bound *calls.Record[*nd1.MWDescriptor]) nd2.Status {
		if latest := bound.Get(nil); c.Method == calls.ND1SendAndInvalidate && latest != nil && such(c.ND1.Descriptor, latest) {
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

// closing makes a defect by which a SendAndInvalidate that is given another descriptor than the
// latest sends its message, and closes what the latest Bind has opened to Writes.
func closing() defect {
	type window struct {
		latest nd1.MWDescriptor
		closed bool
	}
	return keeping(func(c *calls.Call, bound *calls.Record[window]) nd2.Status {
		w := bound.Get(nil)
		switch {
		case c.Method == calls.ND1SendAndInvalidate && *c.ND1.Descriptor != w.latest:
			bound.Set(nil, window{w.latest, true})
			return c.ND1.Endpoint.Send(c.ND1.Result, c.ND1.SGE, c.Flags)
		case c.Method == calls.ND1Write && w.closed && *c.ND1.Descriptor == w.latest:
			c.ND1.Descriptor = new(nd1.MWDescriptor)
		}
		s := c.Proceed()
		if c.Method == calls.ND1Bind && s == nd2.Success {
			bound.Set(nil, window{latest: *c.ND1.Descriptor})
		}
		return s
	})
}

func nd1Windows() []Mutant {
	granting := func(rights nd2.OpFlags) defect {
		return before(calls.ND1Bind, func(c *calls.Call) { c.Flags |= rights })
	}
	return []Mutant{
		by("endpoint.bind.descriptor", "host-order", "The descriptor is in host order.",
			after(calls.ND1Bind, func(c *calls.Call) {
				slices.Reverse(c.ND1.Descriptor.Base[:])
				slices.Reverse(c.ND1.Descriptor.Length[:])
			})),
		by("endpoint.bind.descriptor", "length", "The descriptor's length is one too large.",
			after(calls.ND1Bind, func(c *calls.Call) { c.ND1.Descriptor.Length[7]++ })),
		by("endpoint.bind.usable-at-once", "late", "The descriptor is good only once the result of the Bind has been taken.",
			at(calls.ND1Bind, func(c *calls.Call) nd2.Status {
				given := c.ND1.Descriptor
				c.ND1.Descriptor = new(nd1.MWDescriptor)
				c.OnResult(func(*calls.Outcome) { *given = *c.ND1.Descriptor })
				s := c.Proceed()
				*given = *c.ND1.Descriptor
				given.Token = [4]byte{}
				return s
			})),
		by("endpoint.bind.rights", "readable", "A window for writing can be read.", granting(nd2.AllowRead)),
		by("endpoint.bind.rights", "writable", "A window for reading can be written to.", granting(nd2.AllowWrite)),
		by("endpoint.invalidate.ends-access", "stays", "Invalidate succeeds and leaves the window open.",
			at(calls.ND1Invalidate, func(c *calls.Call) nd2.Status {
				return c.ND1.Endpoint.Write(c.ND1.Result, nil, new(nd1.MWDescriptor), 0, c.Flags)
			})),
		by("endpoint.sendandinvalidate.invalidates", "stays", "The message arrives, and the peer's window stays bound.",
			at(calls.ND1SendAndInvalidate, func(c *calls.Call) nd2.Status { return c.ND1.Endpoint.Send(c.ND1.Result, c.ND1.SGE, c.Flags) })),
		by("endpoint.sendandinvalidate.outdated", "taken", "A descriptor of an earlier binding invalidates the binding that there is.",
			renewing(func(_, _ *nd1.MWDescriptor) bool { return true })),
		by("endpoint.sendandinvalidate.outdated", "same-range", "A descriptor of an earlier binding is good for one of the same range.",
			renewing(func(given, latest *nd1.MWDescriptor) bool {
				return given.Base == latest.Base && given.Length == latest.Length
			})),
		by("endpoint.sendandinvalidate.outdated", "closes", "With a descriptor of an earlier binding the message arrives, and the window that there is takes no Write any more.",
			closing()),
		by("endpoint.sendandinvalidate.invalidates", "no-message", "The peer's window is invalidated, and the message is empty.",
			before(calls.ND1SendAndInvalidate, func(c *calls.Call) { c.ND1.SGE = nil })),
		by("endpoint.sendandinvalidate.window-result", "another", "The peer's window has a result that it was not created with.",
			before(calls.ND1CreateMemoryWindow, func(c *calls.Call) { c.ND1.Result = new(nd1.Result) })),
		by("endpoint.sendandinvalidate.window-result", "none", "The peer's window has no result.",
			nd1Without(func(o calls.ND1Outcome) bool { return o.Of == nil })),
		by("endpoint.read.data", "last-byte", "The last byte of a Read does not arrive.", before(calls.ND1Read, dropLastByte)),
		by("endpoint.read.data", "offset", "A Read's offset is ignored.", before(calls.ND1Read, func(c *calls.Call) { c.ND1.Offset = 0 })),
		by("endpoint.write.data", "last-byte", "The last byte of a Write does not arrive.", before(calls.ND1Write, dropLastByte)),
		by("endpoint.write.data", "offset", "A Write's offset is ignored.", before(calls.ND1Write, func(c *calls.Call) { c.ND1.Offset = 0 })),
		by("endpoint.write.beyond-window", "stored", "A window is a byte longer than its buffer.",
			before(calls.ND1Bind, func(c *calls.Call) { c.Buffer = reachBehind(c.Buffer) })),
	}
}

func nd1Results() []Mutant {
	return []Mutant{
		by("endpoint.getresults.own-results", "copies", "GetResults returns copies of the results.",
			nd1Each(func(o *calls.ND1Outcome) {
				again := *o.Result
				o.Result = &again
			})),
		by("endpoint.getresults.own-results", "newest-first", "GetResults returns the newest results first.",
			after(calls.ND1GetResults, func(c *calls.Call) { slices.Reverse(c.ND1.Outcomes) })),
	}
}

func unsolicited(c *calls.Call) { c.Flags &^= nd2.SendAndSolicitEvent }

func unsolicitedIfSilent(c *calls.Call) {
	if c.Flags&nd2.SilentSuccess != 0 {
		unsolicited(c)
	}
}

func nd1Length(sge []nd1.SGE) (n int) {
	for _, e := range sge {
		n += len(e.Buffer)
	}
	return n
}

func dropLastByte(c *calls.Call) {
	n := len(c.ND1.SGE)
	if n == 0 {
		return
	}
	c.ND1.SGE = slices.Clone(c.ND1.SGE)
	if b := &c.ND1.SGE[n-1].Buffer; len(*b) > 0 {
		*b = (*b)[:len(*b)-1]
	}
}

func firstEntry(sge []nd1.SGE) []nd1.SGE { return sge[:min(1, len(sge))] }

// batching makes a defect by which the requests between StartRequestBatch and
// SubmitRequestBatch are put off to the latter, which does with them as it likes.
func batching(submit func(batch []*calls.Call)) defect {
	return func() calls.Hooks {
		var open calls.Record[bool]
		var batch calls.Record[[]*calls.Call]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			switch {
			case c.Method == calls.ND1StartRequestBatch:
				open.Set(c.Object, true)
			case c.Method == calls.ND1SubmitRequestBatch:
				open.Set(c.Object, false)
				submit(batch.Set(c.Object, nil))
			case c.Method == calls.ND1Send && open.Get(c.Object):
				batch.Update(c.Object, func(list []*calls.Call) []*calls.Call { return append(list, c) })
				return nd2.Success
			}
			return c.Proceed()
		}}
	}
}
