package legal

import (
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// slowness are variants of how long calls take.
func slowness() []Variant {
	return []Variant{
		{
			ID:      "late-ends",
			Differs: "Every overlapped request ends a millisecond after it could, as where a kernel's routine ends it later.",
			Permits: "Requests are asynchronous, and no time is documented within which one is over.",
			Source:  "NetworkDirectSPI.md, Asynchronous operations",
			hooks:   endLater(everyRequest(time.Millisecond)),
		},
		{
			ID:      "slow-memory",
			Differs: "Registering and deregistering memory takes five milliseconds.",
			Permits: "Registration is expensive, and may be asynchronous for that.",
			Source:  "IND2MemoryRegion.md, IND2MemoryRegion interface, Remarks",
			hooks:   endLater(requestsOf(5*time.Millisecond, interpose.MRRegister, interpose.MRDeregister)),
		},
		{
			ID:      "slow-connections",
			Differs: "Connect, CompleteConnect, Accept and Disconnect end ten milliseconds after they could.",
			Permits: "Connections are made asynchronously, and how long that takes is the network's.",
			Source:  "IND2Connector.md, IND2Connector::Connect, Remarks",
			hooks: endLater(requestsOf(10*time.Millisecond, interpose.ConnectorConnect, interpose.ConnectorCompleteConnect,
				interpose.ConnectorAccept, interpose.ConnectorDisconnect)),
		},
		{
			ID:      "slow-return",
			Differs: "A call that returns ND_PENDING comes back a third of a millisecond later, by when its request may have ended.",
			Permits: "A request may end at any time once it has been made.",
			Source:  "NetworkDirectSPI.md, Asynchronous operations",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					status := c.Proceed()
					if status == nd2.Pending && overlapped(c) {
						linger(300 * time.Microsecond)
					}
					return status
				}}
			},
		},
		{
			ID:      "slow-creation",
			Differs: "Creating an object takes two milliseconds.",
			Permits: "Creation needs the kernel and the hardware, and no time is documented for it.",
			Source:  "NetworkDirectSPI.md, Asynchronous operations, Implementation note",
			hooks: func() interpose.Hooks {
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if strings.HasPrefix(c.Method, "IND2Adapter::Create") {
						linger(2 * time.Millisecond)
					}
					return c.Proceed()
				}}
			},
		},
	}
}

// linger is what a call does that takes its time.
func linger(d time.Duration) { <-time.After(d) }
