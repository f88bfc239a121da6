package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// endpointData break what endpoints do with requests.
func endpointData() []Mutant {
	return slices.Concat(endpointMessages(), endpointWindows(), endpointResults())
}

func endpointMessages() []Mutant {
	return []Mutant{
		by("endpoint.send.data", "last-byte", "The last byte of a Send is not sent.", before(v1Send, dropLastByte)),
		by("endpoint.send.data", "first-entry", "A Send sends its first entry only.", before(v1Send, func(c *call) { c.v1.sge = firstEntry(c.v1.sge) })),
		by("endpoint.send.data", "scattered", "A Receive fills its entries last to first.", before(v1Receive, func(c *call) {
			c.v1.sge = slices.Clone(c.v1.sge)
			slices.Reverse(c.v1.sge)
		})),
		by("endpoint.send.data", "rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
			v1Each(func(o *v1Outcome) {
				if o.of != nil && o.of.method == v1Receive {
					o.BytesTransferred = (o.BytesTransferred + 7) &^ 7
				}
			})),
		by("endpoint.send.silent-success", "reported", "A Send of silent success has a result.",
			before(v1Send, func(c *call) { c.flags &^= nd2.SilentSuccess })),
		by("endpoint.send.silent-success", "not-sent", "A Send of silent success sends nothing.",
			refusing(v1Send, nd2.Success, func(c *call) bool { return c.flags&nd2.SilentSuccess != 0 })),
		by("endpoint.receive.before-connecting", "refused", "A Receive is refused until its endpoint is connected.",
			func() defect {
				var connecting record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch c.method {
					case v1Connect, v1Accept:
						connecting.set(&c.v1.connector.on, true)
					case v1Receive:
						if !connecting.get(&c.v1.connector.on) {
							return nd2.ConnectionInvalid
						}
					}
					return c.proceed()
				}}
			}),
		by("endpoint.flush.cancels", "forgets-one", "Flush forgets a Receive.",
			after(v1GetResults, func(c *call) {
				if n := len(c.v1.outcomes); n > 0 && c.v1.outcomes[n-1].Status == nd2.Canceled {
					c.v1.outcomes = c.v1.outcomes[:n-1]
				}
			})),
		by("endpoint.flush.cancels", "reversed", "Flushed Receives complete last first.",
			after(v1GetResults, func(c *call) {
				if n := len(c.v1.outcomes); n > 0 && c.v1.outcomes[0].Status == nd2.Canceled {
					slices.Reverse(c.v1.outcomes)
				}
			})),
		by("endpoint.submitrequestbatch.carried-out", "dropped", "The requests of a batch are dropped.",
			batching(func([]*call) {})),
		by("endpoint.submitrequestbatch.carried-out", "reversed", "The requests of a batch are carried out last first.",
			batching(func(batch []*call) {
				for _, c := range slices.Backward(batch) {
					c.proceed()
				}
			})),
	}
}

func endpointWindows() []Mutant {
	granting := func(rights nd2.OpFlags) func() defect { return before(v1Bind, func(c *call) { c.flags |= rights }) }
	return []Mutant{
		by("endpoint.bind.descriptor", "host-order", "The descriptor is in host order.",
			after(v1Bind, func(c *call) {
				slices.Reverse(c.v1.descriptor.Base[:])
				slices.Reverse(c.v1.descriptor.Length[:])
			})),
		by("endpoint.bind.descriptor", "length", "The descriptor's length is one too large.",
			after(v1Bind, func(c *call) { c.v1.descriptor.Length[7]++ })),
		by("endpoint.bind.usable-at-once", "late", "The descriptor is good only once the result of the Bind has been taken.",
			at(v1Bind, func(c *call) nd2.Status {
				given := c.v1.descriptor
				c.v1.descriptor = new(nd1.MWDescriptor)
				s := c.proceed()
				*given = *c.v1.descriptor
				given.Token = [4]byte{}
				c.ended = func(*outcome) { *given = *c.v1.descriptor }
				return s
			})),
		by("endpoint.bind.rights", "readable", "A window for writing can be read.", granting(nd2.AllowRead)),
		by("endpoint.bind.rights", "writable", "A window for reading can be written to.", granting(nd2.AllowWrite)),
		by("endpoint.invalidate.ends-access", "stays", "Invalidate succeeds and leaves the window open.",
			at(v1Invalidate, func(c *call) nd2.Status {
				return c.v1.endpoint.Write(c.v1.result, nil, new(nd1.MWDescriptor), 0, c.flags)
			})),
		by("endpoint.sendandinvalidate.invalidates", "stays", "The message arrives, and the peer's window stays bound.",
			at(v1SendAndInvalidate, func(c *call) nd2.Status { return c.v1.endpoint.Send(c.v1.result, c.v1.sge, c.flags) })),
		by("endpoint.sendandinvalidate.invalidates", "no-message", "The peer's window is invalidated, and the message is empty.",
			before(v1SendAndInvalidate, func(c *call) { c.v1.sge = nil })),
		by("endpoint.sendandinvalidate.window-result", "another", "The peer's window has a result that it was not created with.",
			before(v1CreateWindow, func(c *call) { c.v1.result = new(nd1.Result) })),
		by("endpoint.sendandinvalidate.window-result", "none", "The peer's window has no result.",
			v1Without(func(o v1Outcome) bool { return o.of == nil })),
		by("endpoint.read.data", "last-byte", "The last byte of a Read does not arrive.", before(v1Read, dropLastByte)),
		by("endpoint.read.data", "offset", "A Read's offset is ignored.", before(v1Read, func(c *call) { c.v1.offset = 0 })),
		by("endpoint.write.data", "last-byte", "The last byte of a Write does not arrive.", before(v1Write, dropLastByte)),
		by("endpoint.write.data", "offset", "A Write's offset is ignored.", before(v1Write, func(c *call) { c.v1.offset = 0 })),
		by("endpoint.write.beyond-window", "stored", "A window is a byte longer than its buffer.",
			before(v1Bind, func(c *call) { c.buffer = reachBehind(c.buffer) })),
	}
}

func endpointResults() []Mutant {
	return []Mutant{
		by("endpoint.getresults.own-results", "copies", "GetResults gives copies of the results.",
			v1Each(func(o *v1Outcome) {
				again := *o.Result
				o.Result = &again
			})),
		by("endpoint.getresults.own-results", "newest-first", "GetResults gives the newest results first.",
			after(v1GetResults, func(c *call) { slices.Reverse(c.v1.outcomes) })),
	}
}

func dropLastByte(c *call) {
	n := len(c.v1.sge)
	if n == 0 {
		return
	}
	c.v1.sge = slices.Clone(c.v1.sge)
	if b := &c.v1.sge[n-1].Buffer; len(*b) > 0 {
		*b = (*b)[:len(*b)-1]
	}
}

func firstEntry(sge []nd1.SGE) []nd1.SGE { return sge[:min(1, len(sge))] }

// batching makes a defect by which the requests between StartRequestBatch and
// SubmitRequestBatch are put off to the latter, which does with them as it likes.
func batching(submit func(batch []*call)) func() defect {
	return func() defect {
		var open record[bool]
		var batch record[[]*call]
		return defect{call: func(c *call) nd2.Status {
			switch {
			case c.method == v1StartBatch:
				open.set(c.object, true)
			case c.method == v1SubmitBatch:
				open.set(c.object, false)
				submit(batch.set(c.object, nil))
			case c.method == v1Send && open.get(c.object):
				batch.update(c.object, func(list []*call) []*call { return append(list, c) })
				return nd2.Success
			}
			return c.proceed()
		}}
	}
}
