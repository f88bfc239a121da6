package nd1

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
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
func (p poster) windows(ctx context.Context, e, to *end) (w nd1.MemoryWindow, d *nd1.MWDescriptor) {
	if p.method == "Send" {
		e.need("requests of", 16, e.limits.MaxOutboundLength, "bytes")
		return nil, nil
	}
	e.needWindow()
	d = to.bind(ctx, to.window(new(nd1.Result)), start, length, nd2.AllowRead|nd2.AllowWrite)
	w = e.window(new(nd1.Result))
	if p.method == "Invalidate" {
		e.bind(ctx, w, start, length, nd2.AllowWrite)
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
		join(ctx, active, passive)
		exchange(ctx, active, passive)
	}, eachPoster("nd-connection-invalid"))
})

// A silent request has no result; it was carried out when the next request has a result.
var _ = Describe("An INDEndpoint's silent request", func() {
	// silent posts a silent request and a Send behind it, and takes the only result.
	silent := func(ctx context.Context, e, to *end, post func(r *nd1.Result, flags nd2.OpFlags) nd2.Status) {
		e.need("an endpoint of", 2, e.ordinary().outboundEntries, "requests")
		var none, last, received nd1.Result
		Expect(to.Receive(&received, nil)).To(Return(nd2.Success))
		Expect(post(&none, nd2.SilentSuccess)).To(Return(nd2.Success))
		Expect(e.Send(&last, nil, 0)).To(Return(nd2.Success))
		expectResults(ctx, e.outbound, &last)
		expectNone(e.outbound)
		expectResults(ctx, to.inbound, &received)
	}

	It("binds a window", Covers("endpoint.bind.silent-success"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		active.needWindow()
		w, d := passive.window(new(nd1.Result)), new(nd1.MWDescriptor)
		silent(ctx, passive, active, func(r *nd1.Result, flags nd2.OpFlags) nd2.Status {
			return passive.Bind(r, passive.memory.mr, w, passive.memory.bytes[start:start+length], flags|nd2.AllowWrite, d)
		})
		Pattern(active.memory.bytes[:length], 21)
		expectStored(ctx, active, passive, d, 0, length)
		Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
	})

	It("invalidates a window", Covers("endpoint.invalidate.silent-success"), func(ctx SpecContext) {
		active, passive := accepted(ctx)
		w := passive.window(new(nd1.Result))
		d := passive.bind(ctx, w, start, length, nd2.AllowWrite)
		silent(ctx, passive, active, func(r *nd1.Result, flags nd2.OpFlags) nd2.Status {
			return passive.Invalidate(r, w, flags)
		})
		Pattern(active.memory.bytes[:8], 22)
		expectNotStored(ctx, active, passive, active.store(ctx, d, 0, 8), "endpoint.invalidate.ends-access")
		Expect(passive.memory.bytes).To(HoldBytes(make([]byte, memorySize)))
	})

	It("sends a message and invalidates the peer's window", Covers("endpoint.sendandinvalidate.silent-success"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			p.need("an endpoint of", 2, p.ordinary().inboundEntries, "Receives")
			l.need("an endpoint of", 2, l.ordinary().outboundEntries, "requests")
			active, passive, queue := joinToOne(ctx, l, p, 3)
			var none, last, invalidated, received, behind nd1.Result
			d := passive.bind(ctx, passive.window(&invalidated), start, length, nd2.AllowWrite)
			Expect(passive.Receive(&received, passive.memory.list(0, 16))).To(Return(nd2.Success))
			Expect(passive.Receive(&behind, nil)).To(Return(nd2.Success))
			Pattern(active.memory.bytes[:16], 23)
			Expect(active.SendAndInvalidate(&none, active.memory.list(0, 16), d, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(active.Send(&last, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, active.outbound, &last)
			expectNone(active.outbound)
			Expect(await(ctx, queue, 3)).To(ConsistOf(BeIdenticalTo(&received), BeIdenticalTo(&invalidated),
				BeIdenticalTo(&behind)), "the results")
			Expect(passive.memory.bytes[:16]).To(HoldBytes(active.memory.bytes[:16]))
		})

	It("fetches what a window holds", Covers("endpoint.read.silent-success"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		active.needWindow()
		message(ctx, active, passive)
		d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowRead)
		Pattern(passive.memory.bytes, 24)
		silent(ctx, active, passive, func(r *nd1.Result, flags nd2.OpFlags) nd2.Status {
			return active.Read(r, active.memory.list(0, length), d, 0, flags)
		})
		Expect(active.memory.bytes[:length]).To(HoldBytes(passive.memory.bytes[start : start+length]))
		Expect(active.memory.bytes[length:]).To(HoldBytes(make([]byte, memorySize-length)))
	})

	It("stores to a window", Covers("endpoint.write.silent-success"), func(ctx SpecContext) {
		active, passive := connected(ctx)
		active.needWindow()
		d := passive.bind(ctx, passive.window(new(nd1.Result)), start, length, nd2.AllowWrite)
		Pattern(active.memory.bytes[:length], 25)
		silent(ctx, active, passive, func(r *nd1.Result, flags nd2.OpFlags) nd2.Status {
			return active.Write(r, active.memory.list(0, length), d, 0, flags)
		})
		Expect(passive.memory.bytes[start : start+length]).To(HoldBytes(active.memory.bytes[:length]))
		Expect(passive.memory.bytes[start+length:]).To(HoldBytes(make([]byte, memorySize-start-length)))
	})
})

var _ = Describe("An INDEndpoint's request of silent success", func() {
	DescribeTable("has a result when it is canceled", func(ctx SpecContext, p poster) {
		active, passive := connected(ctx)
		active.need("an endpoint of", 2, active.ordinary().outboundEntries, "requests")
		message(ctx, active, passive)
		w, d := p.windows(ctx, active, passive)
		var first, silent nd1.Result
		Expect(active.Send(&first, nil, 0)).To(Return(nd2.Success)) // no Receive is there for it
		returned := p.post(active, &silent, w, d, nd2.SilentSuccess)
		if returned == nd2.ConnectionInvalid {
			Unobservable("the first request was given up before the last one was posted")
		}
		Expect(returned).To(Return(nd2.Success))
		Expect(active.Flush()).To(Return(nd2.Success))
		Expect(await(ctx, active.outbound, 1)[0]).To(BeIdenticalTo(&first), "the first result that was handed back")
		if first.Status == nd2.Success { // on iWARP, a Send ends once it was sent
			Unobservable("a Send does not wait for the peer's Receive")
		}
		Expect(await(ctx, active.outbound, 1)[0]).To(BeIdenticalTo(&silent), "the result handed back behind it")
		Expect(silent).To(CompleteWith(nd2.Canceled))
		expectNone(active.outbound)
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
			message(ctx, active, passive)
			bytes := active.Buffer(3 * memorySize)
			m, deregister := active.registerOwn(bytes[memorySize : 2*memorySize])
			w, d := active.window(new(nd1.Result)), new(nd1.MWDescriptor)
			for range Often {
				var bound nd1.Result
				returned := active.Bind(&bound, m.mr, w, bytes[from:to], nd2.AllowRead, d)
				Expect(statusOf(ctx, active.outbound, returned, &bound)).To(ReturnAsRuled("endpoint.bind.nd-access-violation"))
				if returned == nd2.Success { // the result has ended the connection
					return
				}
			}
			expectNone(active.outbound)
			active.memory = m
			active.bind(ctx, w, 0, memorySize, nd2.AllowRead)
			active.invalidate(ctx, w)
			Expect(deregister()).To(CompleteWith(nd2.Success))
		},
		Entry("but begins a byte before it", memorySize-1, memorySize+8),
		Entry("but ends a byte behind it", Variant("behind"), 2*memorySize-8, 2*memorySize+1),
		Entry("but is before it", Variant("far-before"), 0, 8))
})
