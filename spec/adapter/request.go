package adapter

import (
	"math"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A request is what a method of IND2Adapter is asked to create: an object of an interface, by other parameters, which
// count from 1 as in the C declaration. A missing one is 0, or NULL.
type request struct {
	method     string
	iid        nd2.GUID
	parameters map[int]any
}

// few is the depth of a small queue, at most what there is.
func few(limit uint32) uint32 { return min(8, limit) }

// ordinary asks for a small object, on new queues if it is a queue pair.
func ordinary(local *Side, method string) request {
	limits, results, one := local.Info, few(local.MaxResults()), uint32(1)
	switch method {
	case "CreateCompletionQueue":
		return request{method, nd2.IIDCompletionQueue, map[int]any{3: results}}
	case "CreateSharedReceiveQueue":
		return request{method, nd2.IIDSharedReceiveQueue, map[int]any{3: few(limits.MaxSharedReceiveQueueDepth), 4: one}}
	case "CreateQueuePair":
		return request{method, nd2.IIDQueuePair, map[int]any{
			2: local.CompletionQueue(results), 3: local.CompletionQueue(results),
			5: min(results, limits.MaxReceiveQueueDepth), 6: min(results, limits.MaxInitiatorQueueDepth),
			7: one, 8: one,
		}}
	case "CreateQueuePairWithSrq":
		return request{method, nd2.IIDQueuePair, map[int]any{
			2: local.CompletionQueue(results), 3: local.CompletionQueue(results), 4: anySharedReceiveQueue(nil, local),
			6: min(results, limits.MaxInitiatorQueueDepth), 7: one,
		}}
	}
	return request{method: method, iid: map[string]nd2.GUID{
		"CreateConnector": nd2.IIDConnector, "CreateListener": nd2.IIDListener,
		"CreateMemoryRegion": nd2.IIDMemoryRegion, "CreateMemoryWindow": nd2.IIDMemoryWindow,
	}[method], parameters: map[int]any{}}
}

// atMost is an ordinary request that is at its limits in some parameters.
func atMost(local *Side, method string, parameters ...int) request {
	r := ordinary(local, method)
	for _, l := range refusal.Limits {
		if l.Method == method && slices.Contains(parameters, l.Parameter) {
			r.set(l.Parameter, l.Of(local.Info))
		}
	}
	return r
}

// set changes a parameter.
func (r *request) set(parameter int, to any) {
	if iid, ok := to.(nd2.GUID); ok {
		r.iid = iid
		return
	}
	r.parameters[parameter] = to
}

// call asks for the object.
func (r request) call(local *Side) (object nd2.Unknown, s nd2.Status) {
	a, file := local.Adapter, local.File
	n := func(parameter int) uint32 { n, _ := r.parameters[parameter].(uint32); return n }
	u := func(parameter int) nd2.Unknown { u, _ := r.parameters[parameter].(nd2.Unknown); return u }
	switch r.method {
	case "CreateCompletionQueue":
		s = a.CreateCompletionQueue(r.iid, file, n(3), 0, 0, &object)
	case "CreateSharedReceiveQueue":
		s = a.CreateSharedReceiveQueue(r.iid, file, n(3), n(4), 0, 0, 0, &object)
	case "CreateQueuePair":
		s = a.CreateQueuePair(r.iid, u(2), u(3), 0, n(5), n(6), n(7), n(8), n(9), &object)
	case "CreateQueuePairWithSrq":
		s = a.CreateQueuePairWithSrq(r.iid, u(2), u(3), u(4), 0, n(6), n(7), n(8), &object)
	case "CreateConnector":
		s = a.CreateConnector(r.iid, file, &object)
	case "CreateListener":
		s = a.CreateListener(r.iid, file, &object)
	case "CreateMemoryRegion":
		s = a.CreateMemoryRegion(r.iid, file, &object)
	case "CreateMemoryWindow":
		s = a.CreateMemoryWindow(r.iid, &object)
	}
	return object, s
}

// make asks for the object, which is released when the spec ends.
func (r request) make(local *Side) (nd2.Unknown, nd2.Status) {
	object, s := r.call(local)
	if s == nd2.Success && object != nil {
		local.AtEnd(func() { object.Release() })
	}
	return object, s
}

// expectRefused shows that the call fails, and how, and returns no object.
func (r request) expectRefused(local *Side, how types.GomegaMatcher) {
	object, s := r.make(local)
	Expect(s).To(how)
	Expect(object).To(BeNil(), "the object given")
}

// beyond is one more than a limit. The spec is skipped if there is no such number.
func beyond(name string, limit uint32) uint32 {
	if limit == math.MaxUint32 {
		Unobservable("there is nothing beyond " + name)
	}
	return limit + 1
}

func anyCompletionQueue(_ SpecContext, s *Side) any { return s.CompletionQueue(few(s.MaxResults())) }

func anyMemoryRegion(_ SpecContext, s *Side) any { return s.MemoryRegion() }

// anySharedReceiveQueue skips the spec on an adapter that has none.
func anySharedReceiveQueue(_ SpecContext, s *Side) any {
	return s.SharedReceiveQueue(max(1, few(s.Info.MaxSharedReceiveQueueDepth)), 1, 0)
}
