package providers

import "github.com/ndconform/ndconform/nd2"

// Complete holds a provider's types to the interfaces of nd2 when they are built. Objects are created as
// [nd2.Unknown]: without this line, a missing method shows only in a run.
//
//	var _ = providers.Complete[*provider, *adapter, …]
func Complete[
	_ nd2.Provider, _ nd2.Adapter, _ nd2.CompletionQueue, _ nd2.SharedReceiveQueue, _ nd2.MemoryRegion,
	_ nd2.MemoryWindow, _ nd2.QueuePair, _ nd2.Connector, _ nd2.Listener,
]() {
}
