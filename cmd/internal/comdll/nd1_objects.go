//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// The calls of v1's objects, by their places in ndspi.h.

func nd1ProviderCall(c *call) uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	p := c.object.unknown.(nd1.Provider)
	if c.place == 3 {
		return uintptr(addressList(c, p.QueryAddressList))
	}
	address := c.bytes(1)
	to := out[uintptr](c, 3)
	if to == nil {
		return uintptr(p.OpenAdapter(address, nil))
	}
	*to = 0
	var a nd1.Adapter
	s := p.OpenAdapter(address, &a)
	if s != nd2.Success {
		return uintptr(s)
	}
	f, s := newFile(a.GetFileHandle(), true)
	if s != nd2.Success {
		a.Release()
		return uintptr(s)
	}
	*to = objects.pointerTo(a, kinds.nd1Adapter, f)
	return uintptr(s)
}

func nd1AdapterCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	a, f := c.object.unknown.(nd1.Adapter), c.object.file
	switch c.place {
	case 5:
		return uintptr(f.pipe.client)
	case 6:
		return uintptr(c.queryV1(a))
	case 7:
		return uintptr(a.Control(c.u32(1), nil, nil, out[uintptr](c, 6), c.overlapped(7)))
	case 8:
		return createV1(c, kinds.nd1CompletionQueue, func(out *nd1.CompletionQueue) nd2.Status {
			return a.CreateCompletionQueue(c.args[1], out)
		})
	case 9:
		return uintptr(a.RegisterMemory(c.memory(1), c.overlapped(3), out[nd1.MRHandle](c, 4)))
	case 10:
		return uintptr(a.DeregisterMemory(nd1.MRHandle(c.args[1]), c.overlapped(2)))
	case 11:
		return createV1(c, kinds.nd1MemoryWindow, func(to *nd1.MemoryWindow) nd2.Status {
			return a.CreateMemoryWindow(out[nd1.Result](c, 1), to)
		})
	case 12:
		return createV1(c, kinds.nd1Connector, a.CreateConnector)
	default:
		return createV1(c, kinds.nd1Listen, func(to *nd1.Listen) nd2.Status {
			return a.Listen(c.args[1], int32(c.args[2]), c.u16(3), out[uint16](c, 4), to)
		})
	}
}

func (c *call) queryV1(a nd1.Adapter) nd2.Status {
	size := out[uintptr](c, 3)
	if size != nil && *size >= nd1.AdapterInfoSize && !writable(c.args[2], nd1.AdapterInfoSize) {
		refuse(2)
	}
	return a.Query(c.u32(1), (*nd1.AdapterInfo)(pointer(c.args[2])), size)
}

// createV1 carries out a method whose last parameter is where the new object goes,
// on the file of the object that the method is called on. A failure leaves NULL
// there.
func createV1[T nd2.Unknown](c *call, k *kind, make func(out *T) nd2.Status) uintptr {
	to := out[uintptr](c, c.last)
	if to == nil {
		return uintptr(make(nil))
	}
	*to = 0
	var u T
	s := make(&u)
	if s == nd2.Success {
		*to = objects.pointerTo(u, k, c.object.file)
	}
	return uintptr(s)
}

func nd1CompletionQueueCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	q := c.object.unknown.(nd1.CompletionQueue)
	switch c.place {
	case 5:
		return uintptr(q.Resize(c.args[1]))
	case 6:
		return uintptr(q.Notify(nd2.NotifyType(c.u32(1)), c.overlapped(2)))
	default:
		return c.resultsV1(q)
	}
}

// resultsV1 is GetResults: it fills an array with the client's pointers.
func (c *call) resultsV1(q nd1.CompletionQueue) uintptr {
	count := min(c.args[2], mostEntries)
	if c.args[1] == 0 || !writable(c.args[1], count*unsafe.Sizeof(c.args[1])) {
		return 0
	}
	results := make([]*nd1.Result, count)
	n := q.GetResults(results)
	to := unsafe.Slice((*uintptr)(pointer(c.args[1])), count)
	for i, r := range results[:n] {
		to[i] = uintptr(unsafe.Pointer(r))
	}
	return n
}

func nd1ListenCall(c *call) uintptr {
	if c.place <= getOverlappedResult {
		return c.baseCall()
	}
	l := c.object.unknown.(nd1.Listen)
	return uintptr(l.GetConnectionRequest(passed[nd1.Connector](c, 1, foreignObjects.connector), c.overlapped(2)))
}
