package drive

import (
	"github.com/ndconform/ndconform/nd2"
	limits "github.com/ndconform/ndconform/requirement/refusal"
)

// A creating is a method of IND2Adapter with its parameters by their numbers, of which the first is 1.
type creating struct {
	method  string
	iid     nd2.GUID
	objects [5]nd2.Unknown
	numbers [10]uint32
}

// creations are the methods that create, and the interfaces of what they create.
var creations = map[string]nd2.GUID{
	"CreateCompletionQueue": nd2.IIDCompletionQueue, "CreateSharedReceiveQueue": nd2.IIDSharedReceiveQueue,
	"CreateQueuePair": nd2.IIDQueuePair, "CreateQueuePairWithSrq": nd2.IIDQueuePair,
	"CreateMemoryRegion": nd2.IIDMemoryRegion, "CreateMemoryWindow": nd2.IIDMemoryWindow,
	"CreateConnector": nd2.IIDConnector, "CreateListener": nd2.IIDListener,
}

// creates makes a creation that would succeed but for what change changes.
func (x caller) creates(method string, change func(n *creating)) (st nd2.Status) {
	q := x.s.queues[x.c.Queue]
	n := &creating{method, creations[method], [5]nd2.Unknown{2: q, 3: q}, [10]uint32{1, 1, 1, 1, 1, 1, 1, 1, 1, 0}}
	switch method {
	case "CreateMemoryWindow":
		if !x.d.hasWindows(x.c.End) {
			return unmade
		}
	case "CreateSharedReceiveQueue", "CreateQueuePairWithSrq":
		if x.s.shared == nil {
			return unmade
		}
		n.objects[4], n.numbers[8] = x.s.shared, 0
	}
	if method == "CreateSharedReceiveQueue" {
		n.numbers[5] = 0
	}
	if change(n); n.method == "" {
		return unmade
	}
	var made nd2.Unknown
	st = n.on(x.s, &made)
	release(made) // an adapter may support more than it says
	return st
}

// on makes the call.
func (n *creating) on(s *side, o *nd2.Unknown) nd2.Status {
	a, u, i := s.Adapter, n.objects, n.numbers
	switch n.method {
	case "CreateCompletionQueue":
		return a.CreateCompletionQueue(n.iid, s.File, i[3], 0, 0, o)
	case "CreateSharedReceiveQueue":
		return a.CreateSharedReceiveQueue(n.iid, s.File, i[3], i[4], i[5], 0, 0, o)
	case "CreateQueuePair":
		return a.CreateQueuePair(n.iid, u[2], u[3], 0, i[5], i[6], i[7], i[8], i[9], o)
	case "CreateQueuePairWithSrq":
		return a.CreateQueuePairWithSrq(n.iid, u[2], u[3], u[4], 0, i[6], i[7], i[8], o)
	case "CreateMemoryRegion":
		return a.CreateMemoryRegion(n.iid, s.File, o)
	case "CreateMemoryWindow":
		return a.CreateMemoryWindow(n.iid, o)
	case "CreateConnector":
		return a.CreateConnector(n.iid, s.File, o)
	}
	return a.CreateListener(n.iid, s.File, o)
}

// foreign is an interface of providers, which no object that is created has.
var foreign = nd2.IIDProvider

// refusedCreations have a number beyond the adapter's limit, an interface of another kind, or something else in the
// place of a queue: a region, or a queue of another adapter.
var refusedCreations = func() (all []refusal) {
	add := func(method, what string, change func(x caller, n *creating)) {
		all = append(all, refusal{what: method + " with " + what, call: func(x caller) nd2.Status {
			return x.creates(method, func(n *creating) { change(x, n) })
		}})
	}
	for _, l := range limits.Limits {
		add(l.Method, "more than "+l.Name, func(x caller, n *creating) {
			most := l.Of(x.s.Info)
			if n.numbers[l.Parameter] = x.beyond(most); most == unlimited {
				n.method = ""
			}
		})
	}
	add("CreateCompletionQueue", "no depth", func(_ caller, n *creating) { n.numbers[3] = 0 })
	for _, method := range []string{
		"CreateCompletionQueue", "CreateSharedReceiveQueue", "CreateQueuePair", "CreateQueuePairWithSrq",
		"CreateMemoryRegion", "CreateMemoryWindow", "CreateConnector", "CreateListener",
	} {
		add(method, "an interface of another kind", func(_ caller, n *creating) { n.iid = foreign })
	}
	for _, method := range []string{"CreateQueuePair", "CreateQueuePairWithSrq"} {
		add(method, "something else for its Receives' queue", func(x caller, n *creating) { n.objects[2] = x.noQueue() })
		add(method, "something else for its requests' queue", func(x caller, n *creating) { n.objects[3] = x.noQueue() })
	}
	add("CreateQueuePairWithSrq", "something else for its shared receive queue",
		func(_ caller, n *creating) { n.objects[4] = n.objects[2] })
	return all
}()

// noQueue is no completion queue of the adapter.
func (x caller) noQueue() nd2.Unknown {
	if o := x.d.side[1-x.c.End]; x.c.Choice>>40&1 == 0 && (o.Instance != x.s.Instance || o.ID != x.s.ID) {
		return o.queues[0]
	}
	return x.s.regions[0].MemoryRegion
}
