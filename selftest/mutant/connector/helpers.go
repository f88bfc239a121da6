package connector

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// uncancelable makes a defect: CancelOverlappedRequests does nothing to an
// object with a request of a method in progress.
func uncancelable(method string) Defect {
	return Refusing(calls.CancelOverlappedRequests, nd2.Success, func(c *calls.Call) bool {
		return slices.ContainsFunc(c.Outstanding(), func(s *calls.ProxyOverlapped) bool { return s.Method == method })
	})
}

// tellsOfDisconnect reports whether a call notifies of the end of a NotifyDisconnect.
func tellsOfDisconnect(c *calls.Call) bool {
	return c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorNotifyDisconnect
}

// releasedConnected is the last Release of a queue pair that has been connected, and keepBoth keeps it, with its
// connector.
var releasedConnected = On(calls.Release).If(func(c *calls.Call) bool {
	q, ok := c.Self.(*calls.QueuePair)
	return ok && q.Connector() != nil && c.LastReference()
})

func keepBoth(c *calls.Call) {
	c.Inner.AddRef()
	c.OnQP().Connector().Inner.AddRef()
}

// calling reports whether a call's connector is the active one.
func calling(c *calls.Call) bool { return c.OnConnector().Active() }

// abandoned reports whether a call has abandoned or rejected an attempt.
func abandoned(c *calls.Call) bool {
	return c.Method == calls.ConnectorReject ||
		c.Method == calls.CancelOverlappedRequests && c.Object.Kind == "IND2Connector"
}
