package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/requirement/refusal"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A limitTitle says what is refused for a limit: in the titles of the specs that ask for one more, for far more, and
// for one more time and again. It is empty where there is no such spec.
type limitTitle struct{ beyond, far, often string }

var limitTitles = map[string]limitTitle{
	"adapter.createcompletionqueue.nd-invalid-parameter-3": {
		"one more than MaxCompletionQueueDepth", "a completion queue's depth", "",
	},
	"adapter.createsharedreceivequeue.nd-invalid-parameter-3": {
		"ND_INVALID_PARAMETER_3 for a depth above MaxSharedReceiveQueueDepth", "a shared receive queue's depth", "",
	},
	"adapter.createsharedreceivequeue.nd-invalid-parameter-4": {
		"ND_INVALID_PARAMETER_4 for more entries per request than MaxReceiveSge", "a shared receive queue's entries", "",
	},
	"adapter.createqueuepair.nd-invalid-parameter-5": {
		"a receive queue deeper than MaxReceiveQueueDepth", "a queue pair's Receives", "a queue pair of too many Receives",
	},
	"adapter.createqueuepair.nd-invalid-parameter-6": {
		"an initiator queue deeper than MaxInitiatorQueueDepth", "a queue pair's initiator requests",
		"a queue pair of too many initiator requests",
	},
	"adapter.createqueuepair.nd-invalid-parameter-7": {
		"more entries per Receive than MaxReceiveSge", "a queue pair's entries of Receives",
		"a queue pair of too many entries per Receive",
	},
	"adapter.createqueuepair.nd-invalid-parameter-8": {
		"more entries per initiator request than MaxInitiatorSge", "a queue pair's entries of initiator requests",
		"a queue pair of too many entries per initiator request",
	},
	"adapter.createqueuepair.nd-invalid-parameter-9": {
		"more inline data than MaxInlineDataSize", "a queue pair's inline data", "a queue pair of too much inline data",
	},
	"adapter.createqueuepairwithsrq.nd-invalid-parameter-6": {
		"an initiator queue deeper than MaxInitiatorQueueDepth", "",
		"a queue pair of too many requests beside a shared receive queue",
	},
	"adapter.createqueuepairwithsrq.nd-invalid-parameter-7": {beyond: "more entries per request than MaxInitiatorSge"},
	"adapter.createqueuepairwithsrq.nd-invalid-parameter-8": {beyond: "more inline data than MaxInlineDataSize"},
}

// A value is what a parameter is to be.
type value = func(ctx SpecContext, local *Side) any

// refused is an entry of a table about what a parameter of a method must not be.
func refused(what, method string, parameter int, wrong value, decorators ...any) TableEntry {
	decorators = append(decorators, Covers(refusal.Rule(method, parameter)))
	return Entry(what, append(decorators, method, parameter, wrong)...)
}

// refuses shows that a method refuses what a parameter is, and returns no object.
func refuses(ctx SpecContext, method string, parameter int, wrong value) {
	local := Local(ctx)
	r := ordinary(local, method)
	r.set(parameter, wrong(ctx, local))
	r.expectRefused(local, ReturnAsRuled(refusal.Rule(method, parameter)))
}

// needs shows that a method refuses a call without a parameter.
func needs(method string) func(ctx SpecContext, parameter int) {
	return func(ctx SpecContext, parameter int) {
		local := Local(ctx)
		r := ordinary(local, method)
		r.set(parameter, nil)
		r.expectRefused(local, ReturnFailure())
	}
}

// none is the number 0.
func none(SpecContext, *Side) any { return uint32(0) }

// oneMore is one more than a limit.
func oneMore(l refusal.Limit) value {
	return func(_ SpecContext, local *Side) any { return beyond(l.Name, l.Of(local.Info)) }
}

// beyondLimits are the entries of a table about the limits of a method.
func beyondLimits(method string) (list []TableEntry) {
	for _, l := range refusal.Limits {
		if what := limitTitles[l.Rule()].beyond; l.Method == method && what != "" {
			list = append(list, refused(what, method, l.Parameter, oneMore(l)))
		}
	}
	return list
}

// oftenBeyondLimits are the entries of a table about limits that are exceeded time and again.
func oftenBeyondLimits() (list []TableEntry) {
	for _, l := range refusal.Limits {
		if what := limitTitles[l.Rule()].often; what != "" {
			list = append(list, refused(what, l.Method, l.Parameter, oneMore(l), Variant("often")))
		}
	}
	return list
}

// farBeyondLimits are the entries of a table about limits that are exceeded by far.
func farBeyondLimits() (list []TableEntry) {
	for _, l := range refusal.Limits {
		if what := limitTitles[l.Rule()].far; what != "" {
			list = append(list, Entry(what, Covers(l.Rule()), Variant("far-beyond"), l))
		}
	}
	return list
}

// farBeyond are numbers that overflow when they are multiplied by an entry's size, or are negative as a
// signed number.
var farBeyond = []uint32{1 << 26, 1<<28 + 1, 1<<31 - 1, 1 << 31, 0xFFFFFFFF}

// What is far beyond a limit is refused as what is just beyond it.
var _ = DescribeTable("IND2Adapter refuses numbers that are far beyond its limits:",
	func(ctx SpecContext, l refusal.Limit) {
		local := Local(ctx)
		r := ordinary(local, l.Method)
		for _, n := range farBeyond {
			if n <= l.Of(local.Info) {
				continue
			}
			r.set(l.Parameter, n)
			object, s := r.make(local)
			Expect(s).To(ReturnAsRuled(l.Rule()), "%d", n)
			Expect(object).To(BeNil(), "the object given for %d", n)
		}
	}, farBeyondLimits())
