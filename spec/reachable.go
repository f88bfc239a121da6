package spec

import (
	"fmt"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// unreachable is how a provider says that there is no way from one address to another.
var unreachable = []nd2.Status{nd2.NetworkUnreachable, nd2.HostUnreachable, nd2.BadNetworkName}

// EstablishIfReachable makes the connection. It returns nil, and records that, if the
// provider says that one address can't be reached from the other: the addresses of
// two adapters may be on networks between which there is no way.
func (a *Attempt) EstablishIfReachable() *Connection {
	get, connect := a.Get(), a.Connect(nil)
	Until(a.ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
	if s := connect.Status(); !get.Done() && slices.Contains(unreachable, s) {
		Record(fmt.Sprintf("Connect from %v to %v: %v", a.Active.Address, a.Passive.Address, s))
		return nil
	}
	succeed("IND2Listener::GetConnectionRequest", get.Wait())
	accept := a.Accept(nil)
	succeed("IND2Connector::Connect", connect.Wait())
	return a.Finish(accept)
}
