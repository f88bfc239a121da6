package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// connectionNeighbors have what happens to one object, or by one call, happen to others as well.
func connectionNeighbors() []Mutant {
	return []Mutant{
		by("overlapped.canceloverlappedrequests.own-requests-only", "listener-and-connections", "CancelOverlappedRequests of a listener cancels the NotifyDisconnects of connections, too.",
			before(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				if c.Object.Kind != "IND2Listener" {
					return
				}
				for _, k := range interpose.Living[*interpose.Connector](c.Object) {
					cancelAll(&k.Object, interpose.ConnectorNotifyDisconnect)
				}
			})),
		by("overlapped.canceloverlappedrequests.own-requests-only", "idle-and-file", "CancelOverlappedRequests of an object without requests cancels those of its file.",
			before(interpose.CancelOverlappedRequests, func(c *interpose.Call) {
				if len(c.Outstanding()) > 0 {
					return
				}
				for _, l := range interpose.Living[*interpose.Listener](c.Object) {
					if l.File == c.Object.File {
						cancelAll(&l.Object, interpose.ListenerGetConnectionRequest)
					}
				}
			})),
		by("overlapped.notification.resets-event", "set-after-cancel", "The event of a request that was canceled stays set when its OVERLAPPED is used again.",
			at(interpose.EventReset, func(c *interpose.Call) nd2.Status {
				if nd2.Status(c.Shadow.Client.Internal) == nd2.Canceled {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "first-key", "Of files that are bound to one port, all have the key of the first.",
			at(interpose.PortPost, func(c *interpose.Call) nd2.Status {
				for _, f := range interpose.Living[*interpose.File](c.Object) {
					if f.SharesPort(c.Shadow.Object.File) && f.Born < c.Shadow.Object.File.Born {
						f.Post(c.Shadow.Client)
						return nd2.Success
					}
				}
				return c.Proceed()
			})),
		by("adapter.createoverlappedfile.completion-port", "closed-for-all", "Closing a file ends the notifications of the others at its port.",
			keeping(func(c *interpose.Call, ended *interpose.Record[bool]) nd2.Status {
				switch {
				case c.Method == interpose.FileClose:
					for _, f := range interpose.Others[*interpose.File](c.Object) {
						if f.SharesPort(c.Self.(*interpose.File)) {
							ended.Set(&f.Object, true)
						}
					}
				case c.Method == interpose.PortPost && c.Shadow.Object.File != nil && ended.Get(&c.Shadow.Object.File.Object):
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("listener.getconnectionrequest.one-each", "other-listener", "A request to one listener completes a call of another that has several in progress.",
			before(interpose.ConnectorConnect, func(c *interpose.Call) {
				for _, l := range interpose.Living[*interpose.Listener](c.Object) {
					if waiting := l.Outstanding(); len(waiting) > 1 && portOf(l.Inner.GetLocalAddress) != portIn(c.Destination) {
						waiting[0].End(nd2.Success)
					}
				}
			})),
		by("listener.release.spares-taken", "accepts-canceled", "Releasing a listener cancels the Accepts in progress.",
			before(interpose.Release, func(c *interpose.Call) {
				if c.Object.Kind != "IND2Listener" || !c.LastReference() {
					return
				}
				for _, k := range interpose.Living[*interpose.Connector](c.Object) {
					if slices.ContainsFunc(k.Outstanding(), func(s *interpose.Shadow) bool { return s.Method == interpose.ConnectorAccept }) {
						k.Inner.CancelOverlappedRequests()
					}
				}
			})),
		by("listener.bind.own-address", "other-family", "A listener takes requests to the addresses of the other family, too.", twin),
	}
}

// cancelAll has the client hear that the requests of a method are canceled.
func cancelAll(o *interpose.Object, method string) {
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
