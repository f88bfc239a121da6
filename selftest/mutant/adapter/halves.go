package adapter

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks the second halves of sentences: a refusal returns no object, a buffer is
// left as it is; and, of limits and objects that are named together, one at a time.
func halves() []Mutant {
	list := slices.Concat(
		ReturningObjects("IND2Adapter"),
		TooSmall("adapter.query.nd-buffer-overflow", calls.AdapterQuery),
		TooSmall("adapter.queryaddresslist.nd-buffer-overflow", calls.AdapterQueryAddressList),
		Malformed("adapter.queryaddresslist", calls.AdapterQueryAddressList),
		kindsOfObjects(), limitsOfPairs(), depths(), queriedLimits(), pairResults(),
	)
	for _, m := range creations {
		entry := m.entry + ".inherits-overlapped"
		if _, ok := requirement.Lookup(entry); !ok {
			entry = m.entry + ".interfaces"
		}
		if m.kind != "IND2QueuePair" {
			list = append(list, New(entry+"/no-unknown", "QueryInterface does not return IUnknown.",
				RefusingInterface(m.kind, nd2.IIDUnknown)))
		}
	}
	return list
}

// kindsOfObjects breaks, for each parameter that takes one kind of object of this adapter, one half of what is refused.
func kindsOfObjects() (list []Mutant) {
	for _, method := range []struct {
		entry string
		has   []func(c *calls.Call) nd2.Unknown
	}{
		{"adapter.createqueuepair", []func(c *calls.Call) nd2.Unknown{
			func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ },
			func(c *calls.Call) nd2.Unknown { return c.InitiatorCQ },
		}},
		{"adapter.createqueuepairwithsrq", []func(c *calls.Call) nd2.Unknown{
			func(c *calls.Call) nd2.Unknown { return c.ReceiveCQ },
			func(c *calls.Call) nd2.Unknown { return c.InitiatorCQ },
			func(c *calls.Call) nd2.Unknown { return c.SRQ },
		}},
	} {
		for i, given := range method.has {
			foreign := func(c *calls.Call) bool {
				o := calls.ObjectOf(given(c))
				return o != nil && o.Kind == []string{"IND2CompletionQueue", "IND2CompletionQueue", "IND2SharedReceiveQueue"}[i]
			}
			list = append(list, Halves(method.entry+".nd-invalid-parameter-"+string(rune('2'+i)),
				Half{Name: "foreign", When: "of another adapter's queue", Call: foreign},
				Half{Name: "kind", When: "of another kind of object", Call: func(c *calls.Call) bool { return !foreign(c) }},
			)...)
		}
	}
	return list
}

// limitsOfPairs breaks, for each limit of a queue pair, that it is reached.
func limitsOfPairs() (list []Mutant) {
	half := map[string][2]string{
		"MaxReceiveQueueDepth":   {"receive-depth", "the largest depth for Receives"},
		"MaxInitiatorQueueDepth": {"initiator-depth", "the largest depth for initiator requests"},
		"MaxReceiveSge":          {"receive-entries", "the most entries of a Receive"},
		"MaxInitiatorSge":        {"initiator-entries", "the most entries of an initiator request"},
		"MaxInlineDataSize":      {"inline-data", "the most inline data"},
	}
	for _, l := range refusal.Limits {
		if !strings.HasPrefix(l.Method, "CreateQueuePair") {
			continue
		}
		list = append(list, New("adapter."+strings.ToLower(l.Method)+".nd-success/"+half[l.Name][0],
			"A queue pair of "+half[l.Name][1]+" is refused.",
			Refusing("IND2Adapter::"+l.Method, nd2.InvalidParameter10, func(c *calls.Call) bool {
				return *number(c, l) == l.Of(limits(c))
			})))
	}
	return list
}

// depths breaks one end of the range of a queue's depth at a time.
func depths() (list []Mutant) {
	deepest := func(c *calls.Call) uint32 {
		if c.Method == calls.AdapterCreateCompletionQueue {
			return limits(c).MaxCompletionQueueDepth
		}
		return limits(c).MaxSharedReceiveQueueDepth
	}
	for _, q := range []struct {
		entry, method string
		code          string
	}{
		{"adapter.createcompletionqueue", calls.AdapterCreateCompletionQueue, "nd-invalid-parameter-3"},
		{"adapter.createsharedreceivequeue", calls.AdapterCreateSharedReceiveQueue, "nd-invalid-parameter-3"},
	} {
		list = append(list, New(q.entry+".nd-success/least", "A queue of depth 1 is refused.",
			Refusing(q.method, nd2.InvalidParameter3, func(c *calls.Call) bool { return c.Depth == 1 })))
		list = append(list, New(q.entry+".nd-success/most", "A queue that is nearly as deep as can be is refused.",
			Refusing(q.method, nd2.InvalidParameter3, func(c *calls.Call) bool {
				return c.Depth == deepest(c)-1 || q.method != calls.AdapterCreateCompletionQueue && c.Depth == deepest(c)
			})))
		if q.method == calls.AdapterCreateCompletionQueue { // a shared receive queue of none is ruled nothing of
			list = append(list, Halves(q.entry+"."+q.code, Half{
				Name: "zero", When: "of a depth of 0", Call: func(c *calls.Call) bool { return c.Depth == 0 },
			})...)
		}
		list = append(list, Halves(q.entry+"."+q.code,
			Half{Name: "one-more", When: "of a depth of one more than the most", Call: func(c *calls.Call) bool {
				return c.Depth == deepest(c)+1
			}},
			Half{Name: "far-beyond", When: "of a depth far beyond the most", Call: func(c *calls.Call) bool {
				return c.Depth > deepest(c)+1
			}})...)
	}
	return list
}

// queriedLimits breaks one limit that Query reports at a time: it is what is left, or it is missing.
func queriedLimits() (list []Mutant) {
	for _, l := range []struct {
		name   string
		needed bool // no adapter can do without
		of     func(i *nd2.AdapterInfo) *uint32
	}{
		{"initiator-entries", true, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInitiatorSGE }},
		{"receive-entries", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxReceiveSGE }},
		{"read-entries", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxReadSGE }},
		{"transfer", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxTransferLength }},
		{"inline-data", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInlineDataSize }},
		{"inbound-reads", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInboundReadLimit }},
		{"outbound-reads", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxOutboundReadLimit }},
		{"receive-depth", true, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxReceiveQueueDepth }},
		{"initiator-depth", true, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInitiatorQueueDepth }},
		{"shared-receive-depth", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxSharedReceiveQueueDepth }},
		{"completion-depth", true, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxCompletionQueueDepth }},
		{"caller-data", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxCallerData }},
		{"callee-data", false, func(i *nd2.AdapterInfo) *uint32 { return &i.MaxCalleeData }},
	} {
		list = append(list, New("adapter.query.constant-limits/"+l.name, "One limit is less while a queue pair exists.",
			Since(On(calls.AdapterCreateQueuePair).Anywhere(), On(calls.AdapterQuery).Anywhere(),
				Then(func(c *calls.Call) { *l.of(c.Info)-- }))))
		if l.needed {
			list = append(list, New("adapter.query.limits/no-"+l.name, "One limit that no adapter can do without is 0.",
				saying(func(i *nd2.AdapterInfo) { *l.of(i) = 0 })))
		}
	}
	return list
}

// pairResults breaks, for each type of request, in which queue a queue pair's results are.
func pairResults() (list []Mutant) {
	for _, t := range EveryInitiated {
		for _, m := range []struct {
			entry  string
			shared bool
		}{{"adapter.createqueuepair", false}, {"adapter.createqueuepairwithsrq", true}} {
			list = append(list, New(m.entry+".results-by-kind/no-"+t.String(),
				"A queue pair's completion queue for initiator requests, if it is no other, has no results of type "+t.String()+".",
				LosingResults(func(o *calls.Outcome) bool {
					return o.RequestType == t && o.On != nil && (o.On.SRQ != nil) == m.shared && o.On.ReceiveCQ != o.On.InitiatorCQ
				})))
		}
	}
	return list
}
