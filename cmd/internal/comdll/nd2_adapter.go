//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

func adapterCall(c *call) uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	a := c.object.unknown.(nd2.Adapter)
	switch c.place {
	case 3:
		return uintptr(c.createFile(a))
	case 4:
		return uintptr(c.query(a))
	case 5:
		return uintptr(addressList(c, a.QueryAddressList))
	case 8:
		return c.create(kinds.memoryWindow, nil, a.CreateMemoryWindow)
	case 10:
		return c.create(kinds.queuePair, nil, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateQueuePair(iid, c.unknown(2), c.unknown(3), c.args[4], c.u32(5), c.u32(6), c.u32(7), c.u32(8),
				c.u32(9), out)
		})
	case 11:
		return c.create(kinds.queuePair, nil, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateQueuePairWithSrq(iid, c.unknown(2), c.unknown(3), c.unknown(4), c.args[5], c.u32(6), c.u32(7),
				c.u32(8), out)
		})
	default:
		return c.createOnFile(a)
	}
}

// createOnFile creates an object with overlapped requests: the second parameter is the
// file.
func (c *call) createOnFile(a nd2.Adapter) uintptr {
	f, file := c.file(2)
	k, make := kinds.listener, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status { return a.CreateListener(iid, file, out) }
	switch c.place {
	case 6:
		k, make = kinds.completionQueue, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateCompletionQueue(iid, file, c.u32(3), c.u16(4), uint64(c.args[5]), out)
		}
	case 7:
		k, make = kinds.memoryRegion, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateMemoryRegion(iid, file, out)
		}
	case 9:
		k, make = kinds.sharedReceiveQueue, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateSharedReceiveQueue(iid, file, c.u32(3), c.u32(4), c.u32(5), c.u16(6), uint64(c.args[7]), out)
		}
	case 12:
		k, make = kinds.connector, func(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
			return a.CreateConnector(iid, file, out)
		}
	}
	return c.create(k, f, make)
}

// createFile is CreateOverlappedFile.
func (c *call) createFile(a nd2.Adapter) nd2.Status {
	to := out[uintptr](c, 1)
	if to == nil {
		return a.CreateOverlappedFile(nil)
	}
	*to = 0
	var inner nd2.OverlappedFile
	s := a.CreateOverlappedFile(&inner)
	if s != nd2.Success {
		return s
	}
	f, s := newFile(inner, false)
	if s == nd2.Success {
		*to = uintptr(f.pipe.client)
	}
	return s
}

// query is Query. The structure has the same layout in Go as in C. Where there is no room for it, the
// provider, which may copy what is there, is given none.
func (c *call) query(a nd2.Adapter) nd2.Status {
	size, to := out[uint32](c, 2), c.args[1]
	if !writable(to, nd2.AdapterInfoSize) {
		if size != nil && *size >= nd2.AdapterInfoSize {
			refuse(1)
		}
		to = 0
	}
	return a.Query((*nd2.AdapterInfo)(pointer(to)), size)
}

// results returns the array that GetResults fills, which has the same layout in Go as
// in C.
func (c *call) results(n int) []nd2.Result {
	if c.args[n] == 0 {
		return nil
	}
	count := min(uintptr(c.u32(n+1)), mostEntries)
	if !writable(c.args[n], count*unsafe.Sizeof(nd2.Result{})) {
		return nil
	}
	return unsafe.Slice((*nd2.Result)(pointer(c.args[n])), count)
}

// baseCall is a method of IUnknown or IND2Overlapped.
func (c *call) baseCall() uintptr {
	if c.place <= release {
		return c.unknownCall()
	}
	return c.overlappedCall()
}
