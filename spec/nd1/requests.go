package nd1

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A poster posts one kind of request at an end, to or through a window.
type poster struct {
	method string
	post   func(e *end, r *nd1.Result, w nd1.MemoryWindow, d *nd1.MWDescriptor, flags nd2.OpFlags) nd2.Status
}

// posters are all except the Sends'.
var posters = []poster{
	{"SendAndInvalidate", func(e *end, r *nd1.Result, _ nd1.MemoryWindow, d *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
		return e.SendAndInvalidate(r, e.memory.list(0, 16), d, f)
	}},
	{"Bind", func(e *end, r *nd1.Result, w nd1.MemoryWindow, d *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
		return e.Bind(r, e.memory.mr, w, e.memory.bytes[start:start+length], f|nd2.AllowWrite, d)
	}},
	{"Invalidate", func(e *end, r *nd1.Result, w nd1.MemoryWindow, _ *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
		return e.Invalidate(r, w, f)
	}},
	{"Read", func(e *end, r *nd1.Result, _ nd1.MemoryWindow, d *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
		return e.Read(r, e.memory.list(0, 16), d, 0, f)
	}},
	{"Write", func(e *end, r *nd1.Result, _ nd1.MemoryWindow, d *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
		return e.Write(r, e.memory.list(0, 16), d, 0, f)
	}},
}

// eachPoster returns a table entry for each kind of request, covering its rule of that name.
func eachPoster(rule string) (list []TableEntry) {
	for _, p := range posters {
		list = append(list, Entry(p.method, Covers(p.rule(rule)), p))
	}
	return list
}

// windows makes what a request at an end needs: a window of that end, and the descriptor of a window of the peer. A
// Send needs only room for its message.
func (p poster) windows(e, to *end) (w nd1.MemoryWindow, d *nd1.MWDescriptor) {
	if p.method == "Send" {
		e.need("requests of", 16, e.limits.MaxOutboundLength, "bytes")
		return nil, nil
	}
	e.needWindow()
	d = to.open(nd2.AllowRead | nd2.AllowWrite)
	w = e.window(new(nd1.Result))
	if p.method == "Invalidate" {
		e.bind(w, start, length, nd2.AllowWrite)
	}
	return w, d
}

// rule is the id of a rule on such requests.
func (p poster) rule(name string) string { return "endpoint." + strings.ToLower(p.method) + "." + name }

var _ = Describe("An INDEndpoint that is not connected", func() {
	DescribeTable("refuses, time and again,", func(ctx SpecContext, p poster) {
		active, passive, _ := connecting(ctx)
		w, d := active.window(new(nd1.Result)), new(nd1.MWDescriptor)
		for range Often {
			Expect(p.post(active, new(nd1.Result), w, d, 0)).To(Return(nd2.ConnectionInvalid))
		}
		expectNone(active.outbound)
		join(active, passive)
		exchange(active, passive)
	}, eachPoster("nd-connection-invalid"))
})

// A silent request has no result; it was carried out when the next request has a result.
var _ = Describe("An INDEndpoint's silent request", func() {
	// silent posts a silent request and a Send behind it, and takes the only result.
	silent := func(e, to *end, post func(r *nd1.Result) nd2.Status) {
		e.need("an endpoint of", 2, e.ordinary().OutboundEntries, "requests")
		received := to.receive(nil)
		posted(post)
		e.sent(e.send(nil, 0))
		expectNone(e.outbound)
		to.received(received)
	}

	It("binds a window", Covers("endpoint.bind.silent-success"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		active.needWindow()
		w, d := passive.window(new(nd1.Result)), new(nd1.MWDescriptor)
		silent(passive, active, func(r *nd1.Result) nd2.Status {
			return passive.Bind(r, passive.memory.mr, w, passive.memory.bytes[start:start+length],
				nd2.SilentSuccess|nd2.AllowWrite, d)
		})
		Pattern(active.memory.bytes[:length], 21)
		expectStored(active, passive, d, 0, length)
		Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
	})

	It("invalidates a window", Covers("endpoint.invalidate.silent-success"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		w := passive.window(new(nd1.Result))
		d := passive.bind(w, start, length, nd2.AllowWrite)
		silent(passive, active, func(r *nd1.Result) nd2.Status { return passive.Invalidate(r, w, nd2.SilentSuccess) })
		expectNotStored(active, passive, d, 0, 8, "endpoint.invalidate.ends-access")
		Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
	})

	It("sends a message and invalidates the peer's window", Covers("endpoint.sendandinvalidate.silent-success"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			p.need("an endpoint of", 2, p.ordinary().InboundEntries, "Receives")
			l.need("an endpoint of", 2, l.ordinary().OutboundEntries, "requests")
			active, passive := oneQueue(l, p, 3)
			invalidated := new(nd1.Result)
			d := passive.bind(passive.window(invalidated), start, length, nd2.AllowWrite)
			received, behind := passive.receive(passive.memory.list(0, 16)), passive.receive(nil)
			Pattern(active.memory.bytes[:16], 23)
			active.sendAndInvalidate(active.memory.list(0, 16), d, nd2.SilentSuccess)
			active.sent(active.send(nil, 0))
			expectNone(active.outbound)
			passive.expectAny("the results", received, invalidated, behind)
			Expect(passive.memory.bytes[:16]).To(HoldBytes(active.memory.bytes[:16]))
		})

	It("fetches what a window holds", Covers("endpoint.read.silent-success"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		active.needWindow()
		message(active, passive)
		d := passive.open(nd2.AllowRead)
		Pattern(passive.memory.bytes, 24)
		silent(active, passive, func(r *nd1.Result) nd2.Status {
			return active.Read(r, active.memory.list(0, length), d, 0, nd2.SilentSuccess)
		})
		Expect(active.memory.bytes[:length]).To(HoldBytes(passive.memory.bytes[start : start+length]))
		Expect(active.memory.bytes[length:]).To(HoldBytes(make([]byte, memorySize-length)))
	})

	It("stores to a window", Covers("endpoint.write.silent-success"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		active.needWindow()
		d := passive.open(nd2.AllowWrite)
		Pattern(active.memory.bytes[:length], 25)
		silent(active, passive, func(r *nd1.Result) nd2.Status {
			return active.Write(r, active.memory.list(0, length), d, 0, nd2.SilentSuccess)
		})
		Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
		Expect(passive.memory.bytes[start+length:]).To(HoldBytes(make([]byte, memorySize-start-length)))
	})
})

var _ = Describe("An INDEndpoint's request of silent success", func() {
	DescribeTable("has a result when it is canceled", func(ctx SpecContext, p poster) {
		active, passive := connected(ctx)
		active.need("an endpoint of", 2, active.ordinary().OutboundEntries, "requests")
		message(active, passive)
		w, d := p.windows(active, passive)
		first, silent := active.send(nil, 0), new(nd1.Result) // no Receive is there for it
		returned := p.post(active, silent, w, d, nd2.SilentSuccess)
		if returned == nd2.ConnectionInvalid {
			Unobservable("the first request was given up before the last one was posted")
		}
		Expect(returned).To(Return(nd2.Success))
		Expect(active.Flush()).To(Return(nd2.Success))
		awaitSame(ctx, active.outbound, first)
		unlessSent(first)
		expectCanceled(ctx, active.outbound, []*nd1.Result{silent})
	}, append(eachPoster("silent-failure"), Entry("Send", Covers("endpoint.send.silent-failure"), poster{
		"Send",
		func(e *end, r *nd1.Result, _ nd1.MemoryWindow, _ *nd1.MWDescriptor, f nd2.OpFlags) nd2.Status {
			return e.Send(r, e.memory.list(0, 16), f)
		},
	})))
})

var _ = Describe("INDEndpoint::Bind", func() {
	DescribeTable("refuses a buffer that is not within the memory", Covers("endpoint.bind.nd-access-violation"),
		func(ctx SpecContext, from, to int) {
			active, passive := connected(ctx)
			message(active, passive)
			bytes := active.Buffer(3 * memorySize)
			m := active.register(bytes[memorySize : 2*memorySize])
			w, d := active.window(new(nd1.Result)), new(nd1.MWDescriptor)
			for range Often {
				bound := new(nd1.Result)
				returned := active.Bind(bound, m.mr, w, bytes[from:to], nd2.AllowRead, d)
				Expect(resultOf(ctx, active.outbound, returned, bound)).To(ReturnAsRuled("endpoint.bind.nd-access-violation"))
				if returned == nd2.Success { // the result has ended the connection
					return
				}
			}
			expectNone(active.outbound)
			active.memory = m
			active.bind(w, 0, memorySize, nd2.AllowRead)
			active.invalidate(w)
			Expect(m.deregister(ctx)).To(CompleteWith(nd2.Success))
		},
		Entry("but begins a byte before it", memorySize-1, memorySize+8),
		Entry("but ends a byte behind it", Variant("behind"), 2*memorySize-8, 2*memorySize+1),
		Entry("but is before it", Variant("far-before"), 0, 8))
})

// While the peer's answers are held back, no Read completes, and no fenced request behind it may begin.
var _ = Describe("A request of an INDEndpoint with ND_OP_FLAG_READ_FENCE", func() {
	// unanswered posts a Read whose answer is held back until undo is called. The active end is on the adapter under
	// test, and can have another request in progress.
	unanswered := func(active *end, d *nd1.MWDescriptor) (read *nd1.Result, undo func()) {
		undo = active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
		return posted(func(r *nd1.Result) nd2.Status { return active.Read(r, active.memory.list(0, 8), d, 0, 0) }), undo
	}
	// besideWindow returns two connected ends, and a window at the passive end.
	besideWindow := func(ctx SpecContext) (active, passive *end, d *nd1.MWDescriptor) {
		active, passive = connected(ctx)
		active.need("an endpoint of", 2, active.ordinary().OutboundEntries, "requests")
		message(active, passive)
		return active, passive, passive.open(nd2.AllowRead | nd2.AllowWrite)
	}

	It("does not reach the peer until the Read before it has been answered, as a Send",
		Covers("endpoint.send.read-fence"), func(ctx SpecContext) {
			active, passive, d := besideWindow(ctx)
			received := passive.receive(nil)
			read, undo := unanswered(active, d)
			sent := active.send(nil, nd2.ReadFence)
			expectNone(passive.inbound)
			undo()
			active.sent(read, sent)
			passive.received(received)
		})

	It("stores over what the peer puts there before the Read is answered, as a Write",
		Covers("endpoint.write.read-fence"), func(ctx SpecContext) {
			active, passive, d := besideWindow(ctx)
			data, there := active.memory.bytes[8:16], passive.memory.bytes[start+8:start+16]
			Pattern(data, 1)
			read, undo := unanswered(active, d)
			written := posted(func(r *nd1.Result) nd2.Status {
				return active.Write(r, active.memory.list(8, 8), d, 8, nd2.ReadFence)
			})
			Pattern(there, 2)
			undo()
			active.sent(read, written)
			message(active, passive) // a Write may be over before its bytes are there
			Expect(there).To(HoldBytes(data))
		})
})
