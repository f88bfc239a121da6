package ref

import (
	"sync"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
)

// process is the in-memory network. It is the process's, as the loopback network
// is a machine's, so that instances can connect to each other; it is there as long
// as one of them is.
var process sharedNetwork

type sharedNetwork struct {
	mu      sync.Mutex
	network *fabric.Memory
	users   int
}

// join gives the network, which the caller leaves once.
func (s *sharedNetwork) join() fabric.Network {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users++; s.users == 1 {
		s.network = fabric.NewMemory()
	}
	return s.network
}

func (s *sharedNetwork) leave() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users--; s.users > 0 {
		return nil
	}
	return s.network.Close()
}
