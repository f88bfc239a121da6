package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func filesOfObjects() (list []mutant.Mutant) {
	for _, m := range []struct{ entry, kind, method string }{
		{"adapter.creatememoryregion", "IND2MemoryRegion", calls.AdapterCreateMemoryRegion},
		{"adapter.createlistener", "IND2Listener", calls.AdapterCreateListener},
		{"adapter.createconnector", "IND2Connector", calls.AdapterCreateConnector},
	} {
		list = append(list,
			mutant.New(m.entry+".overlapped-file/first", "Notifications go to the adapter's first overlapped file.",
				onFirstFile(m.method)),
			mutant.New(m.entry+".overlapped-file/events-only", "Requests are notified by their events, and by no packet.",
				mutant.Refusing(calls.PortPost, nd2.Success, func(c *calls.Call) bool { return c.Object.Kind == m.kind })))
	}
	return list
}
