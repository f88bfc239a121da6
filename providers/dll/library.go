//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/dll/image"
)

// A library is a DLL in this process. It is never unloaded, since its threads may still run.
type library struct {
	path string
	// class is the class id with which the DLL is asked.
	class nd2.GUID
	// classObject is DllGetClassObject and canUnload DllCanUnloadNow; the others are functions that
	// vendors may export, as docs/providers/dll.md says. All but the first may be 0.
	classObject, canUnload uintptr
	faults, inject, revert uintptr
	module                 windows.Handle
}

// searchFlags make Windows look for a DLL's DLLs beside it and in the system's directory, and nowhere
// that others can write.
const searchFlags = windows.LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | windows.LOAD_LIBRARY_SEARCH_SYSTEM32

// loadLibrary loads a DLL.
func loadLibrary(path string, class nd2.GUID) (*library, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	file, err := image.Read(full)
	if err == nil {
		err = file.RunsOn(runtime.GOARCH)
	}
	if err != nil {
		return nil, fmt.Errorf("%s can't be loaded: %w", full, err)
	}
	about := full
	if missing := image.Missing(file.Delayed, findable(full)); len(missing) > 0 {
		about += fmt.Sprintf(" (which delay-loads %s, and that is not there)", strings.Join(missing, ", "))
	}
	providers.Step(about, "its DllMain, by which it is loading,")
	module, err := windows.LoadLibraryEx(full, 0, searchFlags)
	if err != nil {
		return nil, fmt.Errorf("%s can't be loaded: %w", full, explain(err, missingOf(full, file)))
	}
	providers.Step(about, "DllGetClassObject")
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
func explain(err error, missing []string) error {
	switch {
	case len(missing) > 0:
		return fmt.Errorf("it needs %s, which is neither beside it nor in the system's directory: copy it there",
			strings.Join(missing, ", "))
	case errors.Is(err, windows.ERROR_BAD_EXE_FORMAT):
		return fmt.Errorf("it, or a DLL that it needs, is damaged or for another processor: %w", err)
	case errors.Is(err, windows.ERROR_MOD_NOT_FOUND):
		return fmt.Errorf("a DLL that it needs is neither beside it nor in the system's directory: %w", err)
	case errors.Is(err, windows.ERROR_DLL_INIT_FAILED):
		return fmt.Errorf("its DllMain returned FALSE: %w", err)
	case errors.Is(err, windows.ERROR_NOACCESS):
		return fmt.Errorf("its DllMain crashed: %w", err)
	}
	const ofC = 0xe06d7363 // a C++ exception
	code := syscall.Errno(0)
	switch {
	case !errors.As(err, &code) || code>>30 != 3: // otherwise the loader passes on the exception
		return err
	case code == ofC:
		return fmt.Errorf("its DllMain raised exception %#x, which is C++'s", uintptr(code))
	}
	return fmt.Errorf("its DllMain raised exception %#x", uintptr(code))
}

// findable returns a function that reports whether a DLL's name is found where Windows looks.
func findable(path string) func(name string) bool {
	system, _ := windows.GetSystemDirectory()
	return func(name string) bool {
		for _, folder := range []string{filepath.Dir(path), system} {
			if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
				return true
			}
		}
		return false
	}
}

// missingOf lists the missing DLLs: those that this one imports, directly or through DLLs beside it.
func missingOf(path string, file *image.Image) (list []string) {
	seen := map[string]bool{}
	var walk func(*image.Image)
	walk = func(one *image.Image) {
		for _, name := range one.Imports {
			if seen[strings.ToLower(name)] {
				continue
			}
			seen[strings.ToLower(name)] = true
			if beside, err := image.Read(filepath.Join(filepath.Dir(path), name)); err == nil {
				walk(beside)
			}
			list = append(list, image.Missing([]string{name}, findable(path))...)
		}
	}
	walk(file)
	return list
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

// createInstance is the place of IClassFactory::CreateInstance in the vtable.
const createInstance = 3

var iidClassFactory = nd2.GUID{Data1: 1, Data4: [8]byte{0xc0, 0, 0, 0, 0, 0, 0, 0x46}}

// provider asks the DLL for its IND2Provider or INDProvider: first directly, as Microsoft's helpers
// ask for IND2Provider, then through the class factory, as they ask for INDProvider.
func (l *library) provider(iid nd2.GUID) (pointer uintptr, s nd2.Status) {
	pointer, s = l.object(iid)
	if s == nd2.Success {
		return pointer, s
	}
	factory, refused := l.object(iidClassFactory)
	if refused != nd2.Success || factory == 0 {
		return 0, s
	}
	if says := unsound(factory, iidClassFactory); says != "" {
		panic(l.path + ": IClassFactory: " + says)
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
