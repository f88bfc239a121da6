package requirement

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement/fault"
)

// alreadyGone is the ruling on a Disconnect that comes second.
const alreadyGone = "Either side can end a connection, Microsoft's tests do on both, and expect success; the page " +
	"has ND_CONNECTION_INVALID for a connector that is not connected, which this one may not be any more."

var connectorDisconnect = of(
	Entry{Interface: "IND2Connector", Method: "Disconnect", Kind: Return, Profile: Core},
	Entry{
		ID: "connector.disconnect.nd-success", Rule: "Either side can disconnect.",
		Ruling: "The request may pend until the peer is disconnected, too, and the handshake is the protocol's: the spec " +
			"has the peer's client disconnect when it has heard of it.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:     "connector.disconnect.nd-pending",
		Rule:   "Disconnect may pend: its OVERLAPPED then tells when the connection is no more.",
		Accept: []nd2.Status{nd2.Pending, nd2.Success},
		Ruling: "A provider may complete it at once; the handshake is the protocol's.",
	},
	Entry{
		ID: "connector.disconnect.sent-again", Kind: Asynchronous, Level: Should, Needs: []Need{Fault(fault.Partition)},
		Source: "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Rule:   "When the network loses the first message of a Disconnect, the peer's NotifyDisconnect completes.",
		Accept: peerLeft, Ruling: sentAgainRuling,
	},
	Entry{
		ID: "connector.disconnect.nd-canceled", Level: Info,
		Rule: "The suite records what Disconnect returns for a connector whose queue pair was removed.",
		Ruling: "Disconnect, Return Value, has ND_CANCELED for it; Implementation Notes have the last Release disconnect, " +
			"so that ND_CONNECTION_INVALID, for a connector that is not connected, is as true, and so is success where the " +
			"connector still had the queue pair.",
	},
	Entry{ID: "connector.disconnect.nd-device-removed"},
	Entry{
		ID:     "connector.disconnect.nd-connection-invalid",
		Rule:   "A connector that is not connected is refused: new, connecting, rejected or disconnected.",
		Halves: []string{"connecting", "disconnected", "new", "rejected", "requested"},
	},
	Entry{
		ID: "connector.disconnect.flushes", Kind: Completion, Source: "Remarks",
		Rule:   "The requests that are posted when a side disconnects, whichever it is, end with ND_CANCELED there.",
		Accept: []nd2.Status{nd2.Canceled},
	},
	Entry{
		ID: "connector.disconnect.ends-reading", Kind: Lifetime, Needs: []Need{NeedRead},
		Source: "IND2Connector.md, IND2Connector::Disconnect; IND2Connector::Disconnect, Return Value",
		Rule: "Once a side's Disconnect has succeeded, the peer can't Read from it any more, although the region stays " +
			"registered.",
		Halves: []string{"goes-on", "goes-on-from-passive"},
	},
	Entry{
		ID: "connector.disconnect.ends-writing", Kind: Lifetime,
		Source: "IND2Connector.md, IND2Connector::Disconnect; IND2Connector::Disconnect, Return Value",
		Rule: "Once a side's Disconnect has succeeded, no Write that the peer then posts changes a byte of its memory, " +
			"although the region stays registered.",
		Halves: []string{"lands", "lands-from-passive"},
	},
	Entry{
		ID: "connector.disconnect.queue-pair-used-up", Kind: Lifetime, Source: "Remarks",
		Rule: "A queue pair that was disconnected cannot be connected again: Connect fails, or CompleteConnect does.",
	},
	Entry{
		ID: "connector.disconnect.after-peer", Kind: Ordering,
		Source: "IND2Listener.md, IND2Listener interface, Remarks; MS tests: src/unittests/ndconn",
		Rule:   "The side that was disconnected from can disconnect, too, and is flushed then at the latest.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionInvalid}, Ruling: alreadyGone,
		Halves: []string{"lone-lost", "refused"},
	},
	Entry{
		ID: "connector.disconnect.simultaneous", Kind: Ordering, Source: "Remarks; MS tests: src/unittests/ndconn",
		Rule:   "When both sides disconnect at once, both succeed, and both are flushed.",
		Accept: []nd2.Status{nd2.Success, nd2.ConnectionInvalid}, Ruling: alreadyGone,
	},
	Entry{
		ID: "connector.disconnect.frees-addresses", Kind: Lifetime, Level: Should, Rests: RulingGround,
		Source: "IND2Connector.md, IND2Connector::Connect, Remarks",
		Rule: "Some time after both sides have disconnected and released, a connection with the same two addresses and " +
			"ports can be made.",
		Ruling: lateFreedom,
	},
)
