//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Behind returns the DLL that a selector of this provider chooses, and its class id, for the DLL at own to stand in
// front of. Without a choice, it is the first installed provider that applications find. It is never own.
func Behind(s *providers.Selector, own string) (path string, class nd2.GUID, err error) {
	o := &options{path: s.Option("path"), catalog: s.Option("catalog"), class: s.Option("class")}
	if o.path == "" && o.catalog == "" {
		if o.path, err = installedBeside(own); err != nil {
			return "", class, err
		}
	}
	if path, class, err = o.choose(); err != nil {
		return "", class, err
	}
	if strings.EqualFold(full(path), own) {
		return "", class, fmt.Errorf("%s can't stand in front of itself: name the vendor's DLL with dll,path=FILE", path)
	}
	return path, class, nil
}

// installedBeside returns the first installed DLL that applications find, other than own.
func installedBeside(own string) (path string, err error) {
	list, err := installed()
	if err != nil {
		return "", err
	}
	for _, e := range list {
		if e.overlooked == "" && !strings.EqualFold(e.path, own) {
			return e.path, nil
		}
	}
	return "", errors.New("no other provider is installed: name a DLL with dll,path=FILE")
}

var forwarded struct {
	mu sync.Mutex
	to map[string]*library
}

// GetClassObject calls DllGetClassObject of the DLL at a path, with the addresses of an interface id and of the place
// for the object. It returns the DLL's HRESULT.
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
