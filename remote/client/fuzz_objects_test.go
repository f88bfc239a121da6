package client

import (
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// useND2 makes calls of an ND2 adapter, and of each object that the agent creates.
func useND2(a nd2.Adapter) {
	var size uint32
	var file nd2.OverlappedFile
	a.CreateOverlappedFile(&file)
	a.Query(&nd2.AdapterInfo{}, &size)
	a.QueryAddressList(&nd2.SocketAddressList{}, &size)
	objects := make([]nd2.Unknown, 6)
	a.CreateCompletionQueue(nd2.IIDCompletionQueue, file, 4, 0, 0, &objects[0])
	a.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, file, 4, 1, 0, 0, 0, &objects[1])
	a.CreateQueuePair(nd2.IIDQueuePair, objects[0], objects[0], 0, 4, 4, 1, 1, 0, &objects[2])
	a.CreateMemoryRegion(nd2.IIDMemoryRegion, file, &objects[3])
	a.CreateConnector(nd2.IIDConnector, file, &objects[4])
	a.CreateListener(nd2.IIDListener, file, &objects[5])
	for _, o := range objects {
		if o != nil {
			useObject(o)
			o.Release()
		}
	}
	if file != nil {
		file.Close()
	}
}

func useObject(object nd2.Unknown) {
	var size uint32
	var group uint16
	var affinity uint64
	request := &nd2.Overlapped{Event: new(ndclient.Event)}
	switch o := object.(type) {
	case nd2.CompletionQueue:
		o.GetNotifyAffinity(&group, &affinity)
		o.Notify(nd2.NotifyAny, request)
		o.GetResults(make([]nd2.Result, 2))
	case nd2.SharedReceiveQueue:
		o.GetNotifyAffinity(&group, &affinity)
		o.Notify(request)
		o.Receive(1, []nd2.SGE{{Buffer: make([]byte, 8)}})
	case nd2.MemoryRegion:
		o.Register(make([]byte, 8), 0, request)
		o.GetRemoteToken()
	case nd2.Connector:
		o.GetLocalAddress(make([]byte, 16), &size)
		o.GetPrivateData(make([]byte, 8), &size)
		o.NotifyDisconnect(request)
	case nd2.Listener:
		o.GetLocalAddress(make([]byte, 16), &size)
		o.GetConnectionRequest(object, request)
	case nd2.QueuePair:
		o.Send(1, []nd2.SGE{{Buffer: make([]byte, 8)}}, 0)
	}
	if o, ok := object.(nd2.Overlapping); ok {
		o.CancelOverlappedRequests()
		o.GetOverlappedResult(request, false)
	}
}

// useMemory makes the agent allocate memory, and touches all of it.
func useMemory(m providers.Memory) {
	m.Usage()
	b, err := m.Allocate(64)
	if err != nil {
		return
	}
	memory.Overwrite(b, make([]byte, len(b)))
	memory.Contents(b)
	m.Free(b)
}
