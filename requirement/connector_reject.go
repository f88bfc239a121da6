package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var connectorReject = of(
	Entry{Interface: "IND2Connector", Method: "Reject", Kind: Return, Profile: Core},
	Entry{
		ID: "connector.reject.nd-success",
		Rule: "Either side can reject the connection, the passive side its request and the active side its answer, and the " +
			"other side's request fails.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:     "connector.reject.nd-pending",
		Rule:   "Reject says that it is over, or else that it goes on; the peer is rejected.",
		Accept: []nd2.Status{nd2.Success, nd2.Pending},
		Ruling: "The page lists both codes, but there is no OVERLAPPED that could tell how a Reject that pends ends.",
	},
	Entry{
		ID: "connector.reject.sent-again", Kind: Asynchronous, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "When the network loses the first answer of a Reject, the peer's Connect is refused.",
		Accept: []nd2.Status{nd2.ConnectionRefused}, Ruling: sentAgainRuling,
	},
	Entry{ID: "connector.reject.nd-device-removed"},
	Entry{
		ID: "connector.reject.nd-connection-aborted", Level: Should,
		Rule:   "Reject tells that the connecting peer has abandoned the attempt, when there has been time to hear of it.",
		Accept: []nd2.Status{nd2.ConnectionAborted, nd2.ConnectionRefused, nd2.ConnectionInvalid, nd2.IOTimeout, nd2.Timeout},
		Ruling: "Reject, Return Value, has ND_CONNECTION_ABORTED; what may be said of the same to Accept may be said here, " +
			"and a provider may know only that there is nothing left to reject. A provider that has not heard of it yet " +
			"rejects, and succeeds: nothing says that the peer's word travels fast.",
	},
	Entry{ID: "connector.reject.nd-access-violation", Rule: "Private data that is not in memory is refused."},
	Entry{
		ID: "connector.reject.private-data-tail", Kind: Limit, Source: "Return Value",
		Rule:   "Private data whose end is not in memory is refused.",
		Accept: []nd2.Status{nd2.AccessViolation},
	},
	Entry{
		ID:   "connector.reject.nd-invalid-buffer-size",
		Rule: "Private data of more than MaxCalleeData bytes is refused, and no connection comes of it.",
	},
	Entry{
		ID: "connector.reject.retry-after-invalid-buffer-size", Kind: Lifetime, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/ndlargeprivatedata.cpp",
		Rule:   "After ND_INVALID_BUFFER_SIZE the connector still holds the request, and can reject or accept it.",
		Ruling: "The page is silent; what holds for Accept in Microsoft's test holds here.",
	},
	Entry{
		ID: "connector.reject.private-data", Kind: Data, Source: "Parameters; IND2Connector::GetPrivateData",
		Rule:   "Private data of any size up to MaxCalleeData bytes reaches the connecting peer with the rejection.",
		Ruling: "Fabrics pad it, and no page says how far: more than the maximum warns. Providers have been seen to lose it.",
		Halves: []string{"last-byte", "lost", "most-refused", "none-refused", "one-refused", "truncated"},
	},
	Entry{
		ID: "connector.reject.private-data-from-active", Kind: Data, Level: Should,
		Source: "IND2Connector.md, IND2Connector::Reject; IND2Connector::GetPrivateData",
		Rule:   "An accepting peer that is told private data when the active side rejects is told what came with that.",
		Ruling: "The pages describe GetPrivateData for a connector that is connecting or was asked; this one's Accept has " +
			"failed, so that it may be told nothing.",
	},
	Entry{
		ID: "connector.reject.frees-queue-pair", Kind: Lifetime, Source: "IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule: "After a Reject by either side, and the release of its connector, the active side's queue pair can be " +
			"connected by another connector.",
		Ruling: "A connection that fails leaves the queue pair as it was; providers have been seen to answer " +
			"ND_CONNECTION_ACTIVE. A connector may refer to its queue pair as long as it lives.",
		Halves: []string{"kept-by-active", "kept-by-passive"},
	},
	Entry{
		ID: "connector.reject.nothing-to-reject", Kind: Limit, Level: Should,
		Rule:   "A connector that holds no request and no answer has nothing to reject: the call fails.",
		Ruling: "The page has no code for it; a Reject that does nothing harms nobody.",
	},
)
