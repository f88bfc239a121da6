package judge

import "github.com/ndconform/ndconform/nd2"

// interfaces has the kinds of objects with each interface that is defined.
var interfaces = map[nd2.GUID][]string{
	nd2.IIDUnknown: {
		"IND2Provider", "IND2Adapter", "IND2CompletionQueue", "IND2SharedReceiveQueue", "IND2QueuePair", "IND2MemoryRegion",
		"IND2MemoryWindow", "IND2Connector", "IND2Listener",
	},
	nd2.IIDOverlapped: {
		"IND2CompletionQueue", "IND2SharedReceiveQueue", "IND2MemoryRegion", "IND2Connector", "IND2Listener",
	},
	nd2.IIDProvider: {"IND2Provider"}, nd2.IIDAdapter: {"IND2Adapter"},
	nd2.IIDCompletionQueue: {"IND2CompletionQueue"}, nd2.IIDSharedReceiveQueue: {"IND2SharedReceiveQueue"},
	nd2.IIDQueuePair: {"IND2QueuePair"}, nd2.IIDMemoryRegion: {"IND2MemoryRegion"},
	nd2.IIDMemoryWindow: {"IND2MemoryWindow"},
	nd2.IIDConnector:    {"IND2Connector"}, nd2.IIDListener: {"IND2Listener"},
}

// interfaceRules are about the interfaces of each kind of object.
var interfaceRules = map[string]string{
	"IND2Provider": "provider.interfaces", "IND2Adapter": "adapter.interfaces",
	"IND2CompletionQueue":    "adapter.createcompletionqueue.inherits-overlapped",
	"IND2SharedReceiveQueue": "adapter.createsharedreceivequeue.inherits-overlapped",
	"IND2QueuePair":          "adapter.createqueuepair.interfaces",
	"IND2MemoryRegion":       "adapter.creatememoryregion.inherits-overlapped",
	"IND2MemoryWindow":       "adapter.creatememorywindow.interfaces",
	"IND2Connector":          "adapter.createconnector.inherits-overlapped",
	"IND2Listener":           "adapter.createlistener.inherits-overlapped",
}

// queriedInterface: an object has its own interfaces. It may have others, too.
func queriedInterface(s *step) {
	kinds := interfaces[s.c.IID]
	rule := interfaceRules[s.o.kind]
	has := false
	for _, kind := range kinds {
		has = has || kind == s.o.kind
	}
	switch {
	case rule == "" || s.c.Out == nil:
	case has && s.status != nd2.Success:
		s.breach(rule, s.o, "QueryInterface returned %v for the object's own interface %v", s.status, s.c.IID)
	case has && *s.c.Out == nil:
		s.breach(rule, s.o, "QueryInterface returned no object for the object's own interface %v", s.c.IID)
	}
}
