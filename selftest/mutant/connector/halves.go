package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks, one at a time, the sides, the stages and the families of addresses that sentences name together.
func halves() (list []mutant.Mutant) {
	for _, id := range []string{
		"connector.getlocaladdress.nd-success", "connector.getlocaladdress.nd-buffer-overflow",
		"connector.getpeeraddress.nd-success", "connector.getpeeraddress.nd-buffer-overflow",
		"connector.getprivatedata.nd-success", "connector.getprivatedata.nd-buffer-overflow",
		"connector.getreadlimits.nd-success", "connector.disconnect.nd-success",
		"connector.notifydisconnect.nd-success", "connector.notifydisconnect.nd-pending",
		"connector.notifydisconnect.nd-canceled", "connector.reject.nd-success", "connector.bind.nd-success",
	} {
		if id == "connector.bind.nd-success" {
			list = append(list, mutant.Halves(id, bound...)...)
			continue
		}
		list = append(list, mutant.Halves(id, mutant.Sides...)...)
	}
	return slices.Concat(list, stages(),
		mutant.TooSmall("connector.getlocaladdress.nd-buffer-overflow", calls.ConnectorGetLocalAddress),
		mutant.WrittenBySize("connector.getlocaladdress.nd-buffer-overflow", calls.ConnectorGetLocalAddress),
		mutant.TooSmall("connector.getpeeraddress.nd-buffer-overflow", calls.ConnectorGetPeerAddress),
		mutant.WrittenBySize("connector.getpeeraddress.nd-buffer-overflow", calls.ConnectorGetPeerAddress),
		mutant.WrongAddress("connector.getlocaladdress.nd-success", calls.ConnectorGetLocalAddress),
		mutant.WrongAddress("connector.getpeeraddress.nd-success", calls.ConnectorGetPeerAddress),
		privateDataSizes(), spentByRejection(), removals(), readLimitHalves())
}

// bound are the halves of an entry on the address that a connector is bound to.
var bound = append([]mutant.Half{
	{
		Name: "chosen-port", When: "of a port of the client's choice",
		Call: func(c *calls.Call) bool { return hasPort(c.Buffer) },
	},
	{Name: "any-port", When: "of no port", Call: func(c *calls.Call) bool { return !hasPort(c.Buffer) }},
}, mutant.Families...)

func hasPort(sockaddr []byte) bool {
	return len(sockaddr) > 3 && (sockaddr[2] != 0 || sockaddr[3] != 0)
}

var (
	untold          = mutant.Stage{Name: "new", When: "of a new connector", After: ""}
	isBound         = mutant.Stage{Name: "bound", When: "of one that is bound", After: calls.ConnectorBind}
	whileConnecting = mutant.Stage{Name: "connecting", When: "of one that is connecting", After: calls.ConnectorConnect}
	onceConnected   = mutant.Stage{Name: "connected", When: "of a connected one", After: calls.ConnectorCompleteConnect}
	accepting       = mutant.Stage{Name: "accepting", When: "of one that has accepted", After: calls.ConnectorAccept}
	rejecting       = mutant.Stage{Name: "rejecting", When: "of one that has rejected", After: calls.ConnectorReject}
	disconnected    = mutant.Stage{Name: "disconnected", When: "of a disconnected one", After: calls.ConnectorDisconnect}
	requested       = mutant.Stage{Name: "requested", When: "of one that has a request", After: mutant.Requested}
	rejected        = mutant.Stage{Name: "rejected", When: "of one that was rejected", After: mutant.Rejected}
)

// stages breaks what is said of connectors at several stages for one of them at a time.
func stages() []mutant.Mutant {
	return slices.Concat(
		mutant.Stages("connector.completeconnect.nd-connection-invalid",
			isBound, onceConnected, accepting, rejecting, requested, rejected),
		mutant.Stages("connector.disconnect.nd-connection-invalid",
			untold, whileConnecting, rejected, disconnected, requested),
		mutant.Stages("connector.getlocaladdress.nd-success", whileConnecting, onceConnected, accepting),
		mutant.Stages("connector.getlocaladdress.bound", isBound, disconnected, rejected),
		mutant.Stages("connector.getpeeraddress.nd-connection-invalid", untold, isBound, disconnected),
		mutant.Stages("connector.getpeeraddress.nd-success", onceConnected, accepting),
		mutant.Stages("connector.getreadlimits.nd-connection-invalid",
			untold, isBound, whileConnecting, disconnected, rejected),
	)
}

// privateDataSizes breaks how much private data is taken, for one method and size at a time.
func privateDataSizes() (list []mutant.Mutant) {
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
			list = append(list, mutant.New(m.entry+".private-data/"+size.name, size.what+" is refused.",
				mutant.Refusing(m.method, nd2.InvalidBufferSize, func(c *calls.Call) bool {
					return size.is(len(c.Buffer), int(m.most(c.Parent.Limits())))
				})))
		}
		if m.method == calls.ConnectorReject {
			continue
		}
		list = append(list, mutant.New(m.entry+".nd-invalid-buffer-size/goes-on",
			"A call that is refused for its private data is carried out all the same.",
			mutant.At(m.method, func(c *calls.Call) nd2.Status {
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
func spentByRejection() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("connector.accept.failure-spares-queue-pair/spent-by-rejection",
			"A queue pair whose Accept fails while it pends can't be connected any more.",
			mutant.Recording(func(c *calls.Call, spent *calls.Record[bool]) nd2.Status {
				k, _ := c.Self.(*calls.Connector)
				switch {
				case c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorAccept && c.Proxy.Status().Failed():
					if q := k.QP(); q != nil {
						spent.Set(&q.Object, true)
					}
				case c.Method == calls.ConnectorAccept && spent.Get(calls.ObjectOf(c.QueuePair)):
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
	}
}

// removals breaks what the adapter's removal does to later requests.
func removals() (list []mutant.Mutant) {
	for _, id := range []string{"connector.connect.nd-device-removed", "connector.accept.nd-device-removed"} {
		list = append(list, mutant.Halves(id,
			mutant.Half{Name: "later", When: "to a later request", Call: mutant.Inline})...)
	}
	return list
}

// readLimitHalves breaks that either limit can be left out.
func readLimitHalves() []mutant.Mutant {
	refusing := func(which func(c *calls.Call) bool) mutant.Defect {
		return mutant.Refusing(calls.ConnectorGetReadLimits, nd2.InvalidParameter1, which)
	}
	return []mutant.Mutant{
		mutant.New("connector.getreadlimits.optional/inbound-demanded",
			"GetReadLimits without the inbound limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit == nil && c.OutboundLimit != nil })),
		mutant.New("connector.getreadlimits.optional/outbound-demanded",
			"GetReadLimits without the outbound limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit != nil && c.OutboundLimit == nil })),
		mutant.New("connector.getreadlimits.optional/one-demanded", "GetReadLimits without any limit is refused.",
			refusing(func(c *calls.Call) bool { return c.InboundLimit == nil && c.OutboundLimit == nil })),
	}
}
