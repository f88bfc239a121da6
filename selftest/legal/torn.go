package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Each is an interface of an object apart from the object itself, as where each interface
// is made when it is asked for.
type (
	tornAdapter            struct{ *calls.Adapter }
	tornCompletionQueue    struct{ *calls.CompletionQueue }
	tornConnector          struct{ *calls.Connector }
	tornListener           struct{ *calls.Listener }
	tornMemoryRegion       struct{ *calls.MemoryRegion }
	tornMemoryWindow       struct{ *calls.MemoryWindow }
	tornQueuePair          struct{ *calls.QueuePair }
	tornSharedReceiveQueue struct{ *calls.SharedReceiveQueue }
)

// tearOff returns another pointer for every interface but IUnknown.
func tearOff(c *calls.Call) {
	if c.IID == nd2.IIDUnknown || c.Out == nil {
		return
	}
	switch o := (*c.Out).(type) {
	case *calls.Adapter:
		*c.Out = &tornAdapter{o}
	case *calls.CompletionQueue:
		*c.Out = &tornCompletionQueue{o}
	case *calls.Connector:
		*c.Out = &tornConnector{o}
	case *calls.Listener:
		*c.Out = &tornListener{o}
	case *calls.MemoryRegion:
		*c.Out = &tornMemoryRegion{o}
	case *calls.MemoryWindow:
		*c.Out = &tornMemoryWindow{o}
	case *calls.QueuePair:
		*c.Out = &tornQueuePair{o}
	case *calls.SharedReceiveQueue:
		*c.Out = &tornSharedReceiveQueue{o}
	}
}
