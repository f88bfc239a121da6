package requirement

var nd1Connector = of(
	Entry{Interface: "INDConnector", Kind: Return, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	Entry{
		ID: "endpoint.getlocaladdress.nd-success", Method: "GetLocalAddress",
		Rule:   "A connector that is connected, on either side, returns its adapter's address and its port.",
		Halves: []string{"active-side", "passive-side", "port"},
	},
	tooSmallND1("GetLocalAddress"),
	Entry{
		ID: "endpoint.getlocaladdress.nd-connection-invalid", Method: "GetLocalAddress",
		Rule: "A connector that has never been used has no address.",
	},
	sizeUsedND1("GetLocalAddress"),
	Entry{
		ID: "endpoint.getpeeraddress.nd-success", Method: "GetPeerAddress",
		Rule:   "A connector that is connected, on either side, returns the address and the port of its peer.",
		Halves: []string{"active-side", "passive-side", "port"},
	},
	tooSmallND1("GetPeerAddress"),
	Entry{
		ID: "endpoint.getpeeraddress.nd-connection-invalid", Method: "GetPeerAddress",
		Rule: "A connector that has never been used has no peer.",
	},
	sizeUsedND1("GetPeerAddress"),
	Entry{
		ID: "endpoint.getconnectiondata.nd-success", Method: "GetConnectionData",
		Rule: "The connector that holds a request returns the request's private data, and the connector that is answered " +
			"returns the Accept's, to the last byte.",
		Halves: []string{"active-side", "last-byte", "passive-side"},
	},
	Entry{
		ID: "endpoint.getconnectiondata.after-reject", Method: "GetConnectionData", Kind: Lifetime, Source: "INDConnector",
		Rule: "After the peer's Reject the connector that was refused returns what was sent with it.",
	},
	Entry{
		ID: "endpoint.getconnectiondata.nd-buffer-overflow", Method: "GetConnectionData",
		Rule:   "A buffer that is too small is filled with the data's beginning, and the size becomes what is needed.",
		Halves: []string{"not-copied", "size-kept"},
	},
	Entry{
		ID: "endpoint.getconnectiondata.nd-connection-invalid", Method: "GetConnectionData",
		Rule: "A connector that the peer has sent nothing to has no data.",
	},
	sizeUsedND1("GetConnectionData"),
)

var nd1Connecting = of(
	Entry{Interface: "INDConnector", Kind: Return, Profile: ND1, Needs: []Need{NeedND1}, Rests: ND1Ground},
	Entry{
		ID: "endpoint.connect.nd-connection-refused", Method: "Connect", Kind: Asynchronous,
		Source: "INDConnector::Connect; INDConnector::Reject",
		Rule:   "A Connect that the peer rejects ends with ND_CONNECTION_REFUSED.",
	},
	Entry{
		ID: "endpoint.connect.local-port", Method: "Connect", Kind: Data, Source: "INDConnector::Connect, Parameters",
		Rule:   "A connector that is given a local port connects from there, and the peer sees it.",
		Halves: []string{"another", "host-order"},
	},
	Entry{
		ID: "endpoint.completeconnect.nd-connection-invalid", Method: "CompleteConnect",
		Rule: "A connector that is not connecting completes no connection.",
	},
	Entry{
		ID: "endpoint.reject.nd-buffer-overflow", Method: "Reject", Rule: "More private data than MaxCalleeData is refused.",
	},
	Entry{
		ID: "endpoint.disconnect.nd-connection-invalid", Method: "Disconnect",
		Rule: "A connector that is not connected is not disconnected.",
	},
	Entry{
		ID: "endpoint.disconnect.flushes", Method: "Disconnect", Kind: Lifetime,
		Rule:   "Disconnect cancels the Receives of the endpoint, each once and in the order posted.",
		Halves: []string{"another-status", "kept"},
	},
	Entry{
		ID: "endpoint.notifydisconnect.peer-disconnects", Method: "NotifyDisconnect", Kind: Asynchronous,
		Rule:   "NotifyDisconnect completes when the peer disconnects and not before, on either side.",
		Accept: peerLeft, Ruling: peerLeftRuling, Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID: "endpoint.notifydisconnect.nd-connection-invalid", Method: "NotifyDisconnect",
		Rule: "NotifyDisconnect of a connector that was never connected is refused.",
	},
	Entry{
		ID: "endpoint.notifydisconnect.nd-canceled", Method: "NotifyDisconnect", Kind: Asynchronous,
		Source: "INDConnector::NotifyDisconnect; INDOverlapped::CancelOverlappedRequests",
		Rule:   "A NotifyDisconnect that is canceled ends with ND_CANCELED, and the connection goes on.",
		Halves: []string{"disconnects", "success"},
	},
)

// tooSmallND1 is the rule on an address that a buffer has no room for.
func tooSmallND1(method string) Entry {
	return Entry{
		ID: nd1ID(method) + ".nd-buffer-overflow", Method: method,
		Rule:   "A buffer that is too small, or none, is left as it is, and the size becomes what is needed.",
		Halves: []string{"size-kept", "written"},
	}
}

// sizeUsedND1 is the rule on the room that a method is given to copy out to.
func sizeUsedND1(method string) Entry {
	return Entry{
		ID: nd1ID(method) + ".size-used", Method: method, Kind: Data, Source: "INDConnector::" + method + ", Parameters",
		Rule:   "With a larger buffer the size becomes what was used, and nothing beyond the room given is written.",
		Ruling: roomRuling, Halves: []string{"beyond", "given", "refused"},
	}
}
