package winsock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// class is the id of a DLL's provider: Number is all that differs.
func (d DLL) class() windows.GUID {
	return windows.GUID{
		Data1: 0x6e647265, Data2: 0x6601, Data3: 0x4c0e,
		Data4: [8]byte{0x9d, 0x1b, 0x3c, 0x5a, 0x27, 0x70, 0xe1, d.number},
	}
}

// What tells a NetworkDirect provider from others. Source: NetworkDirectSPI.md,
// Registering a NetworkDirect provider; Winsock2.h; ndfrmwrk.cpp, which takes version 2 as
// 0x20000.
const (
	guaranteedDelivery = 0x2
	guaranteedOrder    = 0x4
	messageOriented    = 0x8
	connectData        = 0x80

	hidden        = 0x4
	networkDirect = 0x10

	version2     = 0x20000
	noSocketType = -1
	baseProtocol = 1
)

// entry is the DLL's entry. An entry for IPv6 stands for both families.
func (d DLL) entry() *windows.WSAProtocolInfo {
	e := &windows.WSAProtocolInfo{
		ServiceFlags1: guaranteedDelivery | guaranteedOrder | messageOriented | connectData,
		ProviderFlags: hidden | networkDirect,
		ProviderId:    d.class(),
		ProtocolChain: windows.WSAProtocolChain{ChainLen: baseProtocol},
		Version:       version2,
		AddressFamily: windows.AF_INET6,
		MaxSockAddr:   int32(unsafe.Sizeof(windows.RawSockaddrInet6{})),
		MinSockAddr:   int32(unsafe.Sizeof(windows.RawSockaddrInet4{})),
		SocketType:    noSocketType,
		MessageSize:   1<<32 - 1,
	}
	copy(e.ProtocolName[:], windows.StringToUTF16(d.name))
	return e
}

var (
	ws2            = windows.NewLazySystemDLL("ws2_32.dll")
	install        = ws2.NewProc("WSCInstallProvider")
	deinstall      = ws2.NewProc("WSCDeinstallProvider")
	errNotElevated = errors.New("only an administrator can do this: run it from an elevated prompt")
)

// Install makes the DLL at path the catalogue's provider of this kind, in place of any
// before.
func (d DLL) Install(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	wide, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	class := d.class()
	return withWinsock(func() error {
		if err := call(deinstall, unsafe.Pointer(&class), nil,
			nil); err != nil && !errors.Is(err, windows.WSAEFAULT) && !errors.Is(err, windows.WSAEINVAL) {
			return err
		}
		return call(install, unsafe.Pointer(&class), unsafe.Pointer(wide), unsafe.Pointer(d.entry()))
	})
}

// Uninstall takes it out of the catalogue.
func (d DLL) Uninstall() error {
	class := d.class()
	return withWinsock(func() error { return call(deinstall, unsafe.Pointer(&class), nil, nil) })
}

// withWinsock does something between WSAStartup and WSACleanup.
func withWinsock(do func() error) error {
	var data windows.WSAData
	if err := windows.WSAStartup(0x202, &data); err != nil {
		return fmt.Errorf("WSAStartup: %w", err)
	}
	defer func() { _ = windows.WSACleanup() }()
	return do()
}

// call makes a call that reports an error through its last parameter: WSCInstallProvider
// takes a path and a list of one entry before that, WSCDeinstallProvider neither.
func call(proc *windows.LazyProc, class, path, list unsafe.Pointer) error {
	var code int32
	var r uintptr
	if list != nil {
		r, _, _ = proc.Call(uintptr(class), uintptr(path), uintptr(list), 1, uintptr(unsafe.Pointer(&code)))
	} else {
		r, _, _ = proc.Call(uintptr(class), uintptr(unsafe.Pointer(&code)))
	}
	switch err := syscall.Errno(code); {
	case int32(r) == 0:
		return nil
	case err == windows.WSAEACCES, err == windows.ERROR_ACCESS_DENIED, err == windows.WSANO_RECOVERY:
		return fmt.Errorf("%s: %w; %w", proc.Name, err, errNotElevated)
	default:
		return fmt.Errorf("%s: %w", proc.Name, err)
	}
}
