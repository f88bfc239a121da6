package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

var connectorAccept = of(
	Entry{Interface: "IND2Connector", Method: "Accept", Kind: Return, Profile: Core},
	Entry{
		ID:   "connector.accept.nd-success",
		Rule: "An Accept succeeds once the peer has called CompleteConnect, and data flows.",
	},
	Entry{
		ID:   "connector.accept.nd-pending",
		Rule: "An Accept completes the peer's Connect, and pends until the connection is established.",
	},
	Entry{
		ID: "connector.accept.nd-canceled", Level: Should,
		Rule:   "When the last reference to its queue pair is released, an Accept in progress ends with the code for that.",
		Ruling: heldQueuePair,
	},
	Entry{
		ID:   "connector.accept.nd-device-removed",
		Rule: "When the adapter is removed, an Accept fails with the code for that, in progress or not.",
	},
	Entry{ID: "connector.accept.nd-connection-active", Rule: "A queue pair that is connected is refused."},
	Entry{
		ID: "connector.accept.being-connected", Level: Should, Rule: "A queue pair that is being connected is refused.",
		Accept: []nd2.Status{nd2.ConnectionActive}, Ruling: beingConnected,
	},
	Entry{
		ID: "connector.accept.failure-spares-queue-pair", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "Return Value",
		Rule: "When an Accept has failed because the peer had abandoned the attempt before, and its connector is " +
			"released, another connector accepts with the queue pair.",
		Ruling: "The page says that the connector can't be used again, and that only a connected queue pair is refused; " +
			"Connect's page says that a failure leaves the queue pair as it was.",
	},
	Entry{
		ID:     "connector.accept.nd-connection-aborted",
		Source: "IND2Connector.md, IND2Connector::Accept; MS tests: src/unittests/ndmemorytest/ndconnrejectclose.cpp",
		Rule:   "An Accept fails when the connecting peer abandons the attempt, before or after it is called.",
		Accept: []nd2.Status{nd2.ConnectionAborted, nd2.ConnectionRefused, nd2.IOTimeout, nd2.Timeout},
		Ruling: "Microsoft's tests expect ND_CONNECTION_REFUSED; a fabric may not tell, so that time runs out.",
	},
	Entry{ID: "connector.accept.nd-access-violation", Rule: "Private data that is not in memory is refused."},
	Entry{
		ID: "connector.accept.private-data-tail", Kind: Limit, Source: "Return Value",
		Rule:   "Private data whose end is not in memory is refused.",
		Accept: []nd2.Status{nd2.AccessViolation},
	},
	Entry{
		ID:   "connector.accept.nd-invalid-buffer-size",
		Rule: "Private data of more than MaxCalleeData bytes is refused, and no connection comes of it.",
	},
	Entry{
		ID: "connector.accept.nd-io-timeout", Needs: []Need{Fault(fault.Partition)},
		Rule:   "An Accept that the peer does not complete, because it is out of reach, ends with the code for that.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.ConnectionAborted},
		Ruling: "This side can't tell a peer that is gone from a peer that has given up.",
	},
	Entry{
		ID: "connector.accept.sent-again", Kind: Asynchronous, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "When the network loses the first answer of an Accept, the peer's Connect succeeds.",
		Accept: []nd2.Status{nd2.Success}, Ruling: sentAgainRuling,
	},
	Entry{
		ID: "connector.accept.retry-after-invalid-buffer-size", Kind: Lifetime, Level: Should,
		Source: "Return Value; MS tests: src/unittests/ndmemorytest/ndlargeprivatedata.cpp",
		Rule:   "After ND_INVALID_BUFFER_SIZE the same connector accepts with less private data.",
		Ruling: "The page forbids using a connector again after its Accept has failed; Microsoft's test does so.",
	},
	Entry{
		ID: "connector.accept.private-data", Kind: Data, Source: "Parameters",
		Rule:   "Private data of any size up to MaxCalleeData bytes reaches the peer with the acceptance.",
		Ruling: "Fabrics pad it, and no page says how far: more than the maximum warns.",
		Halves: []string{"last-byte", "lost", "most-refused", "none-refused", "one-refused", "truncated"},
	},
	Entry{
		ID: "connector.accept.reads-offered", Kind: Limit,
		Source: "Implementation Notes; IND2Connector::GetReadLimits, Parameters",
		Rule: "Read limits above the adapter's or above those that the peer offers are silently reduced to the lower of " +
			"them: the peer is told no more.",
		Ruling: "A peer whose adapter can do less hides it. " + fewerReads,
		Halves: []string{
			"inbound-beyond-adapter", "inbound-beyond-offer", "outbound-beyond-adapter",
			"outbound-beyond-offer",
		},
	},
	Entry{
		ID: "connector.accept.foreign-queue-pair", Kind: Limit, Source: "Parameters",
		Rule: "Anything but a queue pair is refused.",
	},
	Entry{
		ID: "connector.accept.queue-pair-of-other-handle", Kind: Limit, Level: Should, Source: "Parameters",
		Rule:   "A queue pair that was created through another handle of the same adapter is refused.",
		Ruling: "The page asks it of clients, and no code of the provider's; the hardware behind both handles is the same.",
	},
	Entry{
		ID: "connector.accept.no-request", Kind: Limit, Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Rule:   "A connector that holds no connection request cannot accept.",
		Ruling: "What is accepted is a pending request; without one there is nobody to be connected to.",
	},
	Entry{
		ID: "connector.accept.canceled", Kind: Asynchronous,
		Source: "IND2Overlapped.md, IND2Overlapped::CancelOverlappedRequests",
		Rule:   "CancelOverlappedRequests ends an Accept in progress with ND_CANCELED.",
		Accept: []nd2.Status{nd2.Canceled},
	},
	Entry{
		ID: "connector.accept.passive-sends-second", Kind: Ordering,
		Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Rule:   "The passive side can Send once it has received the first message from the active side.",
	},
	Entry{
		ID: "connector.accept.first-receive", Kind: Ordering,
		Source: "IND2Listener.md, IND2Listener interface, Remarks; MS tests: src/unittests/ndconn",
		Rule:   "The first message may fill its Receive before Accept has completed, and is complete then.",
	},
	Entry{
		ID: "connector.accept.one-connection", Kind: Limit, Source: "Remarks",
		Rule: "A refused attempt to connect a queue pair a second time leaves its connection alone.",
	},
	Entry{
		ID: "connector.accept.not-reusable", Level: Info,
		Rule:   "After an Accept that has failed, another Accept of the connector is refused, or goes on.",
		Ruling: reuseRuling,
	},
	Entry{
		ID: "connector.accept.passive-sends-first", Kind: Ordering, Level: Info,
		Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Rule:   "The suite records what becomes of a passive side's Send before the active side's first message.",
		Ruling: "The page forbids it to clients, for iWARP's sake.",
	},
)
