package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func failedConnects() []Mutant {
	return []Mutant{
		New("connector.connect.abandoned-by-release/goes-on", "The last Release of a connector leaves its attempt going on.",
			Before(calls.ConnectorConnect, func(c *calls.Call) { c.Inner.AddRef() })),
		New("connector.connect.canceled-unheard/active", "A queue pair whose Connect was canceled counts as connected.",
			Since(Canceled("IND2Connector").Of(Connected), On(calls.ConnectorConnect).Of(Given), Say(nd2.ConnectionActive))),
		New("connector.connect.canceled/goes-on", "CancelOverlappedRequests leaves a Connect in progress.",
			uncancelable(calls.ConnectorConnect)),
		New("connector.connect.failure-spares-queue-pair/flushes",
			"A Connect that fails flushes the queue pair.", OnCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.EventSet && c.Proxy.Method == calls.ConnectorConnect && c.Proxy.Status() != nd2.Success {
					if q := c.OnConnector().QP(); q != nil {
						q.Inner.Flush()
					}
				}
				return c.Proceed()
			})),
		New("connector.connect.failure-spares-queue-pair/flushes-if-told-why",
			"A Connect that is rejected with private data flushes the queue pair.",
			Between(On(calls.ConnectorReject).If(func(c *calls.Call) bool { return len(c.Buffer) > 0 }).Anywhere(),
				On(calls.ConnectorReject).Anywhere(), Ended(calls.ConnectorConnect, nd2.ConnectionRefused).Anywhere(),
				First(func(c *calls.Call) { c.OnConnector().QP().Inner.Flush() }))),
		New("connector.connect.failure-spares-queue-pair/flushed-by-release",
			"A connector that is released after a refusal flushes its queue pair, although another connector has it.",
			Since(Ended(calls.ConnectorConnect, nd2.ConnectionRefused), On(calls.Release).If((*calls.Call).LastReference),
				First(func(c *calls.Call) {
					if k := c.OnConnector(); k.QP() != nil && k.QP().Connector() != k {
						k.QP().Inner.Flush()
					}
				}))),
		New("connector.connect.failure-spares-queue-pair/spent-by-nowhere",
			"A queue pair whose Connect went to an address that nobody has counts as connected.",
			spentBy(unreached...)),
	}
}

func connectRetries() []Mutant {
	return []Mutant{
		New("connector.connect.refused-in-callback/queue-pair-spent",
			"A queue pair whose Connect was refused can't be connected.",
			Since(On(calls.ConnectorConnect).Of(Given), On(calls.ConnectorConnect).Of(Given), Say(nd2.ConnectionActive))),
		New("connector.connect.refused-in-callback/release-forgets",
			"A connector that is released when it was refused takes its queue pair with it.",
			Recording(func(c *calls.Call, spent *calls.Record[bool]) nd2.Status {
				switch k, _ := c.Self.(*calls.Connector); {
				case k != nil && c.Method == calls.Release:
					for _, q := range calls.Living[*calls.QueuePair](c.Object) {
						if q.Connector() == k {
							spent.Set(&q.Object, true)
						}
					}
				case c.Method == calls.ConnectorConnect && spent.Get(calls.ObjectOf(c.QueuePair)):
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
		New("connector.connect.retry-after-bad-destination/active",
			"After a Connect to an address that nobody has, a connector can't connect.", retry(unreached...)),
		New("connector.connect.retry-after-connection-refused/active",
			"After ND_CONNECTION_REFUSED a connector can't connect.", retry(nd2.ConnectionRefused)),
		New("connector.connect.retry-after-invalid-buffer-size/active",
			"After ND_INVALID_BUFFER_SIZE a connector can't connect.", retry(nd2.InvalidBufferSize)),
		New("connector.connect.retry-after-io-timeout/active", "After ND_IO_TIMEOUT a connector can't connect.",
			retry(nd2.IOTimeout)),
		New("connector.connect.retry-after-unreachable/active",
			"After ND_NETWORK_UNREACHABLE or ND_HOST_UNREACHABLE a connector can't connect.",
			retry(nd2.NetworkUnreachable, nd2.HostUnreachable)),
	}
}

// retry makes a defect: a connector whose Connect has ended with one of some statuses can't connect.
func retry(status ...nd2.Status) Defect {
	return Since(EndedAnyhow(calls.ConnectorConnect, status...), On(calls.ConnectorConnect), Say(nd2.ConnectionActive))
}

// spentBy makes a defect: a queue pair whose Connect has ended with one of some statuses can't be connected.
func spentBy(status ...nd2.Status) Defect {
	pair := func(c *calls.Call) *calls.Object {
		if c.Method == calls.ConnectorConnect {
			return Given(c)
		}
		return Connected(c)
	}
	return Since(EndedAnyhow(calls.ConnectorConnect, status...).Of(pair), On(calls.ConnectorConnect).Of(Given),
		Say(nd2.ConnectionActive))
}

// unreached are the statuses of a Connect to an address that nobody has.
var unreached = []nd2.Status{nd2.NetworkUnreachable, nd2.HostUnreachable, nd2.IOTimeout}

// sentOnce are mutants by which a request ends as it does when nothing is sent again. They do so on any
// network: hooks do not see what is lost.
func sentOnce() []Mutant {
	const connect = calls.ConnectorConnect
	return []Mutant{
		New("connector.connect.sent-again/gives-up", "A Connect that is accepted times out.",
			timingOut(connect, nd2.Success)),
		New("connector.accept.sent-again/gives-up", "A Connect that is accepted times out.", timingOut(connect, nd2.Success)),
		New("connector.reject.sent-again/gives-up", "A Connect that is rejected times out.",
			timingOut(connect, nd2.ConnectionRefused)),
		New("connector.completeconnect.sent-again/gives-up", "An Accept that is completed times out.",
			timingOut(calls.ConnectorAccept, nd2.Success)),
		New("connector.disconnect.sent-again/never", "A NotifyDisconnect of an established connection never ends.",
			When(Where(tellsOfDisconnect), Muted)),
	}
}

// timingOut makes a defect: the requests of a method that end with a status time out instead.
func timingOut(method string, status nd2.Status) Defect {
	return BeforeNotifying(method, status, func(c *calls.Call) { c.Proxy.Force(nd2.IOTimeout) })
}
