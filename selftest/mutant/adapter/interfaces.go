package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// createdInterfaces break which interfaces the created objects have.
func createdInterfaces() (list []Mutant) {
	for _, m := range creations {
		list = append(list, OtherInterfaces(m.entry, m.method, m.iid)...)
		entry := m.entry + ".inherits-overlapped"
		switch m.kind {
		case "IND2QueuePair":
			continue
		case "IND2MemoryWindow":
			entry = m.entry + ".interfaces"
		default:
			list = append(list, New(entry+"/not-overlapped", "QueryInterface does not return IND2Overlapped.",
				RefusingInterface(m.kind, nd2.IIDOverlapped)))
		}
		list = append(list,
			New(entry+"/not-itself", "QueryInterface does not return the object's own interface.",
				RefusingInterface(m.kind, m.iid)),
			New(entry+"/everything", "QueryInterface returns the object for every interface.",
				Before(calls.QueryInterface, func(c *calls.Call) {
					if c.Object.Kind == m.kind {
						c.IID = m.iid
					}
				})))
	}
	return list
}

var interfaces = []Mutant{
	New("adapter.interfaces/no-reference", "QueryInterface returns the adapter without a new reference.",
		Since(On(calls.Release), Where(func(c *calls.Call) bool {
			return c.Object.Kind == "IND2Adapter" && c.Method != calls.Release
		}), Say(nd2.DeviceRemoved))),
	New("adapter.interfaces/no-unknown", "The adapter says that it has no interface IUnknown.",
		RefusingInterface("IND2Adapter", nd2.IIDUnknown)),
}

// A creation is a method that creates an object.
type creation struct {
	entry, method, kind string
	iid                 nd2.GUID
}

var creations = []creation{
	{"adapter.createcompletionqueue", calls.AdapterCreateCompletionQueue, "IND2CompletionQueue", nd2.IIDCompletionQueue},
	{
		"adapter.createsharedreceivequeue", calls.AdapterCreateSharedReceiveQueue,
		"IND2SharedReceiveQueue", nd2.IIDSharedReceiveQueue,
	},
	{"adapter.createqueuepair", calls.AdapterCreateQueuePair, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.createqueuepairwithsrq", calls.AdapterCreateQueuePairWithSrq, "IND2QueuePair", nd2.IIDQueuePair},
	{"adapter.creatememoryregion", calls.AdapterCreateMemoryRegion, "IND2MemoryRegion", nd2.IIDMemoryRegion},
	{"adapter.creatememorywindow", calls.AdapterCreateMemoryWindow, "IND2MemoryWindow", nd2.IIDMemoryWindow},
	{"adapter.createconnector", calls.AdapterCreateConnector, "IND2Connector", nd2.IIDConnector},
	{"adapter.createlistener", calls.AdapterCreateListener, "IND2Listener", nd2.IIDListener},
}
