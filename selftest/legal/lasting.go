package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// fewNotifications refuses a fifth Notify beside four.
func fewNotifications(c *calls.Call) nd2.Status {
	const most = 4
	notify := c.Method == calls.CQNotify || c.Method == calls.SRQNotify
	if notify && c.Proxy != nil && len(others(c)) >= most {
		return nd2.InsufficientResources
	}
	return c.Proceed()
}

// lastingAccepts refuses to cancel an Accept or a Connect.
func lastingAccepts(c *calls.Call) nd2.Status {
	if c.Method == calls.CancelOverlappedRequests {
		for _, s := range c.Outstanding() {
			if s.Method == calls.ConnectorAccept || s.Method == calls.ConnectorConnect {
				return nd2.Unsuccessful
			}
		}
	}
	return c.Proceed()
}

// lastNotifyDisconnect has a NotifyDisconnect end those before it.
func lastNotifyDisconnect(c *calls.Call) nd2.Status {
	if c.Method != calls.ConnectorNotifyDisconnect || c.Proxy == nil {
		return c.Proceed()
	}
	before := others(c)
	status := c.Proceed()
	if status == nd2.Pending {
		for _, s := range before {
			s.End(nd2.Canceled)
		}
	}
	return status
}

// others lists the requests of the call's method that are outstanding but for its own.
func others(c *calls.Call) (list []*calls.ProxyOverlapped) {
	for _, s := range c.Outstanding() {
		if s != c.Proxy && s.Method == c.Method {
			list = append(list, s)
		}
	}
	return list
}
