package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

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
