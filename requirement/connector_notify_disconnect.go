package requirement

import "github.com/ndconform/ndconform/nd2"

// peerLeft is how a NotifyDisconnect ends when the peer has disconnected.
var peerLeft = []nd2.Status{nd2.Success, nd2.ConnectionDisconnected}

const peerLeftRuling = "The page has success; Microsoft's tests take STATUS_CONNECTION_DISCONNECTED, too."

var connectorNotifyDisconnect = of(
	Entry{
		Interface: "IND2Connector", Method: "NotifyDisconnect", Kind: Return, Profile: Core,
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect",
	},
	Entry{
		ID: "connector.notifydisconnect.nd-success", Code: "ND_SUCCESS",
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect; MS tests: src/unittests/ndconn",
		Rule:   "The request completes when the peer disconnects, whichever side connected.",
		Accept: peerLeft,
		Ruling: peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.nd-pending", Code: "ND_PENDING",
		Rule: "The request pends as long as both sides keep the connection, and data flows meanwhile.",
	},
	Entry{
		ID: "connector.notifydisconnect.nd-connection-invalid", Code: "ND_CONNECTION_INVALID",
		Rule: "A connector that was never connected is refused.",
	},
	Entry{
		ID: "connector.notifydisconnect.nd-canceled", Kind: Asynchronous, Code: "ND_CANCELED",
		Rule: "CancelOverlappedRequests ends the request with the code for that, and the connection stays.",
	},
	Entry{
		ID: "connector.notifydisconnect.late", Kind: Asynchronous,
		Rule:   "A request made after the peer has disconnected completes.",
		Accept: peerLeft,
		Ruling: peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.own-disconnect", Kind: Asynchronous,
		Source: "MS tests: src/unittests/ndconn",
		Rule:   "A request in progress when its own side disconnects ends then or by CancelOverlappedRequests, once.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionDisconnected, nd2.Canceled},
		Ruling: "The page speaks of an established connection that was disconnected and does not say by whom; Microsoft's test cancels.",
	},
	Entry{
		ID: "connector.notifydisconnect.after-own-disconnect", Kind: Asynchronous,
		Rule:   "A connector that was connected and has disconnected is not refused as one that never was.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionDisconnected, nd2.Canceled},
		Ruling: "The page has its error for connectors that were never connected only; whether a request for what is over pends it does not say.",
	},
	Entry{
		ID: "connector.notifydisconnect.released-queue-pair", Kind: Asynchronous,
		Source: "IND2Connector.md, IND2Connector::Disconnect, Implementation Notes",
		Rule:   "The request completes when the peer releases its queue pair without disconnecting.",
		Accept: peerLeft,
		Ruling: peerLeftRuling,
	},
	Entry{
		ID: "connector.notifydisconnect.flushes-nothing", Kind: Asynchronous, Level: Should,
		Source: "IND2Connector.md, IND2Connector::NotifyDisconnect, Implementation Notes",
		Rule:   "When the peer disconnects, the requests that are posted here stay until this side disconnects or flushes.",
		Ruling: "The interface's remarks have the requests of both sides flushed; Microsoft's tests wait for just that.",
	},
)
