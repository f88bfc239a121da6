package spec

import (
	"fmt"
	"os"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// The ports of the ephemeral space, from which specs choose. Source:
// IND2Connector.md, IND2Connector::Bind, Return Value.
const firstPort, ports = 49152, 1 << 14

// chosen counts the ports that specs have chosen.
var chosen atomic.Uint32

// ChosenPort returns a port that no spec of this process has chosen lately. Nobody
// promises that it is free.
func ChosenPort() uint16 {
	start := uint32(GinkgoRandomSeed())*31 + uint32(os.Getpid())*257
	return uint16(firstPort + (start+chosen.Add(1))%ports)
}

// tries is how many ports are chosen before a spec gives up finding one that is free.
const tries = 64

// BoundConnector creates a connector that is bound to a port of the client's choice.
// Release drops its only reference.
func (s *Side) BoundConnector() (c nd2.Connector, port uint16, release func()) {
	return bound(s, s.OwnConnector, nd2.Connector.Bind)
}

// BoundListener creates a listener that is bound likewise, and does not listen.
func (s *Side) BoundListener() (l nd2.Listener, port uint16, release func()) {
	return bound(s, s.OwnListener, nd2.Listener.Bind)
}

// bound tries one port after the other, since others may have some of them, with a
// new object for each: one whose Bind has failed may be good for nothing.
func bound[T nd2.Unknown](s *Side, create func() (T, func()),
	bind func(T, []byte) nd2.Status,
) (object T, port uint16, release func()) {
	var refused nd2.Status
	for range tries {
		object, release = create()
		port = ChosenPort()
		refused = bind(object, s.Sockaddr(port))
		if refused == nd2.Success {
			return object, port, release
		}
		SkipIfPortless(refused)
		release()
	}
	Unmet(fmt.Sprintf("one of %d ports to be free", tries), fmt.Sprintf("Bind to port %d returns %v", port, refused))
	return object, port, release
}

// RebindConnector returns a connector that is bound to an address, a sockaddr, which it
// waits for: a port that was in use may be free some time later only.
func (s *Side) RebindConnector(address []byte) nd2.Connector {
	return rebound(s, func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateConnector(nd2.IIDConnector, s.File, object)
	}, func(c nd2.Connector) nd2.Status { return c.Bind(address) })
}

// RebindListener returns a listener that is bound likewise, and does not listen.
func (s *Side) RebindListener(address []byte) nd2.Listener {
	return rebound(s, func(object *nd2.Unknown) nd2.Status {
		return s.Adapter.CreateListener(nd2.IIDListener, s.File, object)
	}, func(l nd2.Listener) nd2.Status { return l.Bind(address) })
}

func rebound[T nd2.Unknown](s *Side, create func(*nd2.Unknown) nd2.Status, bind func(T) nd2.Status) T {
	var backoff poll.Backoff
	for {
		var object nd2.Unknown
		succeed("creating an object to bind", create(&object))
		refused := bind(object.(T))
		if refused == nd2.Success {
			s.AtEnd(func() { object.Release() })
			return object.(T)
		}
		SkipIfPortless(refused)
		object.Release()
		if s.ctx.Err() != nil {
			Unmet("the address to be free in time", fmt.Sprintf("Bind returns %v", refused))
		}
		backoff.Wait(s.ctx)
	}
}
