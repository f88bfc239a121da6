package connector

import (
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// Why a Connect that nobody cancels fails.

// refused matches a Connect that ends with ND_CONNECTION_REFUSED, or without an answer.
func refused() types.GomegaMatcher { return CompleteWith(nd2.ConnectionRefused, nd2.IOTimeout) }

// nobodyListens connects to a port of the peer at which nobody listens.
func nobodyListens(a *Attempt) *Operation { return toNobody(a, nil) }

// nobodyHears is nobodyListens with private data, if the adapter can send any.
func nobodyHears(a *Attempt) *Operation {
	return toNobody(a, atMost(privateData(40), a.Active.Info.MaxCallerData))
}

func toNobody(a *Attempt, privateData []byte) *Operation {
	nowhere := *a
	_, port, _ := BoundListener(a.Passive.Side)
	nowhere.Address = a.Passive.Sockaddr(port)
	return nowhere.Connect(privateData)
}

// nobodyBound is nobodyListens, of a peer with listeners that have no address: Bind was not called, or failed.
func nobodyBound(a *Attempt) *Operation {
	side := a.Passive.Side
	side.OwnListener()
	_, taken := side.Listener()
	if l, _ := side.OwnListener(); l.Bind(taken) == nd2.Success {
		Unobservable("the peer lets two listeners have an address")
	}
	return nobodyListens(a)
}

// nobodyThere connects to an address that nobody has.
func nobodyThere(a *Attempt) *Operation {
	a.Address = a.Active.At(a.Active.Unassigned()).Sockaddr(54321)
	return a.Connect(nil)
}

// canceledMeanwhile is canceled when the peer has taken its request.
func canceledMeanwhile(a *Attempt) *Operation {
	connect := a.Request(nil)
	cancelConnect(a, connect)
	return connect
}

// nobodyAnswers connects to a peer that is out of reach as long as it lasts.
func nobodyAnswers(a *Attempt) *Operation {
	undo := a.Active.Inject(providers.Fault{Kind: providers.Partition})
	connect := a.Connect(nil).InTime()
	connect.Wait()
	undo()
	return connect
}

// backlogFull connects to a listener that has taken as many requests as wait there at
// most. The spec is unobservable if there is room for more, as there may be.
func backlogFull(a *Attempt) *Operation {
	full := *a
	full.Listener, _ = a.Passive.Side.OwnListener()
	Expect(full.Listener.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
	Expect(full.Listener.Listen(1)).To(Return(nd2.Success))
	full.Address = a.Passive.Sockaddr(AddressFrom(full.Listener.GetLocalAddress).Port())
	full.Another().Connect(nil)
	connect := full.Connect(nil)
	if !connect.EndsBriefly() {
		full.Active.Connector.CancelOverlappedRequests()
		Unobservable("a Connect to a listener that has a request waiting and a backlog of 1 is not refused at once: " +
			"it has room for more, the first request has not reached it yet, or the refusal comes later")
	}
	return connect
}

// listenerGone connects to where a listener was that has been released.
func listenerGone(a *Attempt) *Operation {
	l, release := a.Passive.Side.OwnListener()
	Expect(l.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	a.Address = a.Passive.Sockaddr(AddressFrom(l.GetLocalAddress).Port())
	release()
	return a.Connect(nil)
}

// peerRejects connects to a peer that rejects.
func peerRejects(a *Attempt) *Operation { return peerSays(a, nil) }

// peerExplains is peerRejects with private data, if the peer can send any.
func peerExplains(a *Attempt) *Operation {
	return peerSays(a, []byte{1, 2, 3}[:min(3, a.Passive.Info.MaxCalleeData)])
}

func peerSays(a *Attempt, privateData []byte) *Operation {
	connect := a.Request(nil)
	Expect(a.Passive.Connector.Reject(privateData)).To(rejected())
	return connect
}
