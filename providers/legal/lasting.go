package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// fewNotifications refuses a fifth Notify beside four.
func fewNotifications(c *interpose.Call) nd2.Status {
	const most = 4
	notify := c.Method == interpose.CQNotify || c.Method == interpose.SRQNotify
	if notify && c.Shadow != nil && len(others(c)) >= most {
		return nd2.InsufficientResources
	}
	return c.Proceed()
}

// lastingAccepts refuses to cancel an Accept or a Connect.
func lastingAccepts(c *interpose.Call) nd2.Status {
	if c.Method == interpose.CancelOverlappedRequests {
		for _, s := range c.Outstanding() {
			if s.Method == interpose.ConnectorAccept || s.Method == interpose.ConnectorConnect {
				return nd2.Unsuccessful
			}
		}
	}
	return c.Proceed()
}

// lastNotifyDisconnect has a NotifyDisconnect end those before it.
func lastNotifyDisconnect(c *interpose.Call) nd2.Status {
	if c.Method != interpose.ConnectorNotifyDisconnect || c.Shadow == nil {
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
func others(c *interpose.Call) (list []*interpose.Shadow) {
	for _, s := range c.Outstanding() {
		if s != c.Shadow && s.Method == c.Method {
			list = append(list, s)
		}
	}
	return list
}
