//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

var (
	ws2                = windows.NewLazySystemDLL("ws2_32.dll")
	wscEnumProtocols   = ws2.NewProc("WSCEnumProtocols")
	wscGetProviderPath = ws2.NewProc("WSCGetProviderPath")
)

// catalogue looks for installed providers; tests replace it.
var catalogue = struct {
	protocols func() ([]windows.WSAProtocolInfo, error)
	path      func(class windows.GUID) (string, error)
}{protocols, providerPath}

// installed lists the NetworkDirect v2 providers in the Winsock catalogue.
func installed() (list []entry, err error) {
	all, err := registrations()
	if err != nil {
		return nil, err
	}
	for i := range all {
		e := entry{name: all[i].Name, class: all[i].ProviderID, overlooked: entryDefects(&all[i])}
		e.path, err = catalogue.path(windows.GUID(e.class))
		if err != nil && e.overlooked == "" {
			return nil, fmt.Errorf("the path of the installed provider %s: %w", e.name, err)
		}
		list = add(list, e)
	}
	return list, nil
}

// registrations lists the entries meant for NetworkDirect v2.
func registrations() (list []providers.Registration, err error) {
	all, err := catalogue.protocols()
	if err != nil {
		return nil, err
	}
	for i := range all {
		r := describe(&all[i])
		if isMeant(&r) {
			list = append(list, r)
		}
	}
	return list, nil
}

func describe(p *windows.WSAProtocolInfo) providers.Registration {
	return providers.Registration{
		Name:         windows.UTF16ToString(p.ProtocolName[:]),
		ServiceFlags: p.ServiceFlags1, ProviderFlags: p.ProviderFlags,
		ProviderID: nd2.GUID(p.ProviderId),
		Version:    p.Version, AddressFamily: p.AddressFamily, SocketType: p.SocketType, Protocol: p.Protocol,
		ProtocolMaxOffset: p.ProtocolMaxOffset,
	}
}

// Registrations implements [providers.COM].
func (i *instance) Registrations() (list []providers.Registration, err error) {
	all, err := registrations()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		path, err := catalogue.path(windows.GUID(r.ProviderID))
		if err == nil && strings.EqualFold(path, i.library.path) {
			list = append(list, r)
		}
	}
	return list, nil
}

// protocols is WSCEnumProtocols: unlike WSAEnumProtocols, it also shows hidden entries.
func protocols() ([]windows.WSAProtocolInfo, error) {
	var data windows.WSAData
	if err := windows.WSAStartup(0x202, &data); err != nil {
		return nil, fmt.Errorf("WSAStartup: %w", err)
	}
	defer func() { _ = windows.WSACleanup() }()
	var size uint32
	var list []windows.WSAProtocolInfo
	for range 8 {
		f := newFrame("WSCEnumProtocols")
		var code int32
		to := f.room(bytesOfAll(list), uint64(size))
		n, _, _ := syscall.SyscallN(wscEnumProtocols.Addr(), 0, to, ref(f, &size), ref(f, &code))
		f.end()
		switch {
		case int32(n) >= 0:
			return list[:min(int(n), len(list))], nil
		case syscall.Errno(code) != windows.WSAENOBUFS:
			return nil, fmt.Errorf("WSCEnumProtocols: %w", syscall.Errno(code))
		}
		list = make([]windows.WSAProtocolInfo, uintptr(size)/unsafe.Sizeof(windows.WSAProtocolInfo{})+1)
	}
	return nil, errors.New("WSCEnumProtocols: the Winsock catalogue keeps growing")
}

// providerPath is WSCGetProviderPath, its environment variables expanded.
func providerPath(class windows.GUID) (string, error) {
	path := make([]uint16, windows.MAX_PATH)
	size, code := int32(len(path)), int32(0)
	f := newFrame("WSCGetProviderPath")
	r, _, _ := syscall.SyscallN(wscGetProviderPath.Addr(), f.in(bytesOf(&class)), f.room(bytesOfAll(path), 0),
		ref(f, &size), ref(f, &code))
	f.end()
	switch {
	case int32(r) != 0:
		return "", syscall.Errno(code)
	case path[0] == 0:
		return "", errors.New("the Winsock catalogue has none")
	}
	return expand(path)
}

func expand(path []uint16) (string, error) {
	full := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.ExpandEnvironmentStrings(&path[0], &full[0], uint32(len(full)))
	if err != nil {
		return "", err
	}
	return windows.UTF16ToString(full[:n]), nil
}

// full writes a path as the catalogue does: in full, from the drive on.
func full(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// classOf returns the class id with which a DLL is installed, or zero if it is not
// installed.
func classOf(list []entry, path string) nd2.GUID {
	e, _ := first(list, func(e entry) bool { return strings.EqualFold(e.path, path) })
	return e.class
}
