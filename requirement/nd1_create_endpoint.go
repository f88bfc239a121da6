package requirement

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
)

// misnumbered is the ruling on INDConnector::CreateEndpoint's numbers.
const misnumbered = "A shipped provider counts the parameters differently, but still says that one of them is wrong."

// retryOfND1 is the ruling on a connector that was refused.
const retryOfND1 = "The pages of v2 forbid using a connector again after it has failed, and those of v1 do not " +
	"promise it."

var nd1CreateEndpoint = of(
	Entry{
		Interface: "INDConnector", Method: "CreateEndpoint", Kind: Return, Profile: ND1, Needs: []Need{NeedND1},
		Source: "INDConnector::CreateEndpoint; ndspi.h, INDConnector",
	},
	Entry{
		ID:     "endpoint.createendpoint.nd-success",
		Rule:   "An endpoint within the adapter's limits is created, each limit alone included, and carries data.",
		Halves: []string{"inbound-entries", "inbound-sge", "outbound-entries", "outbound-sge", "read-limits"},
	},
	wrongND1(1, "An inbound completion queue of another adapter is refused."),
	wrongND1(2, "An outbound completion queue of another adapter is refused."),
	wrongND1(3, "More inbound entries than MaxInboundRequests are refused."),
	wrongND1(4, "More outbound entries than MaxOutboundRequests are refused."),
	wrongND1(5, "More scatter/gather entries per Receive than MaxInboundSge are refused."),
	wrongND1(6, "More scatter/gather entries per outbound request than MaxOutboundSge are refused."),
	wrongND1(7, "An inbound read limit above MaxInboundReadLimit is refused."),
	wrongND1(8, "An outbound read limit above MaxOutboundReadLimit is refused."),
	Entry{
		ID: "endpoint.createendpoint.completion-queue-needed", Kind: Limit, Level: Should, MayCrash: true,
		Rule: "Leaving out a completion queue is refused, and so is one of another handle to the adapter.",
		Ruling: "The page names a code for a queue that is not valid; the client must see to it that it hands in a queue, " +
			"and a queue of the connector's adapter.",
	},
	Entry{
		ID:   "endpoint.createendpoint.nd-insufficient-resources",
		Rule: "When the hardware does not have enough resources for the endpoint, the call says so.",
	},
	Entry{ID: "endpoint.createendpoint.nd-device-removed"},
	Entry{
		ID: "endpoint.createendpoint.one-at-a-time", Kind: Lifetime, Source: "INDConnector::CreateEndpoint, Remarks",
		Rule:   "A connector that has an endpoint gets no second endpoint, and its first keeps working.",
		Halves: []string{"another", "ends-first"},
	},
	Entry{
		ID: "endpoint.createendpoint.another-after-release", Kind: Lifetime, Source: "INDConnector::CreateEndpoint, Remarks",
		Rule: "When its endpoint has been released, a connector is given another.",
	},
	Entry{
		ID: "endpoint.createendpoint.own-connector-only", Kind: Lifetime, Level: Should,
		Source: "INDConnector::CreateEndpoint, Remarks; INDConnector::Connect, Parameters",
		Rule:   "Connect and Accept take the endpoint of their own connector, and refuse another connector's.",
		Ruling: "The page asks it of clients, and names no code for the provider.",
	},
	Entry{
		ID: "endpoint.createendpoint.inline-data-optional", Kind: Limit, Source: "ndspi.h, INDConnector::CreateEndpoint",
		Rule:   "The inline data size is returned, and need not be asked for.",
		Halves: []string{"demanded", "not-told"},
	},
	Entry{
		ID: "endpoint.createendpoint.inline-data-value", Kind: Limit, Level: Info,
		Source: "INDConnector::CreateEndpoint, Parameters", Rule: "The suite records the inline data size that is returned.",
		Ruling: "It is the provider's to say, and may be 0.",
	},
	Entry{
		ID: "endpoint.createendpoint.one-completion-queue", Kind: Data, Source: "INDConnector::CreateEndpoint, Remarks",
		Rule:   "One completion queue may serve as both, and then has the results of all requests.",
		Halves: []string{"receives-lost", "refused", "sends-lost"},
	},
	Entry{
		ID: "endpoint.createendpoint.results-by-kind", Kind: Data, Source: "INDConnector::CreateEndpoint, Remarks",
		Rule:   "Results of Receives are queued in the inbound completion queue, all others in the outbound one.",
		Halves: []string{"inbound", "outbound", "swapped"},
	},
	Entry{
		ID: "endpoint.createendpoint.zero-read-limits", Kind: Limit, Source: "INDConnector::CreateEndpoint, Parameters",
		Rule: "With read limits of 0 an endpoint has no Reads, and everything else works.",
	},
	Entry{
		ID: "endpoint.createendpoint.read-limits-offered", Kind: Limit, Source: "INDConnector, Remarks",
		Rule: "The peer, which is asked for a connection or answered, sees no more than the endpoint's read limits, its " +
			"outbound one as inbound and the other way round.",
		Ruling: fewerReads, Halves: []string{"inbound", "one-more", "swapped"},
	},
	Entry{
		ID: "endpoint.createendpoint.keeps-completion-queues", Kind: Lifetime, Level: Should, Rests: COMGround,
		Source: "NetworkDirectSPI.md, NetworkDirect SPI model",
		Rule: "The endpoint keeps working after the client has released its completion queues, and leaves them to a " +
			"client that has not.",
		Ruling: "Objects are COM's and hold references to what they use; no page says so about completion queues.",
	},
	Entry{
		ID: "endpoint.connect.nd-buffer-overflow", Method: "Connect", Rests: ND1Ground, Source: "INDConnector::Connect",
		Rule: "More private data than MaxCallerData is refused.",
	},
	Entry{
		ID: "endpoint.connect.retry-after-buffer-overflow", Method: "Connect", Kind: Lifetime, Level: Should,
		Rests: ND1Ground, Source: "INDConnector::Connect",
		Rule:   "After private data that was too long, the connector connects without any.",
		Ruling: retryOfND1,
	},
	Entry{
		ID: "endpoint.accept.nd-buffer-overflow", Method: "Accept", Rests: ND1Ground, Source: "INDConnector::Accept",
		Rule: "More private data than MaxCalleeData is refused, and no connection comes of it.",
	},
	Entry{
		ID: "endpoint.accept.retry-after-buffer-overflow", Method: "Accept", Kind: Lifetime, Level: Should, Rests: ND1Ground,
		Source: "INDConnector::Accept", Rule: "After private data that was too long, the connector accepts without any.",
		Ruling: retryOfND1,
	},
)

// wrongND1 is the rule on the n-th parameter.
func wrongND1(n int, rule string) Entry {
	return Entry{
		ID: fmt.Sprintf("endpoint.createendpoint.nd-invalid-parameter-%d", n), Rule: rule, Ruling: misnumbered,
		Accept: prefer(nd2.InvalidParameter1+nd2.Status(n-1), anyInvalidParameter...),
	}
}
