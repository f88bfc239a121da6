package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type nd1Adapter struct {
	overlappingND1
	inner nd1.Adapter
}

func (a *nd1Adapter) GetFileHandle() nd2.OverlappedFile {
	call := a.begin(a.label, "GetFileHandle", "")
	file := a.inner.GetFileHandle()
	call.end(nil)
	return file
}

func (a *nd1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	call := a.begin(a.label, "Query", "version", version)
	s := a.inner.Query(version, info, size)
	call.end(s)
	return s
}

func (a *nd1Adapter) Control(ioControlCode uint32, in, out []byte, bytesReturned *uintptr, o *nd2.Overlapped) nd2.Status {
	call := a.begin(a.label, "Control", "code in out _", ioControlCode, data(in), room(out), o)
	s := a.inner.Control(ioControlCode, in, out, bytesReturned, o)
	call.end(s)
	return s
}

func (a *nd1Adapter) CreateCompletionQueue(entries uintptr, completionQueue *nd1.CompletionQueue) nd2.Status {
	call := a.begin(a.label, "CreateCompletionQueue", "depth", entries)
	s := a.inner.CreateCompletionQueue(entries, completionQueue)
	call.end(s)
	replace(completionQueue, func(c nd1.CompletionQueue) nd1.CompletionQueue {
		return &nd1CompletionQueue{a.nd1("nd1-cq", c), c}
	})
	return s
}

func (a *nd1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	call := a.begin(a.label, "RegisterMemory", "_ _", buffer, o)
	s := a.inner.RegisterMemory(buffer, o, mr)
	call.end(s)
	return s
}

func (a *nd1Adapter) DeregisterMemory(mr nd1.MRHandle, o *nd2.Overlapped) nd2.Status {
	call := a.begin(a.label, "DeregisterMemory", "_ _", mr, o)
	s := a.inner.DeregisterMemory(mr, o)
	call.end(s)
	return s
}

func (a *nd1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, memoryWindow *nd1.MemoryWindow) nd2.Status {
	call := a.begin(a.label, "CreateMemoryWindow", "_", invalidateResult)
	s := a.inner.CreateMemoryWindow(invalidateResult, memoryWindow)
	call.end(s)
	replace(memoryWindow, func(w nd1.MemoryWindow) nd1.MemoryWindow {
		return &unknown{a.Recorder, a.name("nd1-mw"), w}
	})
	return s
}

func (a *nd1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	call := a.begin(a.label, "CreateConnector", "")
	s := a.inner.CreateConnector(out)
	call.end(s)
	replace(out, func(c nd1.Connector) nd1.Connector {
		return &nd1Connector{a.nd1("nd1-connector", c), c}
	})
	return s
}

func (a *nd1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, listen *nd1.Listen) nd2.Status {
	call := a.begin(a.label, "Listen", "backlog protocol port", backlog, protocol, port)
	s := a.inner.Listen(backlog, protocol, port, assignedPort, listen)
	call.end(s)
	replace(listen, func(l nd1.Listen) nd1.Listen {
		return &nd1Listen{a.nd1("nd1-listener", l), l}
	})
	return s
}
