package nd1

import "github.com/ndconform/ndconform/nd2"

// Listen is INDListen: it takes connection requests at a port.
// Source: ndspi.h, INDListen.
type Listen interface {
	Overlapping

	// GetConnectionRequest completes with the next request, which connector then
	// holds.
	//
	// ND_SUCCESS; ND_PENDING; ND_CANCELED; ND_DEVICE_REMOVED.
	// Source: INDListen::GetConnectionRequest.
	GetConnectionRequest(connector Connector, o *nd2.Overlapped) nd2.Status
}
