package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var srqGetNotifyAffinity = of(
	Entry{
		Interface: "IND2SharedReceiveQueue", Method: "GetNotifyAffinity", Kind: Return, Profile: SRQ, Needs: []Need{NeedSRQ},
	},
	Entry{
		ID: "srq.getnotifyaffinity.nd-success", Source: "Remarks",
		Rule:   "The call reports where notifications are processed, whether that can be set or not.",
		Accept: []nd2.Status{nd2.Success, nd2.NotSupported}, Ruling: affinityNotTold,
	},
	Entry{
		ID:   "srq.getnotifyaffinity.nd-insufficient-resources",
		Rule: "When a resource that the answer takes is not available, the call says so.",
	},
	Entry{
		ID:     "srq.getnotifyaffinity.nd-invalid-parameter",
		Rule:   "A call without a place for the group or for the affinity is refused.",
		Accept: []nd2.Status{nd2.InvalidParameter, nd2.NotSupported}, Ruling: affinityNotLookedAt,
		Halves: []string{"affinity", "group"},
	},
	Entry{ID: "srq.getnotifyaffinity.nd-device-removed"},
	Entry{
		ID: "srq.getnotifyaffinity.nd-not-supported", Needs: []Need{Fault(fault.AffinityUnsupported)},
		Rule: "An adapter that cannot tell where notifications are processed says so.",
	},
	Entry{
		ID: "srq.getnotifyaffinity.names-a-processor", Kind: Data, Level: Should, Source: "Parameters",
		Rule:   "The affinity of a call that succeeds has a bit set for at least one processor.",
		Ruling: noAffinityRuling,
	},
	Entry{
		ID: "srq.getnotifyaffinity.existing-processors", Kind: Data, Level: Info, Source: "Parameters",
		Rule:   "The group and the processors that are reported are recorded, beside how many the process may use.",
		Ruling: processorsAreTheSystems,
	},
	Entry{
		ID: "srq.getnotifyaffinity.group-zero", Kind: Data, Source: "Parameters",
		Rule: "The group is zero on an operating system without processor groups.",
	},
)
