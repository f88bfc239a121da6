package calls

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// An Interface is defined by ND2.
type Interface struct {
	IID nd2.GUID
	// Kinds are the kinds of objects that have it.
	Kinds []string
	// On reports whether an object has its methods.
	On func(object nd2.Unknown) bool
}

var interfaces = []Interface{
	{nd2.IIDUnknown, []string{
		"IND2Provider", "IND2Adapter", "IND2CompletionQueue", "IND2SharedReceiveQueue", "IND2QueuePair", "IND2MemoryRegion",
		"IND2MemoryWindow", "IND2Connector", "IND2Listener",
	}, on[nd2.Unknown]},
	{nd2.IIDOverlapped, []string{
		"IND2CompletionQueue", "IND2SharedReceiveQueue", "IND2MemoryRegion", "IND2Connector", "IND2Listener",
	}, on[nd2.Overlapping]},
	{nd2.IIDProvider, []string{"IND2Provider"}, on[nd2.Provider]},
	{nd2.IIDAdapter, []string{"IND2Adapter"}, on[nd2.Adapter]},
	{nd2.IIDCompletionQueue, []string{"IND2CompletionQueue"}, on[nd2.CompletionQueue]},
	{nd2.IIDSharedReceiveQueue, []string{"IND2SharedReceiveQueue"}, on[nd2.SharedReceiveQueue]},
	{nd2.IIDQueuePair, []string{"IND2QueuePair"}, on[nd2.QueuePair]},
	{nd2.IIDMemoryRegion, []string{"IND2MemoryRegion"}, on[nd2.MemoryRegion]},
	{nd2.IIDMemoryWindow, []string{"IND2MemoryWindow"}, on[nd2.MemoryWindow]},
	{nd2.IIDConnector, []string{"IND2Connector"}, on[nd2.Connector]},
	{nd2.IIDListener, []string{"IND2Listener"}, on[nd2.Listener]},
}

func on[T nd2.Unknown](object nd2.Unknown) bool {
	_, has := object.(T)
	return has
}

// InterfaceOf returns the interface of an id. It is defined if ND2 has one; providers may have others.
func InterfaceOf(iid nd2.GUID) (i Interface, defined bool) {
	n := slices.IndexFunc(interfaces, func(i Interface) bool { return i.IID == iid })
	if n < 0 {
		return Interface{}, false
	}
	return interfaces[n], true
}

// OtherInterfaces are those of ND2's that objects with an interface do not have, as far as ND2 says.
func OtherInterfaces(than nd2.GUID) []Interface {
	own, _ := InterfaceOf(than)
	return slices.DeleteFunc(slices.Clone(interfaces), func(i Interface) bool {
		return slices.ContainsFunc(own.Kinds, func(kind string) bool { return slices.Contains(i.Kinds, kind) })
	})
}

// CreatedKind is the kind of object that a method creates, "IND2Connector" of IND2Adapter::CreateConnector.
func CreatedKind(method string) string {
	_, name, _ := strings.Cut(method, "::")
	name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "Create"), "Open"), "WithSrq")
	return "IND2" + name
}

// InterfaceAsked is the interface that objects of a kind have by themselves, of an object that is asked for another
// one or of what a call is to create. It is zero if the call asks for no interface.
func (c *Call) InterfaceAsked() nd2.GUID {
	kind := CreatedKind(c.Method)
	if c.Method == QueryInterface {
		kind = c.Object.Kind
	}
	for _, i := range interfaces {
		if len(i.Kinds) == 1 && i.Kinds[0] == kind {
			return i.IID
		}
	}
	return nd2.GUID{}
}
