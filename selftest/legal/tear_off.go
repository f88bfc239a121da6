package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Each is a tear-off interface of an object, made by QueryInterface.
type (
	tearOffAdapter            struct{ *calls.Adapter }
	tearOffCompletionQueue    struct{ *calls.CompletionQueue }
	tearOffConnector          struct{ *calls.Connector }
	tearOffListener           struct{ *calls.Listener }
	tearOffMemoryRegion       struct{ *calls.MemoryRegion }
	tearOffMemoryWindow       struct{ *calls.MemoryWindow }
	tearOffQueuePair          struct{ *calls.QueuePair }
	tearOffSharedReceiveQueue struct{ *calls.SharedReceiveQueue }
)

// tearOff returns another pointer for every interface but IUnknown.
func tearOff(c *calls.Call) {
	if c.IID == nd2.IIDUnknown || c.Out == nil {
		return
	}
	switch o := (*c.Out).(type) {
	case *calls.Adapter:
		*c.Out = &tearOffAdapter{o}
	case *calls.CompletionQueue:
		*c.Out = &tearOffCompletionQueue{o}
	case *calls.Connector:
		*c.Out = &tearOffConnector{o}
	case *calls.Listener:
		*c.Out = &tearOffListener{o}
	case *calls.MemoryRegion:
		*c.Out = &tearOffMemoryRegion{o}
	case *calls.MemoryWindow:
		*c.Out = &tearOffMemoryWindow{o}
	case *calls.QueuePair:
		*c.Out = &tearOffQueuePair{o}
	case *calls.SharedReceiveQueue:
		*c.Out = &tearOffSharedReceiveQueue{o}
	}
}
