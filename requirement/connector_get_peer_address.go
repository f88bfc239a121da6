package requirement

import "github.com/ndconform/ndconform/nd2"

var connectorGetPeerAddress = of(
	Entry{Interface: "IND2Connector", Method: "GetPeerAddress", Kind: Return, Profile: Core},
	Entry{
		ID:   "connector.getpeeraddress.nd-success",
		Rule: "A connected connector, on either side, returns the address and port that the other side has as its own.",
		Halves: []string{
			"accepting", "active-side", "connected", "family", "ipv4-address", "ipv6-address", "passive-side",
			"port",
		},
	},
	Entry{
		ID:     "connector.getpeeraddress.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"active-side", "no-buffer", "passive-side", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID:     "connector.getpeeraddress.nd-connection-invalid",
		Rule:   "A connector without a connection, be it new, bound or disconnected, has no peer.",
		Halves: []string{"bound", "disconnected", "new"},
	},
	Entry{
		ID:     "connector.getpeeraddress.connecting",
		Rule:   "Before the connection is established, the call returns the peer's address or refuses.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionInvalid}, Preferred: 2,
		Ruling: "The page asks for a connected queue pair; providers know the peer from its request on.",
	},
	Entry{
		ID: "connector.getpeeraddress.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a larger buffer the size becomes what was used, and nothing beyond the room given is written.",
		Ruling: roomRuling, Halves: []string{"beyond", "given", "less", "refused"},
	},
)
