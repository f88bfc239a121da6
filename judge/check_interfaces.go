package judge

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// interfaceRules name the rule for the interfaces of each kind of object.
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
	asked, _ := calls.InterfaceOf(s.c.IID)
	rule := interfaceRules[s.o.kind]
	has := slices.Contains(asked.Kinds, s.o.kind)
	switch {
	case rule == "" || s.c.Out == nil:
	case has && s.status != nd2.Success:
		s.breach(rule, s.o, "QueryInterface returned %v for the object's own interface %v", s.status, s.c.IID)
	case s.status == nd2.Success && *s.c.Out == nil:
		s.breach(rule, s.o, "QueryInterface returned %v for the interface %v, and no object", s.status, s.c.IID)
	}
}
