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

// A place identifies a network.
type place struct {
	fabric string
	netns  fabric.Namespace
}

// networks belong to the process, as the loopback network belongs to a machine:
// instances can connect to each other, and each knows which addresses another's
// adapters hold. A network exists while an instance is on it.
var networks = struct {
	mu     sync.Mutex
	places map[place]*sharedNetwork
}{places: map[place]*sharedNetwork{}}

type sharedNetwork struct {
	fabric.Network
	users int
}

// join returns a network, and a function that leaves it.
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
