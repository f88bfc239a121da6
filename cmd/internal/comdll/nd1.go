//go:build windows && cgo

package comdll

import (
	"unsafe"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// openV1 is OpenAdapter, whose adapter has the file.
func (c *call) openV1(p nd1.Provider) nd2.Status {
	address := c.bytes(1)
	to := out[uintptr](c, 3)
	if to == nil {
		return p.OpenAdapter(address, nil)
	}
	*to = 0
	var a nd1.Adapter
	s := p.OpenAdapter(address, &a)
	if s != nd2.Success {
		return s
	}
	f, s := newFile(a.GetFileHandle(), true)
	if s != nd2.Success {
		a.Release()
		return s
	}
	*to = objects.pointerTo(a, kinds.nd1Adapter, f)
	return s
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

// passed returns an object that a client passes as one of a kind; for NULL it returns
// nil.
func passed[T nd2.Unknown](c *call, n int, foreign T) (none T) {
	if c.args[n] == 0 {
		return none
	}
	if t, ok := c.unknown(n).(T); ok {
		return t
	}
	return foreign
}

// entriesV1 returns a list of ND_SGE: parameter n is its address, parameter n+1 the
// number of entries.
func (c *call) entriesV1(n int) []nd1.SGE {
	type sge struct{ address, length, mr uintptr }
	if c.args[n] == 0 {
		return nil
	}
	count := min(c.args[n+1], mostEntries)
	if !readable(c.args[n], count*unsafe.Sizeof(sge{})) {
		refuse(n)
	}
	list := make([]nd1.SGE, count)
	for i, e := range unsafe.Slice((*sge)(pointer(c.args[n])), count) {
		list[i] = nd1.SGE{Buffer: nowhere(e.address, uint64(e.length)), MR: nd1.MRHandle(e.mr)}
	}
	return list
}
