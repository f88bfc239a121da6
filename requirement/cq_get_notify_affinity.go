package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// noAffinityRuling, affinityNotTold and affinityNotLookedAt are the rulings on both GetNotifyAffinity.
const (
	noAffinityRuling = "Parameters describes a bitmap, and does not say that a bit is set; where an affinity is asked " +
		"for, 0 stands for no specific one."
	affinityNotTold = "GetNotifyAffinity, Return Value, lists ND_NOT_SUPPORTED for adapters that cannot set an " +
		"affinity; what follows it there encourages providers to answer all the same."
	affinityNotLookedAt = "GetNotifyAffinity, Return Value, lists both codes and no order: a provider may say that it " +
		"has no affinity to tell before it looks at the parameters, if that is what it answers to good ones, too."
)

var cqGetNotifyAffinity = of(
	Entry{Interface: "IND2CompletionQueue", Method: "GetNotifyAffinity", Kind: Return, Profile: Core},
	Entry{
		ID:     "cq.getnotifyaffinity.nd-success",
		Rule:   "The processors that notifications are processed on are reported, even where the client has no say in them.",
		Accept: []nd2.Status{nd2.Success, nd2.NotSupported}, Ruling: affinityNotTold,
	},
	Entry{
		ID:   "cq.getnotifyaffinity.nd-insufficient-resources",
		Rule: "When what the call needs cannot be allocated, it says so.",
	},
	Entry{
		ID:     "cq.getnotifyaffinity.nd-invalid-parameter",
		Rule:   "A call without a place for the group or for the affinity is refused.",
		Accept: []nd2.Status{nd2.InvalidParameter, nd2.NotSupported}, Ruling: affinityNotLookedAt,
		Halves: []string{"affinity", "group"},
	},
	Entry{ID: "cq.getnotifyaffinity.nd-device-removed"},
	Entry{
		ID: "cq.getnotifyaffinity.nd-not-supported", Needs: []Need{Fault(fault.AffinityUnsupported)},
		Rule: "An adapter that has no affinity to report says so.",
	},
	Entry{
		ID: "cq.getnotifyaffinity.names-a-processor", Kind: Data, Level: Should, Source: "Parameters",
		Rule:   "The affinity of a call that succeeds has a bit set for at least one processor.",
		Ruling: noAffinityRuling,
	},
	Entry{
		ID: "cq.getnotifyaffinity.existing-processors", Kind: Data, Level: Info, Source: "Parameters",
		Rule:   "The group and the processors that are reported are recorded, beside how many the process may use.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "cq.getnotifyaffinity.group-zero", Kind: Data, Source: "Parameters",
		Rule: "The group is zero on an operating system without processor groups.",
	},
)
