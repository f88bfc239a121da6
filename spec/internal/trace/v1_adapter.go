package trace

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

type v1Adapter struct {
	overlappingV1
	inner nd1.Adapter
}

func (a *v1Adapter) GetFileHandle() nd2.OverlappedFile {
	a.note(a.label, "GetFileHandle", nil)
	return a.inner.GetFileHandle()
}

func (a *v1Adapter) Query(version uint32, info *nd1.AdapterInfo, size *uintptr) nd2.Status {
	s := a.inner.Query(version, info, size)
	a.note(a.label, "Query", s, version)
	return s
}

func (a *v1Adapter) Control(ioControlCode uint32, in, out []byte, bytesReturned *uintptr, o *nd2.Overlapped) nd2.Status {
	s := a.inner.Control(ioControlCode, in, out, bytesReturned, o)
	a.note(a.label, "Control", s, ioControlCode, in, out, o)
	return s
}

func (a *v1Adapter) CreateCompletionQueue(entries uintptr, completionQueue *nd1.CompletionQueue) nd2.Status {
	s := a.inner.CreateCompletionQueue(entries, completionQueue)
	a.note(a.label, "CreateCompletionQueue", s, entries)
	replace(completionQueue, func(c nd1.CompletionQueue) nd1.CompletionQueue {
		return &v1CompletionQueue{a.v1("V1CompletionQueue", c), c}
	})
	return s
}

func (a *v1Adapter) RegisterMemory(buffer []byte, o *nd2.Overlapped, mr *nd1.MRHandle) nd2.Status {
	s := a.inner.RegisterMemory(buffer, o, mr)
	a.note(a.label, "RegisterMemory", s, buffer, o)
	return s
}

func (a *v1Adapter) DeregisterMemory(mr nd1.MRHandle, o *nd2.Overlapped) nd2.Status {
	s := a.inner.DeregisterMemory(mr, o)
	a.note(a.label, "DeregisterMemory", s, mr, o)
	return s
}

func (a *v1Adapter) CreateMemoryWindow(invalidateResult *nd1.Result, memoryWindow *nd1.MemoryWindow) nd2.Status {
	s := a.inner.CreateMemoryWindow(invalidateResult, memoryWindow)
	a.note(a.label, "CreateMemoryWindow", s, invalidateResult)
	replace(memoryWindow, func(w nd1.MemoryWindow) nd1.MemoryWindow {
		return &unknown{a.Recorder, a.name("V1MemoryWindow"), w}
	})
	return s
}

func (a *v1Adapter) CreateConnector(out *nd1.Connector) nd2.Status {
	s := a.inner.CreateConnector(out)
	a.note(a.label, "CreateConnector", s)
	replace(out, func(c nd1.Connector) nd1.Connector {
		return &v1Connector{a.v1("V1Connector", c), c}
	})
	return s
}

func (a *v1Adapter) Listen(backlog uintptr, protocol int32, port uint16, assignedPort *uint16, listen *nd1.Listen) nd2.Status {
	s := a.inner.Listen(backlog, protocol, port, assignedPort, listen)
	a.note(a.label, "Listen", s, backlog, protocol, port)
	replace(listen, func(l nd1.Listen) nd1.Listen {
		return &v1Listen{a.v1("V1Listen", l), l}
	})
	return s
}
