package nd1

import "github.com/ndconform/ndconform/nd2"

// MemoryWindow is INDMemoryWindow: registered memory opened to the peer of one
// endpoint, from Bind to Invalidate. Source: ndspi.h, INDMemoryWindow.
type MemoryWindow interface {
	nd2.Unknown
}
