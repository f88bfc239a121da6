package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// createdInterfaces break which interfaces the created objects have.
func createdInterfaces() (list []mutant.Mutant) {
	for _, m := range creations {
		list = append(list, mutant.OtherInterfaces(m.entry, m.method, m.iid)...)
		entry := m.entry + ".inherits-overlapped"
		switch m.kind {
		case "IND2QueuePair":
			continue
		case "IND2MemoryWindow":
			entry = m.entry + ".interfaces"
		default:
			list = append(list, mutant.New(entry+"/not-overlapped", "QueryInterface does not return IND2Overlapped.",
				mutant.RefusingInterface(m.kind, nd2.IIDOverlapped)))
		}
		list = append(list,
			mutant.New(entry+"/not-itself", "QueryInterface does not return the object's own interface.",
				mutant.RefusingInterface(m.kind, m.iid)),
			mutant.New(entry+"/everything", "QueryInterface returns the object for every interface.",
				mutant.Before(calls.QueryInterface, func(c *calls.Call) {
					if c.Object.Kind == m.kind {
						c.IID = m.iid
					}
				})))
	}
	return list
}

func interfaces() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("adapter.interfaces/no-reference",
			"QueryInterface returns the adapter without a reference of its own.",
			mutant.Recording(func(c *calls.Call, gone *calls.Record[bool]) nd2.Status {
				_, ok := c.Self.(*calls.Adapter)
				switch {
				case ok && c.Method == calls.Release:
					gone.Set(c.Object, true)
				case ok && gone.Get(c.Object):
					return nd2.DeviceRemoved
				}
				return c.Proceed()
			})),
		mutant.New("adapter.interfaces/no-unknown", "The adapter says that it has no interface IUnknown.",
			mutant.RefusingInterface("IND2Adapter", nd2.IIDUnknown)),
	}
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
