//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

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
