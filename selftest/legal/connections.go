package legal

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// connections are variants of how connections begin.
var connections = []Variant{
	{
		ID:      "reject-pends",
		Differs: "Reject returns ND_PENDING where it succeeds.",
		Permits: "The code is listed.", Source: "IND2Connector.md, IND2Connector::Reject, Return Value",
		hooks: onCall(calls.At(calls.ConnectorReject, func(c *calls.Call) nd2.Status {
			if status := c.Proceed(); status != nd2.Success {
				return status
			}
			return nd2.Pending
		})),
	},
	{
		ID:      "small-backlog",
		Differs: "A listener keeps two requests at most, whatever it was told.",
		Permits: "Providers may restrict the backlog silently.",
		Source:  "IND2Listener.md, IND2Listener::Listen, Implementation Notes",
		hooks: onCall(calls.Before(calls.ListenerListen, func(c *calls.Call) {
			if c.Backlog == 0 || c.Backlog > 2 {
				c.Backlog = 2
			}
		})),
	},
	{
		ID: "exact-private-data", hooks: exactPrivateData,
		Differs:  "Private data arrives as long as it was sent, where the engine has zeros behind it.",
		Permits:  "The size that is returned is the size used of the buffer.",
		Source:   "IND2Connector.md, IND2Connector::GetPrivateData, Parameters",
		Excludes: because("the peer must tell lengths, too", "no-loopback", "other-peer", "tiny-peer"),
	},
	{
		ID: "little-private-data", Options: "max-caller-data=4,max-callee-data=2",
		Differs: "Private data has four bytes at most with a request, and two with an answer.",
		Permits: "How much there can be is the adapter's to say.", Source: adapterInfo,
	},
	{
		ID: "answers-only", Options: "max-caller-data=0,max-callee-data=48",
		Differs: "Private data goes with an answer, and none with a request.",
		Permits: "How much there can be of either is the adapter's to say.", Source: adapterInfo,
		Excludes: map[string]string{
			"exact-private-data":  "what can't be sent has no length",
			"little-private-data": "both say how much there is",
			"no-private-data":     "both say how much there is",
			"roomy-private-data":  "both say how much room the data takes",
		},
	},
	quirk("connector-keeps-queue-pair", "Release disconnects where it is of the last reference, and nothing "+
		"says that the client has the only ones.",
		"IND2Connector.md, IND2Connector::Disconnect, Implementation Notes"),
	{
		ID: "spent-connectors", Waits: true,
		Permits: "After a request that fails, the connector can not be used again.",
		Source:  "IND2Connector.md, IND2Connector::Connect, Return Value",
	},
	quirk("pow2-reads", "The limits are at most what both sides and the adapters allow.",
		"IND2Connector.md, IND2Connector::GetReadLimits, Parameters"),
	quirk("early-data", "They are asked for before CompleteConnect and before Accept.",
		"IND2Connector.md, IND2Connector::GetPrivateData, Remarks"),
	{
		ID:       "loose-backlog",
		Permits:  "Providers may restrict the range of the backlog silently.",
		Source:   "IND2Listener.md, IND2Listener::Listen, Implementation Notes",
		Excludes: map[string]string{"small-backlog": "both say how many requests wait"},
	},
	{
		ID: "newest-request-first", Options: "habits=newest-first",
		Permits: "Each call is for one request; no order is documented.",
		Source:  "IND2Listener.md, IND2Listener::GetConnectionRequest, Remarks",
	},
	{
		ID: "requests-in-turn", Options: "habits=in-turn",
		Permits: "The overlapped requests complete one at a time, and no page says how soon.",
		Source:  "IND2Listener.md, IND2Listener::GetConnectionRequest, Remarks",
	},
	{
		ID:       "silent-once-connected",
		Permits:  "They are asked for before Accept and before CompleteConnect.",
		Source:   "IND2Connector.md, IND2Connector::GetPrivateData, Remarks",
		Excludes: because("both say what is told then", "early-data"),
	},
	{
		ID: "silent-network", Waits: true,
		Permits: "Networks need not say that nobody is there, and time running out is a documented answer.",
		Source:  "IND2Connector.md, IND2Connector::Connect, Return Value",
	},
}

// uncancelableConnects refuses to cancel an Accept or a Connect.
func uncancelableConnects(c *calls.Call) nd2.Status {
	uncancelable := func(p *calls.ProxyOverlapped) bool {
		return p.Method == calls.ConnectorAccept || p.Method == calls.ConnectorConnect
	}
	if c.Method == calls.CancelOverlappedRequests && slices.ContainsFunc(c.Outstanding(), uncancelable) {
		return nd2.Unsuccessful
	}
	return c.Proceed()
}

// replacedNotifyDisconnect cancels earlier NotifyDisconnects of a connector.
func replacedNotifyDisconnect(c *calls.Call) nd2.Status {
	if c.Method != calls.ConnectorNotifyDisconnect || c.Proxy == nil {
		return c.Proceed()
	}
	earlier := slices.DeleteFunc(c.Outstanding(), func(p *calls.ProxyOverlapped) bool {
		return p == c.Proxy || p.Method != c.Method
	})
	status := c.Proceed()
	if status == nd2.Pending {
		for _, p := range earlier {
			p.End(nd2.Canceled)
		}
	}
	return status
}
