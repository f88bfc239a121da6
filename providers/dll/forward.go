//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
)

// ClassOf returns the class id under which the DLL at a path is installed, or the zero one.
func ClassOf(path string) nd2.GUID {
	list, _ := installed() // without the catalogue nothing is known of the DLL
	return classOf(list, path)
}

// InstalledBeside returns the DLL of the first installed provider that applications find and that is not the
// file own, and its class id.
func InstalledBeside(own string) (path string, class nd2.GUID, err error) {
	list, err := installed()
	if err != nil {
		return "", class, err
	}
	for _, e := range list {
		if e.overlooked == "" && !strings.EqualFold(e.path, own) {
			return e.path, e.class, nil
		}
	}
	return "", class, errors.New("no other provider is installed")
}

var forwarded struct {
	mu sync.Mutex
	to map[string]*library
}

// GetClassObject has the DLL at a path answer DllGetClassObject, with the addresses of an interface id and of
// the place for the object. It returns the DLL's HRESULT.
func GetClassObject(path string, class nd2.GUID, iid, out uintptr) (result uint32, err error) {
	forwarded.mu.Lock()
	defer forwarded.mu.Unlock()
	l := forwarded.to[path]
	if l == nil {
		if l, err = loadLibrary(path, class); err != nil {
			return 0, err
		}
		if forwarded.to == nil {
			forwarded.to = map[string]*library{}
		}
		forwarded.to[path] = l
	}
	r, _, _ := syscall.SyscallN(l.classObject, uintptr(unsafe.Pointer(&l.class)), iid, out)
	return uint32(r), nil
}
