//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

var (
	ws2                = windows.NewLazySystemDLL("ws2_32.dll")
	wscEnumProtocols   = ws2.NewProc("WSCEnumProtocols")
	wscGetProviderPath = ws2.NewProc("WSCGetProviderPath")
)

// catalogue is where installed providers are found; a test has another.
var catalogue = struct {
	protocols func() ([]windows.WSAProtocolInfo, error)
	path      func(class windows.GUID) (string, error)
}{protocols, providerPath}

// installed lists the NetworkDirect v2 providers in the Winsock catalogue.
func installed() (list []entry, err error) {
	all, err := catalogue.protocols()
	if err != nil {
		return nil, err
	}
	for i := range all {
		p := describe(&all[i])
		if !p.isND2() || known(list, p.class) {
			continue
		}
		p.path, err = catalogue.path(all[i].ProviderId)
		if err != nil {
			return nil, fmt.Errorf("the path of the installed provider %s: %w", p.name, err)
		}
		list = append(list, p.entry)
	}
	return list, nil
}

func describe(p *windows.WSAProtocolInfo) protocol {
	return protocol{
		entry:    entry{name: windows.UTF16ToString(p.ProtocolName[:]), class: nd2.GUID(p.ProviderId)},
		service:  p.ServiceFlags1,
		provider: p.ProviderFlags,
		version:  p.Version, family: p.AddressFamily, kind: p.SocketType, protocol: p.Protocol, maxOffset: p.ProtocolMaxOffset,
	}
}

// protocols is WSCEnumProtocols, which, unlike WSAEnumProtocols, shows what is hidden.
func protocols() ([]windows.WSAProtocolInfo, error) {
	var data windows.WSAData
	if err := windows.WSAStartup(0x202, &data); err != nil {
		return nil, fmt.Errorf("Winsock: %w", err)
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
	return nil, errors.New("WSCEnumProtocols: the Winsock catalogue grows and grows")
}

// providerPath is WSCGetProviderPath, its environment variables expanded.
func providerPath(class windows.GUID) (string, error) {
	path := make([]uint16, windows.MAX_PATH)
	size, code := int32(len(path)), int32(0)
	f := newFrame("WSCGetProviderPath")
	r, _, _ := syscall.SyscallN(wscGetProviderPath.Addr(), f.in(bytesOf(&class)), f.room(bytesOfAll(path), 0), ref(f, &size), ref(f, &code))
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

// classOf returns the class id that a DLL is installed with, zero if it isn't.
func classOf(list []entry, path string) (class nd2.GUID) {
	for _, e := range list {
		if strings.EqualFold(e.path, path) {
			return e.class
		}
	}
	return class
}
