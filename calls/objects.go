package calls

import "github.com/ndconform/ndconform/nd2"

// A Provider wraps an IND2Provider.
type Provider struct {
	unknown
	Inner nd2.Provider
}

// A SharedReceiveQueue wraps an IND2SharedReceiveQueue.
type SharedReceiveQueue struct {
	overlapping
	Inner nd2.SharedReceiveQueue
	// Depth and Threshold are those it was created with.
	Depth, Threshold uint32
}

// A MemoryRegion wraps an IND2MemoryRegion.
type MemoryRegion struct {
	overlapping
	Inner nd2.MemoryRegion
}

// A MemoryWindow wraps an IND2MemoryWindow.
type MemoryWindow struct {
	unknown
	Inner nd2.MemoryWindow
}

// A Listener wraps an IND2Listener.
type Listener struct {
	overlapping
	Inner nd2.Listener
}
