package legal

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

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
