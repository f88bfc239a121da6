package requirement

import "github.com/ndconform/ndconform/requirement/fault"

// removal is the need of an adapter that can be removed.
var removal = []Need{Fault(fault.AdapterRemoved)}

var connectorGetPrivateData = of(
	Entry{Interface: "IND2Connector", Method: "GetPrivateData", Kind: Return, Profile: Core},
	Entry{
		ID: "connector.getprivatedata.nd-success", Source: "Remarks",
		Rule: "The data is available, as often as asked for, between GetConnectionRequest and Accept, and between " +
			"Connect and CompleteConnect.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:     "connector.getprivatedata.nd-buffer-overflow",
		Rule:   "A buffer that is too small is filled with the data's beginning, and the size becomes what is needed.",
		Halves: []string{"active-side", "passive-side"},
	},
	Entry{
		ID:   "connector.getprivatedata.nd-connection-invalid",
		Rule: "A connector that the peer has sent nothing to has no data.",
	},
	Entry{
		ID: "connector.getprivatedata.nd-unsuccessful", Needs: removal,
		Rule:   "When the data is not available, because the adapter was removed, the call fails.",
		Accept: gone, Ruling: goneRuling,
	},
	Entry{
		ID: "connector.getprivatedata.size-used", Kind: Data, Source: "Parameters",
		Rule:   "With a larger buffer the size becomes what was used, and nothing beyond the room given is written.",
		Ruling: roomRuling, Halves: []string{"beyond", "given", "less", "refused"},
	},
	Entry{
		ID: "connector.getprivatedata.after-reject", Kind: Lifetime,
		Rule: "After the peer's Reject the active side gets what was sent with it.",
	},
	Entry{
		ID: "connector.getprivatedata.connected", Kind: Data, Level: Info, Source: "Remarks",
		Rule:   "The suite records what the call returns on an established connection.",
		Ruling: "By the page it is called before.",
	},
)
