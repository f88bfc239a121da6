package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func filesOfObjects() (list []Mutant) {
	for _, m := range []struct{ entry, kind, method string }{
		{"adapter.creatememoryregion", "IND2MemoryRegion", calls.AdapterCreateMemoryRegion},
		{"adapter.createlistener", "IND2Listener", calls.AdapterCreateListener},
		{"adapter.createconnector", "IND2Connector", calls.AdapterCreateConnector},
	} {
		list = append(list,
			New(m.entry+".overlapped-file/first", "Notifications go to the adapter's first overlapped file.",
				onFirstFile(m.method)),
			New(m.entry+".overlapped-file/events-only", "Requests are notified by their events, and by no packet.",
				Refusing(calls.PortPost, nd2.Success, func(c *calls.Call) bool { return c.Object.Kind == m.kind })))
	}
	return list
}

var closedFiles = []Mutant{
	New("adapter.createoverlappedfile.closed-early-leaks-nothing/connector",
		"A connector whose file has been closed keeps its port forever.", outliving("IND2Connector")),
	New("adapter.createoverlappedfile.closed-early-leaks-nothing/listener",
		"A listener whose file has been closed keeps its port forever.", outliving("IND2Listener")),
	New("adapter.createoverlappedfile.closed-early/flushes",
		"Closing a file with requests in progress flushes all queue pairs.", Before(calls.FileClose, func(c *calls.Call) {
			busy := func(o nd2.Overlapping) bool {
				return calls.ObjectOf(o).File == c.Self && len(calls.ObjectOf(o).Outstanding()) > 0
			}
			if slices.ContainsFunc(calls.Living[nd2.Overlapping](c.Object), busy) {
				for _, q := range calls.Living[*calls.QueuePair](c.Object) {
					q.Inner.Flush()
				}
			}
		})),
}

var completionPorts = []Mutant{
	New("adapter.createoverlappedfile.completion-port/closed-for-all",
		"Closing a file ends the notifications of the others at its port.",
		Recording(func(c *calls.Call, ended *calls.Record[bool]) nd2.Status {
			switch {
			case c.Method == calls.FileClose:
				for _, f := range calls.Others[*calls.File](c.Object) {
					if f.SharesPort(c.Self.(*calls.File)) {
						ended.Set(&f.Object, true)
					}
				}
			case c.Method == calls.PortPost && c.Proxy.Object.File != nil && ended.Get(&c.Proxy.Object.File.Object):
				return nd2.Success
			}
			return c.Proceed()
		})),
	New("adapter.createoverlappedfile.completion-port/first",
		"Packets go to the completion port of the adapter's first file.",
		Recording(func(c *calls.Call, first *calls.Record[*calls.File]) nd2.Status {
			s := c.Proceed()
			if c.Method == calls.AdapterCreateOverlappedFile && s == nd2.Success {
				first.Keep(c.Object, c.File.(*calls.File))
			}
			if c.Method == calls.PortPost && c.Object.Parent != nil {
				if f := first.Get(&c.Object.Parent.Object); f != nil && c.Object.File != f {
					f.Post(c.Proxy.Client)
				}
			}
			return s
		})),
	New("adapter.createoverlappedfile.no-port/silent", "On a file without a completion port, no events are set.",
		At(calls.EventSet, func(c *calls.Call) nd2.Status {
			if f := c.Object.File; f != nil && !f.Bound() {
				return nd2.Success
			}
			return c.Proceed()
		})),
}

// outliving leaks objects of a kind that are released after their file was closed.
func outliving(kind string) Defect {
	return Since(On(calls.FileClose), On(calls.Release).If(func(c *calls.Call) bool {
		return c.Object.File != nil && c.Object.Kind == kind
	}).Of(file), First(func(c *calls.Call) { c.Object.Inner.AddRef() }))
}

// file is the overlapped file of the object that a call is on.
func file(c *calls.Call) *calls.Object { return &c.Object.File.Object }
