package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks, one at a time, the sides, the stages and the families of addresses that sentences name together.
func halves() (list []Mutant) {
	for _, id := range []string{
		"connector.getlocaladdress.nd-success", "connector.getlocaladdress.nd-buffer-overflow",
		"connector.getpeeraddress.nd-success", "connector.getpeeraddress.nd-buffer-overflow",
		"connector.getprivatedata.nd-success", "connector.getprivatedata.nd-buffer-overflow",
		"connector.getreadlimits.nd-success", "connector.disconnect.nd-success",
		"connector.notifydisconnect.nd-success", "connector.notifydisconnect.nd-pending",
		"connector.notifydisconnect.nd-canceled", "connector.reject.nd-success", "connector.bind.nd-success",
	} {
		if id == "connector.bind.nd-success" {
			list = append(list, Halves(id, bound...)...)
			continue
		}
		list = append(list, Halves(id, Sides...)...)
	}
	return slices.Concat(list, stages(),
		TooSmall("connector.getlocaladdress.nd-buffer-overflow", calls.ConnectorGetLocalAddress),
		WrittenBySize("connector.getlocaladdress.nd-buffer-overflow", calls.ConnectorGetLocalAddress),
		TooSmall("connector.getpeeraddress.nd-buffer-overflow", calls.ConnectorGetPeerAddress),
		WrittenBySize("connector.getpeeraddress.nd-buffer-overflow", calls.ConnectorGetPeerAddress),
		WrongAddress("connector.getlocaladdress.nd-success", calls.ConnectorGetLocalAddress),
		WrongAddress("connector.getpeeraddress.nd-success", calls.ConnectorGetPeerAddress),
		privateDataSizes(), spentByRejection, removals(), readLimitHalves())
}

// bound are the halves of an entry on the address that a connector is bound to.
var bound = append([]Half{
	{
		Name: "chosen-port", When: "of a port of the client's choice",
		Call: func(c *calls.Call) bool { return hasPort(c.Buffer) },
	},
	{Name: "any-port", When: "of no port", Call: func(c *calls.Call) bool { return !hasPort(c.Buffer) }},
}, Families...)

func hasPort(sockaddr []byte) bool {
	return len(sockaddr) > 3 && (sockaddr[2] != 0 || sockaddr[3] != 0)
}

var (
	untold          = Stage{Name: "new", When: "of a new connector", After: ""}
	isBound         = Stage{Name: "bound", When: "of a bound one", After: calls.ConnectorBind}
	whileConnecting = Stage{Name: "connecting", When: "of a connecting one", After: calls.ConnectorConnect}
	onceConnected   = Stage{Name: "connected", When: "of a connected one", After: calls.ConnectorCompleteConnect}
	accepting       = Stage{Name: "accepting", When: "after its Accept", After: calls.ConnectorAccept}
	rejecting       = Stage{Name: "rejecting", When: "after its Reject", After: calls.ConnectorReject}
	disconnected    = Stage{Name: "disconnected", When: "of a disconnected one", After: calls.ConnectorDisconnect}
	requested       = Stage{Name: "requested", When: "of one with a request", After: Requested}
	rejected        = Stage{Name: "rejected", When: "of a rejected one", After: Rejected}
)

// stages breaks what is said of connectors at several stages for one of them at a time.
func stages() []Mutant {
	return slices.Concat(
		Stages("connector.completeconnect.nd-connection-invalid",
			isBound, onceConnected, accepting, rejecting, requested, rejected),
		Stages("connector.disconnect.nd-connection-invalid", untold, whileConnecting, rejected, disconnected, requested),
		Stages("connector.getlocaladdress.nd-success", whileConnecting, onceConnected, accepting),
		Stages("connector.getlocaladdress.bound", isBound, disconnected, rejected),
		Stages("connector.getpeeraddress.nd-connection-invalid", untold, isBound, disconnected),
		Stages("connector.getpeeraddress.nd-success", onceConnected, accepting),
		Stages("connector.getreadlimits.nd-connection-invalid", untold, isBound, whileConnecting, disconnected, rejected),
	)
}

// privateDataSizes breaks how much private data is taken, for one method and size at a time.
func privateDataSizes() (list []Mutant) {
	for _, m := range []struct {
		entry, method string
		most          func(l nd2.AdapterInfo) uint32
	}{
		{"connector.connect", calls.ConnectorConnect, func(l nd2.AdapterInfo) uint32 { return l.MaxCallerData }},
		{"connector.accept", calls.ConnectorAccept, func(l nd2.AdapterInfo) uint32 { return l.MaxCalleeData }},
		{"connector.reject", calls.ConnectorReject, func(l nd2.AdapterInfo) uint32 { return l.MaxCalleeData }},
	} {
		for _, size := range []struct {
			name, what string
			is         func(n, most int) bool
		}{
			{"none-refused", "No private data", func(n, _ int) bool { return n == 0 }},
			{"one-refused", "A byte of private data", func(n, _ int) bool { return n == 1 }},
			{"most-refused", "As much private data as can be", func(n, most int) bool { return n == most }},
		} {
			list = append(list, New(m.entry+".private-data/"+size.name, size.what+" is refused.",
				Refusing(m.method, nd2.InvalidBufferSize, func(c *calls.Call) bool {
					return size.is(len(c.Buffer), int(m.most(c.Parent.Limits())))
				})))
		}
		if m.method == calls.ConnectorReject {
			continue
		}
		list = append(list, New(m.entry+".nd-invalid-buffer-size/goes-on",
			"A call that is refused for its private data is carried out all the same.",
			At(m.method, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if again := *c; s == nd2.InvalidBufferSize {
					again.Buffer = nil
					if c.Proxy != nil {
						again.Proxy = c.Proxy.Again()
					}
					again.Proceed()
				}
				return s
			})))
	}
	return list
}

// spentByRejection breaks that a queue pair whose Accept was rejected can be connected.
var spentByRejection = []Mutant{
	New("connector.accept.failure-spares-queue-pair/spent-by-rejection",
		"A queue pair whose Accept fails while it pends can't be connected any more.", Since(Where(func(c *calls.Call) bool {
			return c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorAccept && c.Proxy.Status().Failed()
		}).Of(Connected), On(calls.ConnectorAccept).Of(Given), Say(nd2.ConnectionInvalid))),
}

// removals breaks what the adapter's removal does to later requests.
func removals() (list []Mutant) {
	for _, id := range []string{"connector.connect.nd-device-removed", "connector.accept.nd-device-removed"} {
		list = append(list, Halves(id, Half{Name: "later", When: "to a later request", Call: Inline})...)
	}
	return list
}

// readLimitHalves breaks that either limit can be left out.
func readLimitHalves() []Mutant {
	refusing := func(which func(c *calls.Call) bool) Defect {
		return Refusing(calls.ConnectorGetReadLimits, nd2.InvalidParameter1, which)
	}
	return []Mutant{
		New("connector.getreadlimits.optional/inbound-demanded", "GetReadLimits without the inbound limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit == nil && c.OutboundLimit != nil })),
		New("connector.getreadlimits.optional/outbound-demanded", "GetReadLimits without the outbound limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit != nil && c.OutboundLimit == nil })),
		New("connector.getreadlimits.optional/one-demanded", "GetReadLimits without any limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit == nil && c.OutboundLimit == nil })),
	}
}
