package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A creation is a method that creates an object.
type creation struct {
	entry, method, kind string
	iid                 nd2.GUID
}

var creations = []creation{
	{"adapter.createcompletionqueue", calls.AdapterCreateCompletionQueue, "IND2CompletionQueue", nd2.IIDCompletionQueue},
	{"adapter.createsharedreceivequeue", calls.AdapterCreateSharedReceiveQueue, "IND2SharedReceiveQueue", nd2.IIDSharedReceiveQueue},
	{"adapter.createqueuepair", calls.AdapterCreateQueuePair, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.createqueuepairwithsrq", calls.AdapterCreateQueuePairWithSrq, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.creatememoryregion", calls.AdapterCreateMemoryRegion, "IND2MemoryRegion", nd2.IIDMemoryRegion},
	{"adapter.creatememorywindow", calls.AdapterCreateMemoryWindow, "IND2MemoryWindow", nd2.IIDMemoryWindow},
	{"adapter.createconnector", calls.AdapterCreateConnector, "IND2Connector", nd2.IIDConnector},
	{"adapter.createlistener", calls.AdapterCreateListener, "IND2Listener", nd2.IIDListener},
	{"provider.openadapter", calls.ProviderOpenAdapter, "IND2Adapter", nd2.IIDAdapter},
}

// creating breaks what is created, and by which parameters.
func creating() (list []Mutant) {
	for _, m := range creations {
		list = append(list, by(m.entry+".unknown-iid", "accepted", "An interface id that is not known yields an object.",
			before(m.method, func(c *calls.Call) {
				if c.IID != nd2.IIDUnknown {
					c.IID = m.iid
				}
			})))
		entry := m.entry + ".inherits-overlapped"
		switch m.kind {
		case "IND2QueuePair", "IND2Adapter":
			continue
		case "IND2MemoryWindow":
			entry = m.entry + ".interfaces"
		default:
			list = append(list, by(entry, "not-overlapped", "The object says that it has no interface IND2Overlapped.",
				refusingInterface(m.kind, nd2.IIDOverlapped)))
		}
		list = append(list,
			by(entry, "not-itself", "The object says that it has no interface of its own.", refusingInterface(m.kind, m.iid)),
			by(entry, "everything", "The object says that it has every interface.",
				before(calls.QueryInterface, func(c *calls.Call) {
					if c.Object.Kind == m.kind {
						c.IID = m.iid
					}
				})))
	}
	return slices.Concat(list, queueCreation(), pairCreation(), affinities())
}

func refusingInterface(kind string, iid nd2.GUID) defect {
	return at(calls.QueryInterface, func(c *calls.Call) nd2.Status {
		if c.Object.Kind == kind && c.IID == iid {
			*c.Out = nil
			return nd2.NotSupported
		}
		return c.Proceed()
	})
}

func queueCreation() []Mutant {
	return []Mutant{
		by("adapter.createcompletionqueue.holds-depth", "one-less", "A queue holds a result less than it was created for.",
			before(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
				if c.Depth > 1 {
					c.Depth--
				}
			})),
		by("adapter.createcompletionqueue.holds-depth", "at-most-2048", "A queue holds no more than 2,048 results.",
			before(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
				if c.Depth <= limits(c).MaxCompletionQueueDepth {
					c.Depth = min(c.Depth, 2048)
				}
			})),
		by("adapter.createqueuepairwithsrq.nd-success", "half", "A queue pair with a shared receive queue holds half of the initiator requests that it was created for.",
			before(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) {
				if c.InitiatorDepth > 1 && c.InitiatorDepth <= limits(c).MaxInitiatorQueueDepth {
					c.InitiatorDepth /= 2
				}
			})),
		by("adapter.createqueuepairwithsrq.results-by-kind", "no-reads", "A Read of a queue pair with a shared receive queue has no result.",
			without(func(o *calls.Outcome) bool {
				return o.Succeeded(nd2.RequestRead) && o.On != nil && o.On.SRQ != nil
			})),
		by("adapter.createcompletionqueue.largest-depth", "refused", "A completion queue of the largest depth is refused.",
			refusing(calls.AdapterCreateCompletionQueue, nd2.InvalidParameter3, func(c *calls.Call) bool { return c.Depth == limits(c).MaxCompletionQueueDepth })),
		by("adapter.createcompletionqueue.overlapped-file", "first", "Notifications go to the adapter's first overlapped file.", onFirstFile(calls.AdapterCreateCompletionQueue)),
		by("adapter.createsharedreceivequeue.overlapped-file", "first", "Notifications go to the adapter's first overlapped file.", onFirstFile(calls.AdapterCreateSharedReceiveQueue)),
		by("adapter.createsharedreceivequeue.maxima-together", "invalid", "The largest depth together with the most entries is an invalid parameter.",
			refusing(calls.AdapterCreateSharedReceiveQueue, nd2.InvalidParameter3, func(c *calls.Call) bool {
				info := limits(c)
				return c.Depth == info.MaxSharedReceiveQueueDepth && c.SGEs == info.MaxReceiveSGE
			})),
		by("cq.let-go-by-queue-pairs", "kept", "A queue pair that has been released keeps its receive completion queue.", leaking(calls.AdapterCreateQueuePair, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
		by("adapter.createqueuepairwithsrq.drops-references", "queue-kept", "A queue pair that has been released keeps its shared receive queue.", leaking(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) nd2.Unknown { return c.SRQ })),
		by("adapter.createqueuepairwithsrq.drops-references", "completion-queue-kept", "A queue pair that has been released keeps its receive completion queue.", leaking(calls.AdapterCreateQueuePairWithSrq, func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ })),
		by("adapter.createqueuepair.keeps-references", "not", "A queue pair keeps no reference to its receive completion queue.", after(calls.AdapterCreateQueuePair, func(c *calls.Call) {
			calls.Unwrap(c.ReceiveCQ).Release()
			if c.InitiatorCQ == c.ReceiveCQ {
				calls.Unwrap(c.InitiatorCQ).Release()
			}
		})),
		by("adapter.createqueuepairwithsrq.keeps-references", "gone", "A shared receive queue is gone with the client's last reference, and takes no more.",
			func() calls.Hooks {
				var gone calls.Record[bool]
				return calls.Hooks{
					Call: func(c *calls.Call) nd2.Status {
						s := c.Proceed()
						if q, ok := c.Self.(*calls.SharedReceiveQueue); ok && c.Method == calls.Release && c.Count <= users(q) {
							gone.Set(c.Object, true)
							c.Count = 0
						}
						return s
					},
					Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
						return slices.DeleteFunc(fresh, func(o calls.Outcome) bool { return o.FromSRQ() && gone.Get(o.Of.Object) })
					},
				}
			}),
	}
}

// users counts the queue pairs that take from a shared receive queue.
func users(q *calls.SharedReceiveQueue) (n uint32) {
	for _, p := range calls.Living[*calls.QueuePair](&q.Object) {
		if p.SRQ == q {
			n++
		}
	}
	return n
}

func pairCreation() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"adapter.createqueuepair", calls.AdapterCreateQueuePair}, {"adapter.createqueuepairwithsrq", calls.AdapterCreateQueuePairWithSrq},
	} {
		list = append(list,
			by(m.entry+".context", "none", "Results have no queue pair's context.", before(m.method, func(c *calls.Call) { c.Context = 0 })),
			by(m.entry+".one-completion-queue", "refused", "A queue pair needs two completion queues.",
				refusing(m.method, nd2.InvalidParameter3, func(c *calls.Call) bool { return c.ReceiveCQ == c.InitiatorCQ })),
			by(m.entry+".results-by-kind", "swapped", "Results of Receives go to the initiator completion queue, and all others to the receive completion queue.",
				before(m.method, func(c *calls.Call) { c.ReceiveCQ, c.InitiatorCQ = c.InitiatorCQ, c.ReceiveCQ })),
			by(m.entry+".maxima-together", "invalid", "All the largest limits at once are invalid parameters.",
				refusing(m.method, nd2.InvalidParameter6, func(c *calls.Call) bool {
					info := limits(c)
					return c.InitiatorDepth == info.MaxInitiatorQueueDepth && c.InitiatorSGEs == info.MaxInitiatorSGE
				})))
	}
	otherQueue := func(c *calls.Call) {
		if c.ReceiveCQ == nil {
			c.ReceiveCQ = c.InitiatorCQ
		}
	}
	return append(list,
		by("adapter.createqueuepair.no-completion-queue", "other", "Without a receive completion queue the initiator's serves as both.", before(calls.AdapterCreateQueuePair, otherQueue)),
		by("adapter.createqueuepairwithsrq.no-queue", "other", "Without a receive completion queue the initiator's serves as both.", before(calls.AdapterCreateQueuePairWithSrq, otherQueue)),
		by("adapter.createqueuepair.depths-together", "invalid", "Both largest depths at once are an invalid parameter.",
			refusing(calls.AdapterCreateQueuePair, nd2.InvalidParameter6, func(c *calls.Call) bool {
				info := limits(c)
				return c.ReceiveDepth == info.MaxReceiveQueueDepth && c.InitiatorDepth == info.MaxInitiatorQueueDepth
			})),
		by("adapter.createqueuepairwithsrq.empty-queue-keeps-connection", "impatient", "A Send that finds the shared receive queue empty fails.",
			after(calls.QPSend, func(c *calls.Call) {
				if c.Unfinished() {
					c.OnQP().Inner.Flush()
				}
			})),
		by("adapter.createqueuepairwithsrq.empty-queue-keeps-connection", "times-out", "A Send that finds the shared receive queue empty is canceled once another has timed out.", timesOutTogether),
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "impatient", "Sends that find the shared receive queue empty fail.",
			after(calls.QPSend, func(c *calls.Call) {
				if c.Unfinished() {
					c.OnQP().Inner.Flush()
				}
			})),
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "out-of-order", "Messages that have waited for a Receive arrive in the wrong order.", pairwise(calls.QPSend)),
	)
}

// timesOutTogether has the Sends that wait for a Receive canceled once one has timed out.
func timesOutTogether() calls.Hooks {
	var waits calls.Record[bool]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.QPSend && s == nd2.Success && c.Unfinished() {
				waits.Set(c.Object, true)
			}
			return s
		},
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if slices.ContainsFunc(fresh, func(o calls.Outcome) bool { return o.Status == nd2.IOTimeout }) {
				for _, pair := range calls.Living[*calls.QueuePair](&q.Object) {
					if waits.Get(&pair.Object) {
						pair.Inner.Flush()
					}
				}
			}
			return fresh
		},
	}
}

// limits asks what the adapter that a creating call is on can.
func limits(c *calls.Call) nd2.AdapterInfo { return c.Self.(*calls.Adapter).Limits() }

// leaking makes a defect by which a created object's reference to another is never
// dropped.
func leaking(method string, to func(*calls.Call) nd2.Unknown) defect {
	return after(method, func(c *calls.Call) { calls.Unwrap(to(c)).AddRef() })
}

// onFirstFile makes a defect by which objects are created on the first file of
// their adapter.
func onFirstFile(method string) defect {
	return keeping(func(c *calls.Call, first *calls.Record[nd2.OverlappedFile]) nd2.Status {
		if f := first.Get(c.Object); c.Method == method && f != nil {
			c.File = f
		}
		s := c.Proceed()
		if c.Method == calls.AdapterCreateOverlappedFile && s == nd2.Success {
			first.Keep(c.Object, c.File)
		}
		return s
	})
}
