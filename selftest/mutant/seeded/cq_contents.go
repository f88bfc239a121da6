package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func contents() []Fault {
	half := uintptr(0xffffffff)
	return []Fault{
		fault("stateful/exact-receive-short", Data,
			"When a message fills a Receive of several entries, BytesTransferred leaves out the last entry.",
			EachResult(func(o *calls.Outcome) {
				l := sge(o)
				if o.Succeeded(nd2.RequestReceive) && len(l) > 1 && TotalLength(l) == int(o.BytesTransferred) {
					o.BytesTransferred -= uint32(len(l[len(l)-1].Buffer))
				}
			}), "cq.getresults.bytes-transferred"),
		fault("stateful/length-of-the-one-before", Data,
			"After two messages of one length, BytesTransferred of a message of another length is still theirs.",
			lengthOfTheOneBefore, "cq.getresults.bytes-transferred"),
		fault("stateful/stale-length-of-empty", Data,
			"BytesTransferred of an empty message is that of the message before, if two others preceded it.",
			staleLengthOfEmpty, "cq.getresults.bytes-transferred"),
		fault("stateful/canceled-context-halved", Data, "The context of a canceled request is cut to 32 bits.",
			EachResult(func(o *calls.Outcome) {
				if o.Status == nd2.Canceled && o.RequestContext&^half != 0 {
					o.RequestContext &= half
				}
			}), "cq.getresults.contexts"),
		fault("stateful/context-after-wrap", Data,
			"When a receive queue wraps, the result has the context of the one before.",
			contextAfterWrap, "cq.getresults.contexts"),
		fault("stateful/five-in-flight", Data,
			"A Write or Read posted while five others are in flight has the context of the request before it.",
			fiveInFlight, "cq.getresults.contexts", "cq.getresults.every-request-ends"),
		fault("stateful/neighbors-context", Data,
			"When results of two queue pairs come together, the second has the first queue pair's context.",
			EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
				for i := 1; i < len(fresh); i++ {
					if fresh[i].On != nil && fresh[i-1].On != nil && fresh[i].On != fresh[i-1].On {
						fresh[i].QueuePairContext = fresh[i-1].On.Context
					}
				}
				return fresh
			}), "cq.getresults.contexts", "cq.getresults.several-queue-pairs"),
		fault("stateful/number-used-again", Lifetime, "A new request overwrites the context of the fourth queued result.",
			numberUsedAgain, "cq.getresults.contexts"),
		fault("stateful/pair-context-halved", Counting,
			"From the 256th result on, the queue pair's context is cut to 32 bits.",
			KeepingResults(func(o *calls.Outcome, count *Counter) {
				if count.Passed(256) && o.QueuePairContext&^half != 0 {
					o.QueuePairContext &= half
				}
			}), "cq.getresults.contexts"),
	}
}

var deepContexts = []Fault{
	fault("stateful/seventeenth-in-flight", Lifetime,
		"The 17th request outstanding on an initiator queue has the context of the first.",
		Recording(func(c *calls.Call, out *calls.Record[[]uintptr]) nd2.Status {
			if !Initiates(c) || c.Flags&nd2.SilentSuccess != 0 {
				return c.Proceed()
			}
			list := out.Get(c.Object)
			over := len(list) >= 16
			first := uintptr(0)
			if over {
				first = list[0]
			}
			c.OnResult(func(o *calls.Outcome) {
				out.Update(o.Of.Object, func(l []uintptr) []uintptr { return l[min(1, len(l)):] })
				if over {
					o.RequestContext = first
				}
			})
			s := c.Proceed()
			if s == nd2.Success {
				out.Update(c.Object, func(l []uintptr) []uintptr { return append(l[:len(l):len(l)], c.Context) })
			}
			return s
		}), "cq.getresults.contexts"),
	fault("stateful/srq-context-after-modify", Data,
		"The first Receive after a Modify of a shared receive queue has the context of the Receive before.",
		Keeping2(func(c *calls.Call, due *calls.Record[bool], last *calls.Record[uintptr]) nd2.Status {
			if c.Method != calls.SRQReceive {
				s := c.Proceed()
				due.Set(c.Object, due.Get(c.Object) || c.Method == calls.SRQModify && s == nd2.Success)
				return s
			}
			before := last.Set(c.Object, c.Context)
			if due.Set(c.Object, false) && before != 0 {
				c.OnResult(func(o *calls.Outcome) { o.RequestContext = before })
			}
			return c.Proceed()
		}), "cq.getresults.contexts"),
}

// fiveInFlight has five places for Writes and Reads that are on their way, and uses the fifth again for
// what comes beyond. What waits behind a message is not on its way yet.
func fiveInFlight() calls.Hooks {
	var stores, sends calls.Record[int]
	var silentSend calls.Record[bool] // which Writes may wait behind
	var latest calls.Record[uintptr]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if !Initiates(c) || c.Flags&nd2.SilentSuccess != 0 {
			if c.Method == calls.QPSend {
				silentSend.Set(c.Object, true)
			}
			return c.Proceed()
		}
		of := &sends
		if Reaches(c) {
			of = &stores
		}
		if stores.Get(c.Object) >= 5 {
			c.OnQP().InitiatorCQ.Queued(nil) // those that have arrived are counted off
		}
		over := of == &stores && stores.Get(c.Object) >= 5 && sends.Get(c.Object) == 0 && !silentSend.Get(c.Object)
		before := latest.Set(c.Object, c.Context)
		c.OnResult(func(o *calls.Outcome) {
			if of.Update(o.Of.Object, Decrement) == 0 {
				silentSend.Set(o.Of.Object, false)
			}
			if over {
				o.RequestContext = before
			}
		})
		s := c.Proceed()
		if s == nd2.Success {
			of.Update(c.Object, Increment)
		}
		return s
	}}
}

func staleLengthOfEmpty() calls.Hooks {
	type lengths struct {
		full int
		last uint32
	}
	var seen calls.Record[lengths]
	return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
		if !o.Succeeded(nd2.RequestReceive) || o.On == nil {
			return
		}
		was := seen.Get(&o.On.Object)
		switch {
		case o.BytesTransferred > 0:
			seen.Set(&o.On.Object, lengths{was.full + 1, o.BytesTransferred})
		case was.full > 1:
			o.BytesTransferred = was.last
			seen.Set(&o.On.Object, lengths{})
		}
	})}
}

func lengthOfTheOneBefore() calls.Hooks {
	type lengths struct{ last, before uint32 }
	var seen calls.Record[lengths]
	return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
		if !o.Succeeded(nd2.RequestReceive) || o.On == nil {
			return
		}
		n, was := o.BytesTransferred, seen.Get(&o.On.Object)
		seen.Set(&o.On.Object, lengths{n, was.last})
		if was.last == was.before && n != was.last && was.last > 0 {
			o.BytesTransferred = was.last
		}
	})}
}

func contextAfterWrap() calls.Hooks {
	var depths, taken calls.Record[int]
	var last calls.Record[uintptr]
	return calls.Hooks{
		Call: calls.After(calls.AdapterCreateQueuePair, func(c *calls.Call) {
			depths.Set(calls.ObjectOf(*c.Out), int(c.ReceiveDepth))
		}),
		Results: calls.Each(func(o *calls.Outcome) {
			if !o.Succeeded(nd2.RequestReceive) || o.On == nil || o.FromSRQ() {
				return
			}
			q := &o.On.Object
			was, depth := last.Set(q, o.RequestContext), depths.Get(q)
			if n := taken.Update(q, Increment); depth > 1 && n > depth && n%depth == 1 {
				o.RequestContext = was
			}
		}),
	}
}

// numberUsedAgain is a defect: a request is posted under the number of one
// whose result is queued.
func numberUsedAgain() calls.Hooks {
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		q, ok := c.Self.(*calls.QueuePair)
		if !ok || s != nd2.Success || c.Request == nd2.RequestReceive || c.SGE == nil {
			return s
		}
		q.InitiatorCQ.Queued(func(list []calls.Outcome) []calls.Outcome {
			if len(list) > 3 && list[3].On == q && list[3].RequestType != nd2.RequestReceive {
				list[3].RequestContext = c.Context
			}
			return list
		})
		return s
	}}
}
