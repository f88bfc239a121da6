package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// refusedOften breaks that a refused call leaves no trace, as it shows when it is repeated.
func refusedOften() (list []Mutant) {
	for _, m := range []struct{ id, method, broken string }{
		{"accept.one-connection", calls.ConnectorConnect, calls.ConnectorConnect},
		{"accept.retry-after-invalid-buffer-size", calls.ConnectorAccept, calls.ConnectorAccept},
		{"bind.bound", calls.ConnectorBind, calls.ConnectorConnect},
		{"connect.retry-after-invalid-buffer-size", calls.ConnectorConnect, calls.ConnectorConnect},
		{"disconnect.nd-connection-invalid", calls.ConnectorDisconnect, calls.ConnectorConnect},
		{"getpeeraddress.nd-connection-invalid", calls.ConnectorGetPeerAddress, calls.ConnectorConnect},
		{"getprivatedata.nd-connection-invalid", calls.ConnectorGetPrivateData, calls.ConnectorConnect},
		{"getreadlimits.nd-connection-invalid", calls.ConnectorGetReadLimits, calls.ConnectorConnect},
		{"notifydisconnect.nd-connection-invalid", calls.ConnectorNotifyDisconnect, calls.ConnectorConnect},
		{"reject.retry-after-invalid-buffer-size", calls.ConnectorReject, calls.ConnectorAccept},
	} {
		list = append(list, WearingOut("connector."+m.id+"/worn", m.method, m.broken, nd2.InsufficientResources))
	}
	return append(list, Exhausted("connector.notifydisconnect.nd-canceled", calls.ConnectorNotifyDisconnect))
}

// copiedOut breaks what a connector copies out in some states, and of some lengths.
var copiedOut = []Mutant{
	New("connector.getlocaladdress.nd-buffer-overflow/connecting",
		"A connector whose Connect is in progress does not say how much room its address takes.",
		Overflowing(calls.ConnectorGetLocalAddress, func(c *calls.Call, given uint32) {
			if connects(c.Object) {
				SetSize(c, given)
			}
		})),
	New("connector.getreadlimits.optional/active", "Both limits have to be asked for on the active side.",
		Refusing(calls.ConnectorGetReadLimits, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.OnConnector().Active() && (c.InboundLimit == nil || c.OutboundLimit == nil)
		})),
}
