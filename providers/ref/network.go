package ref

import (
	"sync"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
)

// The values of the option fabric.
const (
	inMemory = "memory"
	overUDP  = "udp"
)

// A place is what tells networks apart.
type place struct {
	fabric string
	netns  fabric.Namespace
}

// networks are the process's, as the loopback network is a machine's, so that
// instances can connect to each other, and each knows what another's adapters hold.
// There is one as long as an instance is on it.
var networks = struct {
	mu     sync.Mutex
	places map[place]*sharedNetwork
}{places: map[place]*sharedNetwork{}}

type sharedNetwork struct {
	fabric.Network
	users int
}

// join returns a network, and what leaves it.
func (p place) join() (n fabric.Network, leave func() error) {
	networks.mu.Lock()
	defer networks.mu.Unlock()
	shared := networks.places[p]
	if shared == nil {
		shared = &sharedNetwork{Network: p.start()}
		networks.places[p] = shared
	}
	shared.users++
	return shared.Network, sync.OnceValue(p.leave)
}

func (p place) start() fabric.Network {
	if p.fabric == overUDP {
		return fabric.NewUDP(p.netns)
	}
	return fabric.NewMemory()
}

func (p place) leave() error {
	networks.mu.Lock()
	defer networks.mu.Unlock()
	shared := networks.places[p]
	shared.users--
	if shared.users > 0 {
		return nil
	}
	delete(networks.places, p)
	return shared.Close()
}
