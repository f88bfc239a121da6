package requirement

import "github.com/ndconform/ndconform/nd2"

// gone is how a connector fails to tell something once its adapter was removed.
var gone = []nd2.Status{nd2.DeviceRemoved, nd2.Unsuccessful, nd2.ConnectionInvalid}

const goneRuling = "The page has no code for a removed adapter, where others have one; ND_UNSUCCESSFUL says the same " +
	"in fewer words."

// fewerReads is the ruling on limits that are lower than they could be.
const fewerReads = "GetReadLimits, Parameters, lets the limit be less than what was asked for, as where hardware has " +
	"powers of two only; but not 0 where both sides ask for Reads and can have them."

var connectorGetReadLimits = of(
	Entry{Interface: "IND2Connector", Method: "GetReadLimits", Kind: Return, Profile: Core},
	Entry{
		ID: "connector.getreadlimits.nd-success", Source: "Remarks",
		Rule: "The limits can be asked for between GetConnectionRequest and Accept, and between Connect and " +
			"CompleteConnect.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:     "connector.getreadlimits.nd-connection-invalid",
		Rule:   "A connector without a connection has no limits, even if its request is waiting or has been rejected.",
		Halves: []string{"bound", "connecting", "disconnected", "new", "rejected"},
	},
	Entry{
		ID: "connector.getreadlimits.nd-unsuccessful", Needs: removal,
		Rule:   "When the limits are not available, because the adapter was removed, the call fails.",
		Accept: gone, Ruling: goneRuling,
	},
	Entry{
		ID: "connector.getreadlimits.passive", Kind: Limit,
		Source: "Parameters; IND2Connector::Connect, Implementation Notes",
		Rule: "The passive side sees the peer's outbound limit as its inbound one and the other way round, each reduced " +
			"to what both adapters support.",
		Ruling: fewerReads,
		Halves: []string{
			"inbound-beyond-adapter", "inbound-most", "outbound-beyond-adapter", "outbound-most", "swapped",
		},
	},
	Entry{
		ID: "connector.getreadlimits.active", Kind: Limit, Source: "Parameters; IND2Connector::Accept, Implementation Notes",
		Rule: "The active side sees the limits that the peer accepted with, each reduced to what both adapters support " +
			"and to its own offer.",
		Ruling: fewerReads,
		Halves: []string{
			"inbound-most", "inbound-not-reduced", "outbound-most", "outbound-not-reduced", "swapped",
		},
	},
	Entry{
		ID: "connector.getreadlimits.optional", Kind: Data, Source: "Parameters",
		Rule:   "Either limit can be left out, and so can both.",
		Halves: []string{"inbound-demanded", "one-demanded", "outbound-demanded"},
	},
	Entry{
		ID: "connector.getreadlimits.connected", Kind: Limit, Level: Info, Source: "Remarks",
		Rule:   "The suite records what the call returns on an established connection.",
		Ruling: "By the page it is called before.",
	},
)
