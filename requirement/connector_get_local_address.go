package requirement

import "github.com/ndconform/ndconform/nd2"

var connectorGetLocalAddress = of(
	Entry{Interface: "IND2Connector", Method: "GetLocalAddress", Kind: Return, Profile: Core},
	Entry{
		ID:   "connector.getlocaladdress.nd-success",
		Rule: "A connector that is connecting or connected, on either side, returns its adapter's address and its port.",
		Halves: []string{
			"accepting", "active-side", "connected", "connecting", "family", "ipv4-address", "ipv6-address",
			"passive-side", "port",
		},
	},
	Entry{
		ID:     "connector.getlocaladdress.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"active-side", "no-buffer", "passive-side", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID:     "connector.getlocaladdress.nd-connection-invalid",
		Rule:   "A connector that is neither bound nor connecting has no address.",
		Accept: []nd2.Status{nd2.ConnectionInvalid, nd2.InvalidDeviceState},
		Ruling: "The listener's page has the other code for the same.",
	},
	Entry{
		ID: "connector.getlocaladdress.bound",
		Rule: "A connector that is bound and not connecting returns its address or refuses; after its attempt or " +
			"connection has ended, it returns the address that it had, or refuses.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionInvalid, nd2.InvalidDeviceState}, Preferred: 2,
		Ruling: "The page asks for a connector that is connecting; providers tell the address as soon as there is one, and " +
			"as long as it is the connector's.",
		Halves: []string{"bound", "disconnected", "rejected"},
	},
	Entry{
		ID:     "connector.getlocaladdress.requested",
		Rule:   "A connector that holds a request returns the address that the request was for, or refuses.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionInvalid, nd2.InvalidDeviceState}, Preferred: 2,
		Ruling: "The page asks for a connector that is connected or connecting; it does not say whether a connector is " +
			"connecting before its Accept. Clients ask for the address then.",
	},
	Entry{
		ID: "connector.getlocaladdress.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a larger buffer the size becomes what was used, and nothing beyond the room given is written.",
		Ruling: roomRuling, Halves: []string{"beyond", "given", "less", "refused"},
	},
)

const roomRuling = "The page says that the size becomes what is used. It is silent on the rest of the buffer, where " +
	"a method may leave anything. What lies behind the buffer is the client's."
