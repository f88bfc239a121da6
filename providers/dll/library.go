//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// A library is a DLL in this process. It is never unloaded: what it has begun may go on.
type library struct {
	// path is the file that was loaded.
	path string
	// class is the class id that the DLL is asked for.
	class nd2.GUID
	// classObject is DllGetClassObject and canUnload DllCanUnloadNow; the others are
	// functions that vendors may export, as docs/providers/dll.md says. All but the first
	// may be 0.
	classObject, canUnload uintptr
	faults, inject, revert uintptr
	module                 windows.Handle
}

// searchFlags make Windows look for the DLLs that a DLL needs beside it and in the
// system's directory, and nowhere that others may write to.
const searchFlags = windows.LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | windows.LOAD_LIBRARY_SEARCH_SYSTEM32

// loadLibrary loads a DLL.
func loadLibrary(path string, class nd2.GUID) (*library, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	module, err := windows.LoadLibraryEx(full, 0, searchFlags)
	if err != nil {
		return nil, fmt.Errorf("%s can't be loaded: %w", full, explain(err))
	}
	l := &library{path: moduleName(module, full), class: class, module: module}
	l.classObject = l.export("DllGetClassObject")
	if l.classObject == 0 {
		return nil, fmt.Errorf("%s is not an ND2 provider: it does not export DllGetClassObject", l.path)
	}
	l.canUnload = l.export("DllCanUnloadNow")
	l.faults, l.inject, l.revert = l.export("NdconformFaults"), l.export("NdconformInject"), l.export("NdconformUndo")
	return l, nil
}

// explain says more clearly what Windows says.
func explain(err error) error {
	switch err {
	case windows.ERROR_BAD_EXE_FORMAT:
		return fmt.Errorf("it is for another processor than this ndconform: %w", err)
	case windows.ERROR_MOD_NOT_FOUND:
		return fmt.Errorf("it, or a DLL that it needs, is neither beside it nor in the system's directory: %w", err)
	}
	return err
}

// export returns the address of an exported function, or 0 if there is none.
func (l *library) export(name string) uintptr {
	address, err := windows.GetProcAddress(l.module, name)
	if err != nil {
		return 0
	}
	return address
}

// moduleName returns the name of the file that was loaded.
func moduleName(module windows.Handle, otherwise string) string {
	name := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetModuleFileName(module, &name[0], uint32(len(name)))
	if err != nil || n == 0 {
		return otherwise
	}
	return windows.UTF16ToString(name[:n])
}

// createInstance is IClassFactory::CreateInstance, by its place in the vtable.
const createInstance = 3

var iidClassFactory = nd2.GUID{Data1: 1, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}

// provider asks the DLL for its IND2Provider or INDProvider: directly, as Microsoft's
// helpers ask for the former, then through the class factory, as they ask for the
// latter.
func (l *library) provider(iid nd2.GUID) (pointer uintptr, s nd2.Status) {
	pointer, s = l.object(iid)
	if s == nd2.Success {
		return pointer, s
	}
	factory, refused := l.object(iidClassFactory)
	if refused != nd2.Success || factory == 0 {
		return 0, s
	}
	defer invoke(factory, release)
	f := newFrame("IClassFactory::CreateInstance")
	s = nd2.Status(uint32(invoke(factory, createInstance, 0, f.iid(iid), ref(f, &pointer))))
	f.end()
	return pointer, s
}

// object calls DllGetClassObject.
func (l *library) object(iid nd2.GUID) (pointer uintptr, s nd2.Status) {
	f := newFrame("DllGetClassObject")
	r, _, _ := syscall.SyscallN(l.classObject, f.in(bytesOf(&l.class)), f.iid(iid), ref(f, &pointer))
	f.end()
	s = nd2.Status(uint32(r))
	if s == nd2.Success && pointer == 0 {
		s = noInterface
	}
	return pointer, s
}
