package mutant

import (
	"cmp"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// A creation is a method that creates an object.
type creation struct {
	entry, method, kind string
	iid                 nd2.GUID
}

var creations = []creation{
	{"adapter.createcompletionqueue", createCompletionQueue, "IND2CompletionQueue", nd2.IIDCompletionQueue},
	{"adapter.createsharedreceivequeue", createSharedReceiveQueue, "IND2SharedReceiveQueue", nd2.IIDSharedReceiveQueue},
	{"adapter.createqueuepair", createQueuePair, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.createqueuepairwithsrq", createQueuePairWithSrq, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.creatememoryregion", createRegion, "IND2MemoryRegion", nd2.IIDMemoryRegion},
	{"adapter.creatememorywindow", createWindow, "IND2MemoryWindow", nd2.IIDMemoryWindow},
	{"adapter.createconnector", createConnector, "IND2Connector", nd2.IIDConnector},
	{"adapter.createlistener", createListener, "IND2Listener", nd2.IIDListener},
	{"provider.openadapter", openAdapter, "IND2Adapter", nd2.IIDAdapter},
}

// creating breaks what is created, and by which parameters.
func creating() (list []Mutant) {
	for _, m := range creations {
		list = append(list, by(m.entry+".unknown-iid", "accepted", "An interface id that nobody knows gives an object.",
			before(m.method, func(c *call) {
				if c.iid != nd2.IIDUnknown {
					c.iid = m.iid
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
				before(queryInterface, func(c *call) {
					if c.object.kind == m.kind {
						c.iid = m.iid
					}
				})))
	}
	return slices.Concat(list, queueCreation(), pairCreation(), affinities())
}

const (
	queryInterface = "IUnknown::QueryInterface"
	openAdapter    = "IND2Provider::OpenAdapter"
)

func refusingInterface(kind string, iid nd2.GUID) func() defect {
	return at(queryInterface, func(c *call) nd2.Status {
		if c.object.kind == kind && c.iid == iid {
			*c.out = nil
			return nd2.NotSupported
		}
		return c.proceed()
	})
}

func queueCreation() []Mutant {
	return []Mutant{
		by("adapter.createcompletionqueue.holds-depth", "one-less", "A queue holds a result less than it was created for.",
			before(createCompletionQueue, func(c *call) {
				if c.depth > 1 {
					c.depth--
				}
			})),
		by("adapter.createcompletionqueue.overlapped-file", "first", "Notifications go to the adapter's first overlapped file.", onFirstFile(createCompletionQueue)),
		by("adapter.createsharedreceivequeue.overlapped-file", "first", "Notifications go to the adapter's first overlapped file.", onFirstFile(createSharedReceiveQueue)),
		by("adapter.createsharedreceivequeue.maxima-together", "invalid", "The largest depth together with the most entries is an invalid parameter.",
			refusing(createSharedReceiveQueue, nd2.InvalidParameter3, func(c *call) bool {
				info := c.limits()
				return c.depth == info.MaxSharedReceiveQueueDepth && c.sges == info.MaxReceiveSGE
			})),
		by("cq.let-go-by-queue-pairs", "kept", "A queue pair that has been released keeps its receive completion queue.", leaking(createQueuePair, func(c *call) nd2.Unknown { return c.receives })),
		by("adapter.createqueuepairwithsrq.drops-references", "queue-kept", "A queue pair that has been released keeps its shared receive queue.", leaking(createQueuePairWithSrq, func(c *call) nd2.Unknown { return c.shared })),
		by("adapter.createqueuepairwithsrq.drops-references", "completion-queue-kept", "A queue pair that has been released keeps its receive completion queue.", leaking(createQueuePairWithSrq, func(c *call) nd2.Unknown { return c.receives })),
		by("adapter.createqueuepair.keeps-references", "not", "A queue pair keeps no reference to its receive completion queue.", after(createQueuePair, func(c *call) {
			unwrap(c.receives).Release()
			if c.initiated == c.receives {
				unwrap(c.initiated).Release()
			}
		})),
		by("adapter.createqueuepairwithsrq.keeps-references", "gone", "A shared receive queue is gone with the client's last reference, and takes no more.",
			func() defect {
				var gone record[bool]
				return defect{
					call: func(c *call) nd2.Status {
						s := c.proceed()
						if q, ok := c.self.(*sharedReceiveQueue); ok && c.method == release && c.count <= c.users(q) {
							gone.set(c.object, true)
							c.count = 0
						}
						return s
					},
					results: func(_ *completionQueue, fresh []outcome) []outcome {
						return slices.DeleteFunc(fresh, func(o outcome) bool { return o.taken() && gone.get(o.of.object) })
					},
				}
			}),
	}
}

// users counts the queue pairs that take from a shared receive queue.
func (c *call) users(q *sharedReceiveQueue) (n uint32) {
	for _, p := range others[*queuePair](c.world, nil) {
		if p.shared == q {
			n++
		}
	}
	return n
}

func pairCreation() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"adapter.createqueuepair", createQueuePair}, {"adapter.createqueuepairwithsrq", createQueuePairWithSrq},
	} {
		list = append(list,
			by(m.entry+".context", "none", "Results have no queue pair's context.", before(m.method, func(c *call) { c.context = 0 })),
			by(m.entry+".one-completion-queue", "refused", "A queue pair needs two completion queues.",
				refusing(m.method, nd2.InvalidParameter3, func(c *call) bool { return c.receives == c.initiated })),
			by(m.entry+".results-by-kind", "swapped", "Results of Receives go to the initiator completion queue, and all others to the receive completion queue.",
				before(m.method, func(c *call) { c.receives, c.initiated = c.initiated, c.receives })),
			by(m.entry+".maxima-together", "invalid", "All the largest limits at once are invalid parameters.",
				refusing(m.method, nd2.InvalidParameterMix, func(c *call) bool {
					info := c.limits()
					return c.initiatorDepth == info.MaxInitiatorQueueDepth && c.initiatorSGEs == info.MaxInitiatorSGE
				})))
	}
	return append(list,
		by("adapter.createqueuepair.depths-together", "invalid", "Both largest depths at once are an invalid parameter.",
			refusing(createQueuePair, nd2.InvalidParameter6, func(c *call) bool {
				info := c.limits()
				return c.receiveDepth == info.MaxReceiveQueueDepth && c.initiatorDepth == info.MaxInitiatorQueueDepth
			})),
		by("adapter.createqueuepairwithsrq.empty-queue-keeps-connection", "impatient", "A Send that finds the shared receive queue empty fails.",
			after(send, func(c *call) {
				if c.waits() {
					c.pair().inner.Flush()
				}
			})),
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "impatient", "Sends that find the shared receive queue empty fail.",
			after(send, func(c *call) {
				if c.waits() {
					c.pair().inner.Flush()
				}
			})),
		by("adapter.createqueuepairwithsrq.hardware-flow-control", "out-of-order", "Messages that have waited for a Receive arrive in the wrong order.", pairwise(send)),
	)
}

// waits reports whether a request that was posted has no result yet.
func (c *call) waits() bool {
	q := c.pair()
	q.initiated.queued(nil)
	c.world.tickets.mu.Lock()
	defer c.world.tickets.mu.Unlock()
	for _, t := range c.world.tickets.issued {
		if t.object == c.object && t.request == c.request && t.flags&nd2.SilentSuccess == 0 {
			return true
		}
	}
	return false
}

// affinities break what is told of the processors, and what is asked of them.
func affinities() (list []Mutant) {
	for _, m := range []struct{ name, iface, create, entry string }{
		{"cq", "IND2CompletionQueue", createCompletionQueue, "adapter.createcompletionqueue"},
		{"srq", "IND2SharedReceiveQueue", createSharedReceiveQueue, "adapter.createsharedreceivequeue"},
	} {
		get := m.iface + "::GetNotifyAffinity"
		list = append(list,
			by(m.name+".getnotifyaffinity.names-a-processor", "none", "The affinity names no processor.", after(get, func(c *call) { *c.foundAffinity = 0 })),
			by(m.name+".getnotifyaffinity.group-zero", "one", "The group is 1.", after(get, func(c *call) { *c.foundGroup = 1 })),
			by(m.entry+".affinity-honored", "others", "Notifications are processed on all processors but those asked for.",
				func() defect {
					var asked record[uint64]
					return defect{call: func(c *call) nd2.Status {
						s := c.proceed()
						switch {
						case s != nd2.Success:
						case c.method == m.create:
							asked.set(objectOf(*c.out), c.affinity)
						case c.method == get:
							*c.foundAffinity = cmp.Or(*c.foundAffinity&^asked.get(c.object), 1<<63)
						}
						return s
					}}
				}),
			by(m.entry+".affinity-never-refused", "refused", "An affinity of another group, or of processors that there are not, is refused.",
				refusing(m.create, nd2.InvalidParameter, func(c *call) bool { return c.group != 0 || c.affinity>>32 != 0 })))
	}
	return list
}

// limits asks what the adapter that a creating call is on can.
func (c *call) limits() nd2.AdapterInfo { return c.self.(*adapter).limits() }

// leaking makes a defect by which a created object's reference to another is never
// dropped.
func leaking(method string, to func(*call) nd2.Unknown) func() defect {
	return after(method, func(c *call) { unwrap(to(c)).AddRef() })
}

// onFirstFile makes a defect by which objects are created on the first file of
// their adapter.
func onFirstFile(method string) func() defect {
	return func() defect {
		var first record[nd2.OverlappedFile]
		return defect{call: func(c *call) nd2.Status {
			if f := first.get(c.object); c.method == method && f != nil {
				c.file = f
			}
			s := c.proceed()
			if c.method == createFile && s == nd2.Success {
				first.update(c.object, func(f nd2.OverlappedFile) nd2.OverlappedFile {
					if f == nil {
						return c.file
					}
					return f
				})
			}
			return s
		}}
	}
}
