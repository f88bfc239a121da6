package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// disconnecting disconnects what is not connected.
var disconnecting = []Mutant{
	New("endpoint.disconnect.nd-connection-invalid/connecting", "A connector that is connecting disconnects.",
		disconnectingFrom(On(calls.ND1Connect), calls.ND1CompleteConnect)),
	New("endpoint.disconnect.nd-connection-invalid/requested", "A connector that holds a request disconnects.",
		disconnectingFrom(On(calls.ND1GetConnectionRequest).Of(taker), calls.ND1Accept)),
	New("endpoint.disconnect.nd-connection-invalid/disconnected", "A connector that has disconnected does so again.",
		Once(calls.ND1Disconnect, nd2.Success)),
}

// disconnectingFrom makes a defect: Disconnect succeeds on connectors between two calls.
func disconnectingFrom(first Event, last string) Defect {
	return Between(first, On(last), On(calls.ND1Disconnect), Nothing)
}
