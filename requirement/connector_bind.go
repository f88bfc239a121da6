package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// addressInUse is how a local address that is in use is refused.
var addressInUse = []nd2.Status{nd2.SharingViolation, nd2.AddressAlreadyAssociated}

const addressInUseRuling = "The pages name the first; Microsoft's tests expect the second of an object that is bound " +
	"already."

const boundAgainRuling = "No page says what becomes of an object that is bound twice; Microsoft's tests expect a " +
	"refusal."

const lateFreedom = "No page says when a port is free again. Where the hardware shares the port space of the host's " +
	"TCP, a port may wait for stray packets; but providers have been seen to leave ports in use forever."

var connectorBind = of(
	Entry{Interface: "IND2Connector", Method: "Bind", Kind: Return, Profile: Core},
	Entry{
		ID: "connector.bind.nd-success",
		Rule: "A connector is bound to an address of its adapter and a port of the client's or the provider's choice, and " +
			"connects from there.",
		Halves: []string{"any-port", "chosen-port", "ipv4", "ipv6"},
	},
	Entry{
		ID: "connector.bind.nd-canceled", Level: Should, Rule: "A connector whose queue pair was removed cannot be bound.",
		Accept: []nd2.Status{nd2.Canceled, nd2.SharingViolation, nd2.AddressAlreadyAssociated},
		Ruling: "Bind, Return Value, has ND_CANCELED for it; but a connector gets its queue pair from Connect or Accept, " +
			"and is bound then, so that the codes for a second Bind are as true. " + heldQueuePair,
	},
	Entry{ID: "connector.bind.nd-device-removed"},
	Entry{
		ID: "connector.bind.nd-sharing-violation", Level: Should,
		Rule:   "An address and port that another connector is bound to are refused.",
		Accept: addressInUse,
		Ruling: addressInUseRuling + " Connect's remarks say that connections should not share ports, and Bind's page " +
			"names another code for a connection whose four addresses and ports exist.",
	},
	Entry{
		ID: "connector.bind.nd-too-many-addresses", Needs: []Need{Fault(fault.PortsExhausted)},
		Rule: "When no ephemeral port is left, a Bind to port 0 says so.",
	},
	Entry{
		ID:     "connector.bind.nd-address-already-exists",
		Rule:   "There is no second connection with the same two addresses and ports: Bind or Connect refuses.",
		Accept: []nd2.Status{nd2.AddressAlreadyExists, nd2.SharingViolation, nd2.AddressAlreadyAssociated}, Preferred: 2,
		Ruling: "The page lists the code for Bind, where the peer is not known yet; a provider that does not let the " +
			"port be shared refuses for that.",
	},
	Entry{
		ID: "connector.bind.bound", Kind: Return, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/nddualconnection.cpp",
		Rule:   "A connector that is bound refuses to be bound again, and keeps its address.",
		Accept: addressInUse, Ruling: boundAgainRuling,
	},
	Entry{
		ID: "connector.bind.unique-port", Kind: Limit, Source: "Parameters",
		Rule:   "Port 0 stands for a port that is not 0, a different one for each connector.",
		Halves: []string{"none", "same"},
	},
	Entry{
		ID: "connector.bind.ephemeral-port", Kind: Limit, Level: Should,
		Rule:   "Port 0 stands for a port from 49152 to 65535.",
		Ruling: "Shipped providers take ports of other ranges, too, and no client depends on it.",
	},
	Entry{
		ID: "connector.bind.port-of-listener", Kind: Limit,
		Rule: "A connector that is bound to the address and port of a listener connects from there; or else Bind refuses " +
			"them as in use.",
		Ruling: "The page has a code for a local address in use, and another for a connection whose two addresses and " +
			"ports are not unique. By the first, a listener's port may be refused; by the second, it may be shared. What a " +
			"provider does is recorded.",
	},
	Entry{
		ID: "connector.bind.released-port", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule:   "Some time after a connector has been released, connected or not, its address and port can be bound again.",
		Ruling: lateFreedom,
	},
	Entry{
		ID: "connector.bind.foreign-address", Kind: Limit, Source: "Parameters",
		Rule: "An address that is not the adapter's is refused.",
	},
	Entry{
		ID: "connector.bind.not-reusable", Level: Info,
		Rule:   "After a Bind that has failed, another Bind of the connector is refused, or succeeds.",
		Ruling: reuseRuling,
	},
	Entry{
		ID: "connector.bind.host-tcp-port", Kind: Limit, Level: Should,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule:   "A connector's port is not one of the host's TCP: each can use a port that the other is using.",
		Ruling: hostPortRuling,
	},
	Entry{
		ID: "connector.bind.longer-sockaddr", Level: Info, Source: "Parameters",
		Rule:   "An address in a buffer of 128 bytes, as of a SOCKADDR_STORAGE, is bound or refused.",
		Ruling: longerSockaddrRuling,
	},
)

const (
	reuseRuling = "The page forbids using the connector again; Microsoft's tests do so."
	// longerSockaddrRuling is of every method that takes an address.
	longerSockaddrRuling = "The page says that the size is the buffer's; the buffer may be larger than the address or not."

	hostPortRuling = "Providers are expected to have their own ports; hardware may have to share the host's."
)
