package requirement

import "github.com/ndconform/ndconform/nd2"

var listenerGetLocalAddress = of(
	Entry{Interface: "IND2Listener", Method: "GetLocalAddress", Kind: Return, Profile: Core},
	Entry{
		ID:     "listener.getlocaladdress.nd-success",
		Rule:   "A listener that listens returns the address and the port that it is bound to.",
		Halves: []string{"family", "ipv4-address", "ipv6-address", "port"},
	},
	Entry{
		ID:     "listener.getlocaladdress.nd-buffer-overflow",
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"no-buffer", "size-kept", "small-buffer", "written"},
	},
	Entry{
		ID: "listener.getlocaladdress.nd-invalid-device-state", Rule: "A listener that is not bound has no address.",
		Accept: []nd2.Status{nd2.InvalidDeviceState, nd2.ConnectionInvalid},
		Ruling: "The connector's page has the other code for the same.",
	},
	Entry{
		ID:     "listener.getlocaladdress.bound",
		Rule:   "A listener that is bound and does not listen returns its address or refuses.",
		Accept: []nd2.Status{nd2.Success, nd2.InvalidDeviceState}, Preferred: 2,
		Ruling: "The page asks for a listener that listens; providers tell the address as soon as there is one.",
	},
	Entry{
		ID: "listener.getlocaladdress.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a larger buffer the size becomes what was used, and nothing beyond the room given is written.",
		Ruling: roomRuling,
	},
)
