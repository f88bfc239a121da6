//go:build windows && (amd64 || arm64)

package dll

import (
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// A comObject implements [providers.COMObject].
type comObject struct{ pointer uintptr }

// Pointer implements [providers.COMObject].
func (o comObject) Pointer() uintptr { return o.pointer }

// QueryInterface implements [providers.COMObject].
func (o comObject) QueryInterface(iid nd2.GUID) (providers.COMObject, nd2.Status) {
	return given("IUnknown::QueryInterface", func(f *frame, out uintptr) uintptr {
		return invoke(o.pointer, queryInterface, f.iid(iid), out)
	})
}

// AddRef implements [providers.COMObject].
func (o comObject) AddRef() uint32 { return uint32(invoke(o.pointer, addRef)) }

// Release implements [providers.COMObject].
func (o comObject) Release() uint32 { return uint32(invoke(o.pointer, release)) }

// given makes a call that writes an object to where out points. The place is not NULL
// before the call, so a call that fails to write NULL is noticed.
func given(method string, call func(f *frame, out uintptr) uintptr) (providers.COMObject, nd2.Status) {
	f := newFrame(method)
	got := untouched
	s := nd2.Status(uint32(call(f, ref(f, &got))))
	f.end()
	return comObject{got}, s
}

// ClassObject implements [providers.COM].
func (i *instance) ClassObject(iid nd2.GUID) (providers.COMObject, nd2.Status) {
	return i.ClassObjectOf(i.library.class, iid)
}

// ClassObjectOf implements [providers.COM].
func (i *instance) ClassObjectOf(class, iid nd2.GUID) (providers.COMObject, nd2.Status) {
	return given("DllGetClassObject", func(f *frame, out uintptr) uintptr {
		r, _, _ := syscall.SyscallN(i.library.classObject, f.in(bytesOf(&class)), f.iid(iid), out)
		return r
	})
}

// CreateInstance implements [providers.COM].
func (i *instance) CreateInstance(factory providers.COMObject, iid nd2.GUID) (providers.COMObject, nd2.Status) {
	return given("IClassFactory::CreateInstance", func(f *frame, out uintptr) uintptr {
		return invoke(factory.Pointer(), createInstance, 0, f.iid(iid), out)
	})
}

// CanUnloadNow implements [providers.COM].
func (i *instance) CanUnloadNow() (s nd2.Status, exported bool) {
	if i.library.canUnload == 0 {
		return 0, false
	}
	r, _, _ := syscall.SyscallN(i.library.canUnload)
	return nd2.Status(uint32(r)), true
}

// Behind implements [providers.COM].
func (i *instance) Behind(object nd2.Unknown) providers.COMObject {
	return comObject{object.(wrapper).native()}
}

// StrayAddresses implements [providers.COM].
func (i *instance) StrayAddresses() int { return int(i.strayAddresses.Load()) }

// Guard implements [providers.COM].
func (i *instance) Guard() (undo func()) {
	guarding.Add(1)
	return func() { guarding.Add(-1) }
}
