package requirement

import "github.com/ndconform/ndconform/requirement/fault"

var listenerBind = of(
	Entry{Interface: "IND2Listener", Method: "Bind", Kind: Return, Profile: Core},
	Entry{
		ID: "listener.bind.nd-success",
		Rule: "A listener is bound to an address of its adapter and a port of the client's or the provider's choice, and " +
			"takes requests there.",
		Halves: []string{"any-port", "chosen-port"},
	},
	Entry{
		ID: "listener.bind.nd-sharing-violation",
		Rule: "An address and port that another listener of the adapter is bound to are refused, however the adapter was " +
			"opened.",
		Accept: addressInUse, Ruling: addressInUseRuling,
		Halves: []string{"freed-by-connection", "freed-by-handle", "ipv4", "ipv6"},
	},
	Entry{ID: "listener.bind.nd-insufficient-resources", Rule: "When there are not enough resources, the call says so."},
	Entry{
		ID: "listener.bind.nd-too-many-addresses", Needs: []Need{Fault(fault.PortsExhausted)},
		Rule: "When no ephemeral port is left, a Bind to port 0 says so.",
	},
	Entry{
		ID: "listener.bind.bound", Kind: Return, Level: Should,
		Source: "MS tests: src/unittests/ndmemorytest/ndduallisten.cpp",
		Rule:   "A listener that is bound refuses to be bound again, and listens where it did.",
		Accept: addressInUse, Ruling: boundAgainRuling,
	},
	Entry{
		ID: "listener.bind.unique-port", Kind: Limit, Source: "Parameters",
		Rule:   "Port 0 stands for a port that is not 0, a different one for each listener.",
		Halves: []string{"none", "same"},
	},
	Entry{
		ID: "listener.bind.ephemeral-port", Kind: Limit, Level: Should, Rule: "Port 0 stands for a port from 49152 to 65535.",
		Ruling: "Shipped providers take ports of other ranges, too, and no client depends on it.",
	},
	Entry{
		ID: "listener.bind.every-address", Kind: Data, Level: Should, Source: "Parameters",
		Rule: "A listener bound to the unspecified address takes requests to each of its adapter's addresses of that " +
			"family.",
		Ruling: "The page names INADDR_ANY and IN6ADDR_ANY, and says that the listener can then have several homes. An " +
			"address that the peer can't reach is left out.",
	},
	Entry{
		ID: "listener.bind.own-adapter", Kind: Limit,
		Rule: "The same port can be listened at on each adapter, and a listener takes the requests to its own.",
	},
	Entry{
		ID: "listener.bind.released-port", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule: "Some time after a listener has been released, whatever was in progress, its address and port can be " +
			"bound again.",
		Ruling: lateFreedom,
	},
	Entry{
		ID: "listener.bind.foreign-address", Kind: Limit, Source: "Parameters",
		Rule: "An address that is not the adapter's is refused.",
	},
	Entry{
		ID: "listener.bind.own-address", Kind: Limit, Source: "Parameters",
		Rule: "A listener that is bound to one of its adapter's addresses takes no request to another.",
	},
	Entry{
		ID: "listener.bind.any-own-adapter", Kind: Limit, Source: "Parameters",
		Rule: "A listener at the unspecified address takes no request to an address of another adapter.",
	},
	Entry{
		ID: "listener.bind.host-port", Kind: Limit, Level: Should,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks; IND2Provider.md, IND2Provider interface",
		Rule:   "A listener's port is not one of the host's TCP: each can use a port that the other is using.",
		Ruling: hostPortRuling,
	},
	Entry{
		ID: "listener.bind.longer-sockaddr", Level: Info, Source: "Parameters",
		Rule:   "An address in a buffer of 128 bytes, as of a SOCKADDR_STORAGE, is bound or refused.",
		Ruling: longerSockaddrRuling,
	},
)
