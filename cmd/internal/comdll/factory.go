//go:build windows && cgo

package comdll

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

var iidClassFactory = nd2.GUID{Data1: 1, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}

// A factory is an IClassFactory.
type factory struct{ references atomic.Int32 }

func newFactory() *factory {
	f := new(factory)
	f.references.Store(1)
	return f
}

// AddRef implements [nd2.Unknown].
func (f *factory) AddRef() uint32 { return uint32(f.references.Add(1)) }

// Release implements [nd2.Unknown].
func (f *factory) Release() uint32 { return uint32(f.references.Add(-1)) }

// QueryInterface implements [nd2.Unknown].
func (f *factory) QueryInterface(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if iid != iidClassFactory && iid != nd2.IIDUnknown {
		return noInterface
	}
	f.AddRef()
	*out = f
	return nd2.Success
}

func factoryCall(c *call) uintptr {
	const createInstance, lockServer = 3, 4
	switch c.place {
	case createInstance:
		return c.createInstance()
	case lockServer:
		return uintptr(nd2.Success) // the DLL stays anyway
	}
	return c.unknownCall()
}

// createInstance is IClassFactory::CreateInstance: its parameters are an outer object,
// an interface id, and where the object goes.
func (c *call) createInstance() uintptr {
	to := c.outPointer(3)
	*to = 0
	if c.args[1] != 0 {
		return uintptr(noAggregation)
	}
	return c.give(to, c.iid(2))
}
