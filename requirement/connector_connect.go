package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// heldQueuePair is why the end of a queue pair is not seen for sure.
const heldQueuePair = "A connector may refer to its queue pair as well, so that the client's last Release is not the " +
	"last; the pages speak of the holder of the last reference."

// beingConnected is the ruling on a queue pair that is not connected yet.
const beingConnected = "The page names the code for a queue pair that is already connected. A provider that looks at " +
	"the queue pair in CompleteConnect may still find it free while it is being connected."

// sentAgainRuling is the ruling on what establishes or ends a connection, and the network loses.
const sentAgainRuling = "A provider registers with guaranteed delivery. The pages do not say that the messages that " +
	"establish or end a connection are sent again, or how often."

var connectorConnect = of(
	Entry{Interface: "IND2Connector", Method: "Connect", Kind: Return, Profile: Core},
	Entry{ID: "connector.connect.nd-success", Rule: "A Connect succeeds once the peer has accepted."},
	Entry{ID: "connector.connect.nd-pending", Rule: "A Connect pends until the peer accepts or rejects."},
	Entry{
		ID:   "connector.connect.nd-invalid-buffer-size",
		Rule: "Private data of more than MaxCallerData bytes is refused, and the peer hears nothing.",
	},
	Entry{
		ID: "connector.connect.nd-canceled", Level: Should,
		Rule:   "When the last reference to its queue pair is released, a Connect in progress ends with the code for that.",
		Ruling: heldQueuePair,
	},
	Entry{
		ID:   "connector.connect.nd-device-removed",
		Rule: "When the adapter is removed, a Connect fails with the code for that, in progress or not.",
	},
	Entry{
		ID:     "connector.connect.nd-connection-active",
		Source: "IND2Connector.md, IND2Connector::Connect; MS tests: src/unittests/ndmemorytest/nddualconnection.cpp",
		Rule:   "A queue pair that is connected is refused.",
	},
	Entry{
		ID: "connector.connect.being-connected", Level: Should, Rule: "A queue pair that is being connected is refused.",
		Accept: []nd2.Status{nd2.ConnectionActive}, Ruling: beingConnected,
	},
	Entry{
		ID: "connector.connect.nd-network-unreachable", Needs: []Need{Fault(fault.NetworkUnreachable)},
		Rule: "When the peer's network cannot be reached, Connect says so.",
	},
	Entry{
		ID: "connector.connect.nd-host-unreachable", Needs: []Need{Fault(fault.HostUnreachable)},
		Rule: "When the peer cannot be reached, Connect says so.",
	},
	Entry{
		ID:     "connector.connect.nd-connection-refused",
		Source: "IND2Connector.md, IND2Connector::Connect; MS tests: src/unittests/ndmemorytest/ndconnectlistenerclosing.cpp",
		Rule:   "A Connect is refused where there is no listener, where the listener has gone, or when the peer rejects.",
		Ruling: "Where there is no listener, there may be nothing that says so: then time runs out.",
		Halves: []string{"listener-gone", "no-listener", "rejected"},
	},
	Entry{
		ID: "connector.connect.nd-io-timeout", Needs: []Need{Fault(fault.Partition)},
		Rule:   "A Connect that gets no answer ends with the code for that.",
		Accept: []nd2.Status{nd2.IOTimeout, nd2.HostUnreachable, nd2.NetworkUnreachable},
		Ruling: "A peer that does not answer is out of reach, too, as far as a provider can learn. How long it waits is " +
			"its own choice.",
	},
	Entry{
		ID: "connector.connect.sent-again", Kind: Asynchronous, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "A Connect whose first request the network loses connects.",
		Accept: []nd2.Status{nd2.Success}, Ruling: sentAgainRuling,
	},
	Entry{ID: "connector.connect.nd-access-violation", Rule: "Private data that is not in memory is refused."},
	Entry{
		ID: "connector.connect.private-data-tail", Kind: Limit, Source: "Return Value",
		Rule:   "Private data whose end is not in memory is refused.",
		Accept: []nd2.Status{nd2.AccessViolation},
	},
	Entry{
		ID:     "connector.connect.bad-destination",
		Source: "IND2Connector.md, IND2Connector::Connect; MS tests: src/unittests/ndmemorytest/ndinvalidip.cpp",
		Rule:   "A Connect to an address that no adapter has fails.",
		Accept: []nd2.Status{
			nd2.NetworkUnreachable, nd2.HostUnreachable, nd2.IOTimeout, nd2.BadNetworkName,
			nd2.InvalidAddress,
		},
		Preferred: 3,
		Ruling: "How much a provider learns of the network differs; Microsoft's test has a code that the page has not. How " +
			"long a provider waits is its own choice.",
	},
	Entry{
		ID: "connector.connect.foreign-queue-pair", Kind: Limit, Source: "Parameters",
		Rule: "Anything but a queue pair is refused.",
	},
	Entry{
		ID: "connector.connect.private-data", Kind: Data, Source: "Parameters",
		Rule:   "Private data of any size up to MaxCallerData bytes reaches the peer with the request.",
		Ruling: "Fabrics pad it, and no page says how far: more than the maximum warns.",
		Halves: []string{"last-byte", "lost", "most-refused", "none-refused", "one-refused", "truncated"},
	},
	Entry{
		ID: "connector.connect.retry-after-invalid-buffer-size", Kind: Lifetime, Level: Should,
		Source: "Return Value; MS tests: src/unittests/ndmemorytest/ndlargeprivatedata.cpp",
		Rule:   "After ND_INVALID_BUFFER_SIZE the same connector connects with less private data.",
		Ruling: "The page excludes a retry after errors it does not list as harmless; Microsoft's test retries.",
	},
	Entry{
		ID: "connector.connect.retry-after-connection-refused", Kind: Lifetime, Level: Should,
		Rule: "After ND_CONNECTION_REFUSED, for want of a listener, for a full backlog or by a Reject, the same " +
			"connector and queue pair connect.",
		Ruling: "The page says that the attempt may be retried; providers have been seen to answer ND_CONNECTION_ACTIVE.",
	},
	Entry{
		ID: "connector.connect.retry-after-unreachable", Kind: Lifetime, Level: Should,
		Needs: []Need{Fault(fault.NetworkUnreachable), Fault(fault.HostUnreachable)},
		Rule: "After ND_NETWORK_UNREACHABLE and ND_HOST_UNREACHABLE the same connector connects once the peer can be " +
			"reached.",
		Ruling: "The page says that the attempt may be retried.",
	},
	Entry{
		ID: "connector.connect.retry-after-io-timeout", Kind: Lifetime, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Rule:   "After ND_IO_TIMEOUT the same connector connects once the peer answers.",
		Ruling: "The page says that the attempt may be retried.",
	},
	Entry{
		ID: "connector.connect.retry-after-bad-destination", Kind: Lifetime, Level: Should,
		Rule: "After a Connect to an address that no adapter has, the same connector connects to an adapter's address.",
		Ruling: "The page says that the attempt may be retried after ND_NETWORK_UNREACHABLE, ND_HOST_UNREACHABLE and " +
			"ND_IO_TIMEOUT, and excludes it after other codes.",
	},
	Entry{
		ID: "connector.connect.failure-spares-queue-pair", Kind: Lifetime, Source: "Remarks",
		Rule: "A Connect that fails leaves the queue pair as it was: its Receives stay posted, and another connector " +
			"connects it.",
		Halves: []string{
			"flushed-by-cancel", "flushed-by-timeout", "flushes", "spent-by-nowhere", "spent-by-refusal", "spent-by-timeout",
		},
	},
	Entry{
		ID: "connector.connect.canceled", Kind: Asynchronous, Source: "Remarks",
		Rule: "CancelOverlappedRequests abandons the attempt: Connect ends with ND_CANCELED, whether the peer has taken " +
			"the request or not.",
		Accept: []nd2.Status{nd2.Canceled}, Halves: []string{"goes-on-once-taken", "goes-on-until-taken"},
	},
	Entry{
		ID: "connector.connect.canceled-unheard", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Needs: []Need{Fault(fault.Partition)},
		Rule: "After a Connect that was canceled while the network lost every packet, another connector connects the " +
			"queue pair to the same listener.",
		Ruling: "By the page the attempt is abandoned; it does not say that the peer hears of it, and the peer may find " +
			"out only by its next request.",
	},
	Entry{
		ID: "connector.connect.abandoned-by-release", Kind: Lifetime, Source: "Remarks",
		Rule: "The last Release of the connector abandons the attempt: the peer cannot accept it, and the queue pair can " +
			"be connected by another connector.",
	},
	Entry{
		ID: "connector.abandon.spares-others", Kind: Lifetime, Rests: RulingGround,
		Source: "Remarks; IND2Connector.md, IND2Connector::Reject",
		Rule: "An attempt that is abandoned or rejected, on either side, leaves alone the objects around it: other " +
			"connectors of the same adapter, listeners, and queues.",
		Ruling: "By the pages the attempt of one connector ends, and that has no other effect.", Halves: bystanders,
	},
	Entry{
		ID: "connector.connect.patient", Kind: Asynchronous, Level: Should,
		Source: "Implementation Notes; IND2Listener.md, IND2Listener interface, Remarks",
		Rule:   "Connect waits for clients that are slow to take a request, to accept, or to complete the connection.",
		Ruling: "The page says that providers should avoid timing out. What is asserted is that clients may take longer " +
			"than it takes a Send to time out.",
	},
	Entry{
		ID: "connector.connect.active-sends-first", Kind: Ordering,
		Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Rule: "The active side can Send as soon as CompleteConnect has succeeded, and the message finds the Receive that " +
			"was posted before Accept.",
	},
	Entry{
		ID: "connector.connect.receive-before", Kind: Ordering, Source: "IND2Listener.md, IND2Listener interface, Remarks",
		Rule: "Each side can post Receives before the connection is made or after, as many as its queue holds, and " +
			"messages fill them in their order.",
		Halves: []string{"last-lost", "refused"},
	},
	Entry{
		ID: "connector.connect.every-address", Kind: Data, Level: Should,
		Source: "Parameters; IND2Provider.md, IND2Provider::ResolveAddress, Remarks",
		Rule: "Connections are made between addresses of either family that reach each other, each side sees the " +
			"other's, and data flows.",
		Ruling: "The page names the two families as typical. There may be no way between two addresses' networks: an " +
			"unreachable address is recorded, unless it is the adapter's own and the adapter claims loopback connections.",
	},
	Entry{
		ID: "connector.connect.reads-offered", Kind: Limit,
		Source: "Implementation Notes; IND2Connector::GetReadLimits, Parameters",
		Rule:   "Read limits above the adapter's are silently reduced to these: the peer is offered no more.",
		Ruling: "A peer whose adapter can do less hides it. " + fewerReads,
	},
	Entry{
		ID: "connector.connect.reads-limited", Kind: Limit, Needs: []Need{NeedRead},
		Source: "IND2Connector.md, IND2Connector interface, Remarks",
		Rule: "Whatever the read limits, each side has no more Reads in progress than the other takes: more can be " +
			"posted, and all fetch their data.",
	},
	Entry{
		ID: "connector.connect.head-to-head", Kind: Asynchronous,
		Source: "IND2Connector.md, IND2Connector::Connect; IND2Listener.md, IND2Listener interface",
		Rule:   "Two peers connect to each other at the same time: one connection can be rejected, and the other one made.",
		Halves: []string{"busy", "rejects-both"},
	},
	Entry{
		ID: "connector.connect.refused-in-callback", Kind: Asynchronous,
		Source: "NetworkDirectSPI.md, Asynchronous operations; Remarks",
		Rule: "While its packet is handled at a completion port, a refused Connect's connector can be queried and " +
			"released, and the queue pair connects through another.",
		Halves: []string{"queue-pair-spent", "release-forgets"},
	},
	Entry{
		ID: "connector.storm", Kind: Lifetime,
		Source: "IND2Connector.md, IND2Connector interface, Remarks; IND2Adapter.md, IND2Adapter::CreateConnector",
		Rule: "Connections are made, used, ended and released many hundred times in one process, several at a time, and " +
			"none leaves anything behind.",
		Halves: []string{"leaks-connectors", "leaks-queue-pairs"},
	},
	Entry{
		ID: "connector.connect.one-queue-pair", Kind: Limit, Source: "IND2Adapter.md, IND2Adapter::CreateQueuePair, Remarks",
		Rule:   "A connector that is connected connects no other queue pair, and the connection goes on.",
		Halves: []string{"ends-the-first", "said"},
	},
	Entry{
		ID: "connector.connect.after-disconnect", Level: Info,
		Source: "IND2Adapter.md, IND2Adapter::CreateQueuePair, Remarks",
		Rule:   "A connector that has disconnected connects another queue pair, or refuses it.",
		Ruling: "By the page a connector is then free of its queue pair; it does not say that it connects another.",
	},
	Entry{
		ID: "connector.connect.not-reusable", Level: Info,
		Rule: "After a Connect that has failed for other reasons than the peer or the way to it, another Connect is " +
			"refused, or goes on.",
		Ruling: reuseRuling,
	},
)
