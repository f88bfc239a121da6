//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// An extension implements [providers.Extension]. This provider knows its IUnknown methods only.
type extension struct {
	*object
	extends nd2.Unknown
}

// Pointer implements [providers.Extension].
func (e *extension) Pointer() uintptr { return e.native() }

// Extended implements [providers.Extension].
func (e *extension) Extended() nd2.Unknown { return e.extends }

// pointed implements [providers.Pointed]. It is not called, since it may not be an object.
type pointed struct{ *object }

// Pointer implements [providers.Pointed].
func (p pointed) Pointer() uintptr { return p.pointer }

// defined reports whether a document defines an interface.
func defined(iid nd2.GUID) bool { return methods[iid] != 0 || iid == nd2.IIDUnknown }

// extension is wrap for an object that a method has returned with an undocumented interface.
func (o *object) extension(pointer uintptr, iid nd2.GUID, of *file, method string) nd2.Unknown {
	if unsound(pointer, iid) != "" { // a pointer to no COM object is handed on, too
		return pointed{&object{instance: o.instance, pointer: pointer, kind: "IUnknown"}}
	}
	made := o.wrap(pointer, iid, of, nd2.Success)
	base, created := madeBy[method]
	if !created {
		base = o.extends()
	}
	if e, is := made.(*extension); is && e.extends == nil && e.begins(base) {
		e.extends = e.as(base)
		e.root = base
	}
	return made
}

// madeBy has the interface that each method creates.
var madeBy = map[string]nd2.GUID{
	"OpenAdapter": nd2.IIDAdapter, "CreateCompletionQueue": nd2.IIDCompletionQueue,
	"CreateMemoryRegion": nd2.IIDMemoryRegion, "CreateMemoryWindow": nd2.IIDMemoryWindow,
	"CreateSharedReceiveQueue": nd2.IIDSharedReceiveQueue, "CreateQueuePair": nd2.IIDQueuePair,
	"CreateQueuePairWithSrq": nd2.IIDQueuePair, "CreateConnector": nd2.IIDConnector, "CreateListener": nd2.IIDListener,
}

// extends is the ND2 interface by which the object is known.
func (o *object) extends() nd2.GUID {
	if o.root != (nd2.GUID{}) {
		return o.root
	}
	return o.key.iid
}

// begins reports whether the vtable begins with an interface's methods; the object then has that interface at
// the same pointer.
func (e *extension) begins(iid nd2.GUID) bool {
	if !defined(iid) || iid == nd2.IIDUnknown {
		return false
	}
	f := e.frame("QueryInterface")
	var same uintptr
	s := nd2.Status(uint32(invoke(e.pointer, queryInterface, f.iid(iid), ref(f, &same))))
	f.end()
	if s != nd2.Success || same == 0 {
		return false
	}
	if unsound(same, nd2.IIDUnknown) == "" {
		invoke(same, release)
	}
	return same == e.pointer && unsound(same, iid) == ""
}
