package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var connectorCompleteConnect = of(
	Entry{Interface: "IND2Connector", Method: "CompleteConnect", Kind: Return, Profile: Core},
	Entry{
		ID:   "connector.completeconnect.nd-success",
		Rule: "CompleteConnect establishes the connection that the peer has accepted: Accept completes, and data flows.",
	},
	Entry{
		ID:     "connector.completeconnect.nd-connection-invalid",
		Rule:   "A connector that is not connecting is refused: new, rejected, connected, or on the passive side.",
		Halves: []string{"accepting", "bound", "connected", "rejected", "rejecting", "requested"},
	},
	Entry{
		ID:     "connector.completeconnect.nd-pending",
		Rule:   "CompleteConnect may pend: its OVERLAPPED then tells when the connection is established.",
		Accept: []nd2.Status{nd2.Pending, nd2.Success}, Ruling: "A provider may complete it at once.",
	},
	Entry{ID: "connector.completeconnect.nd-device-removed"},
	Entry{
		ID: "connector.completeconnect.nd-io-timeout", Needs: []Need{Fault(fault.Hold)},
		Rule: "CompleteConnect reports that the peer has given the connection up for want of an answer; where it does " +
			"not, nothing arrives at the peer.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.ConnectionInvalid, nd2.ConnectionAborted, nd2.Success},
		Ruling: "CompleteConnect, Return Value, has ND_IO_TIMEOUT for an establishment that took too long, and " +
			"ND_CONNECTION_INVALID for a queue pair that is not connecting, as this one is not any more; of a peer that gave " +
			"up, Accept, Return Value, has ND_CONNECTION_ABORTED. A provider that has not heard of it yet, or whose peer does " +
			"not say so, completes the connection on its side: nothing says that the peer's word travels faster.",
	},
	Entry{
		ID: "connector.completeconnect.sent-again", Kind: Asynchronous, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "When the network loses the first message of a CompleteConnect, the peer's Accept succeeds.",
		Accept: []nd2.Status{nd2.Success}, Ruling: sentAgainRuling,
	},
	Entry{
		ID: "connector.completeconnect.timeout-is-transient", Kind: Lifetime, Needs: []Need{Fault(fault.Hold)},
		Source: "Return Value",
		Rule: "Once a peer has given a connection up for want of an answer, another connector connects to the same " +
			"listener.",
	},
	Entry{
		ID: "connector.completeconnect.required", Kind: Ordering, Source: "Remarks",
		Rule: "Without CompleteConnect there is no connection: the peer's Accept does not complete, and the active side " +
			"cannot Send.",
	},
	Entry{
		ID: "connector.completeconnect.not-reusable", Level: Info,
		Rule:   "After a CompleteConnect that has failed, a Connect of the connector is refused, or goes on.",
		Ruling: reuseRuling,
	},
)
