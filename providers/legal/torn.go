package legal

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// Each is an interface of an object apart from the object itself, as where each interface
// is made when it is asked for.
type (
	tornAdapter            struct{ *interpose.Adapter }
	tornCompletionQueue    struct{ *interpose.CompletionQueue }
	tornConnector          struct{ *interpose.Connector }
	tornListener           struct{ *interpose.Listener }
	tornMemoryRegion       struct{ *interpose.MemoryRegion }
	tornMemoryWindow       struct{ *interpose.MemoryWindow }
	tornQueuePair          struct{ *interpose.QueuePair }
	tornSharedReceiveQueue struct{ *interpose.SharedReceiveQueue }
)

// tearOff returns another pointer for every interface but IUnknown.
func tearOff(c *interpose.Call) {
	if c.IID == nd2.IIDUnknown || c.Out == nil {
		return
	}
	switch o := (*c.Out).(type) {
	case *interpose.Adapter:
		*c.Out = &tornAdapter{o}
	case *interpose.CompletionQueue:
		*c.Out = &tornCompletionQueue{o}
	case *interpose.Connector:
		*c.Out = &tornConnector{o}
	case *interpose.Listener:
		*c.Out = &tornListener{o}
	case *interpose.MemoryRegion:
		*c.Out = &tornMemoryRegion{o}
	case *interpose.MemoryWindow:
		*c.Out = &tornMemoryWindow{o}
	case *interpose.QueuePair:
		*c.Out = &tornQueuePair{o}
	case *interpose.SharedReceiveQueue:
		*c.Out = &tornSharedReceiveQueue{o}
	}
}
