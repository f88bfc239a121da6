package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// connectionNeighbors have what happens to one object, or by one call, happen to others as well.
func connectionNeighbors() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.own-requests-only", "listener-and-connections", "CancelOverlappedRequests of a listener cancels the NotifyDisconnects of connections, too.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				if c.Object.Kind != "IND2Listener" {
					return
				}
				for _, k := range calls.Living[*calls.Connector](c.Object) {
					cancelAll(&k.Object, calls.ConnectorNotifyDisconnect)
				}
			})),
		by("overlapped.canceloverlappedrequests.own-requests-only", "idle-and-file", "CancelOverlappedRequests of an object without requests cancels those of its file.",
			before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				if len(c.Outstanding()) > 0 {
					return
				}
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					if l.File == c.Object.File {
						cancelAll(&l.Object, calls.ListenerGetConnectionRequest)
					}
				}
			})),
		by("overlapped.notification.resets-event", "set-after-cancel", "The event of a request that was canceled stays set when its OVERLAPPED is used again.",
			at(calls.EventReset, func(c *calls.Call) nd2.Status {
				if nd2.Status(c.Shadow.Client.Internal) == nd2.Canceled {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "first-key", "Of files that are bound to one port, all have the key of the first.",
			at(calls.PortPost, func(c *calls.Call) nd2.Status {
				for _, f := range calls.Living[*calls.File](c.Object) {
					if f.SharesPort(c.Shadow.Object.File) && f.Born < c.Shadow.Object.File.Born {
						f.Post(c.Shadow.Client)
						return nd2.Success
					}
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "closed-for-all", "Closing a file ends the notifications of the others at its port.",
			keeping(func(c *calls.Call, ended *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.FileClose:
					for _, f := range calls.Others[*calls.File](c.Object) {
						if f.SharesPort(c.Self.(*calls.File)) {
							ended.Set(&f.Object, true)
						}
					}
				case c.Method == calls.PortPost && c.Shadow.Object.File != nil && ended.Get(&c.Shadow.Object.File.Object):
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("listener.getconnectionrequest.one-each", "other-listener", "A request to one listener completes a call of another that has several in progress.",
			before(calls.ConnectorConnect, func(c *calls.Call) {
				for _, l := range calls.Living[*calls.Listener](c.Object) {
					if waiting := l.Outstanding(); len(waiting) > 1 && portOf(l.Inner.GetLocalAddress) != portIn(c.Destination) {
						waiting[0].End(nd2.Success)
					}
				}
			})),
		by("listener.release.spares-taken", "accepts-canceled", "Releasing a listener cancels the Accepts in progress.",
			before(calls.Release, func(c *calls.Call) {
				if c.Object.Kind != "IND2Listener" || !c.LastReference() {
					return
				}
				for _, k := range calls.Living[*calls.Connector](c.Object) {
					if slices.ContainsFunc(k.Outstanding(), func(s *calls.Shadow) bool { return s.Method == calls.ConnectorAccept }) {
						k.Inner.CancelOverlappedRequests()
					}
				}
			})),
		by("listener.bind.own-address", "other-family", "A listener takes requests to the addresses of the other family, too.", twin),
	}
}

// cancelAll has the client hear that the requests of a method are canceled.
func cancelAll(o *calls.Object, method string) {
	for _, s := range o.Outstanding() {
		if s.Method == method {
			s.End(nd2.Canceled)
		}
	}
}

// portIn is the port of a sockaddr.
func portIn(sockaddr []byte) uint16 {
	a, _ := nd2.ParseSockaddr(sockaddr)
	return a.Port()
}

// portOf is the port of what an object tells of its address.
func portOf(address func([]byte, *uint32) nd2.Status) uint16 {
	b := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(b))
	if address(b, &size) != nd2.Success {
		return 0
	}
	return portIn(b[:size])
}
