//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"os"
	"strings"

	"golang.org/x/sys/windows"
)

// With the build tag acme, the DLLs in ACME_INSTALLED (one, or two with a semicolon between) count as installed:
// nothing can be installed under Wine. ACME lists the faults of their entries, as for the DLL itself; see
// entryFaults.
func init() {
	paths := strings.Split(os.Getenv("ACME_INSTALLED"), ";")
	if paths[0] == "" {
		return
	}
	installFake(paths[0], os.Getenv("ACME"), []string{"Acme", "Bolt"}[:len(paths)]...)
	if len(paths) == 2 {
		catalogue.path = func(class windows.GUID) (string, error) { return paths[class.Data1-1], nil }
	}
}

// entryFaults are the possible faults of an entry.
var entryFaults = map[string]func(*windows.WSAProtocolInfo){
	"no-order":     func(p *windows.WSAProtocolInfo) { p.ServiceFlags1 &^= guaranteedOrder },
	"visible":      func(p *windows.WSAProtocolInfo) { p.ProviderFlags &^= hidden },
	"unmarked":     func(p *windows.WSAProtocolInfo) { p.ProviderFlags &^= networkDirect },
	"version-2":    func(p *windows.WSAProtocolInfo) { p.Version = 2 },
	"version-3":    func(p *windows.WSAProtocolInfo) { p.Version = 0x30000 },
	"no-family":    func(p *windows.WSAProtocolInfo) { p.AddressFamily = windows.AF_UNSPEC },
	"stream":       func(p *windows.WSAProtocolInfo) { p.SocketType = windows.SOCK_STREAM },
	"tcp":          func(p *windows.WSAProtocolInfo) { p.Protocol = windows.IPPROTO_TCP },
	"offset":       func(p *windows.WSAProtocolInfo) { p.ProtocolMaxOffset = 1 },
	"no-id":        func(p *windows.WSAProtocolInfo) { p.ProviderId = windows.GUID{} },
	"second-entry": func(p *windows.WSAProtocolInfo) { p.ServiceFlags1 &^= connectData },
}

// installFake fills the catalogue with a DLL, once for each name and address family. With
// second-entry, only the second entry is wrong.
func installFake(path, wrong string, names ...string) {
	catalogue.protocols = func() (list []windows.WSAProtocolInfo, err error) {
		list = append(list, windows.WSAProtocolInfo{AddressFamily: windows.AF_INET, SocketType: windows.SOCK_STREAM}) // TCP
		for n, name := range names {
			p := windows.WSAProtocolInfo{
				ServiceFlags1: serviceFlags, ProviderFlags: providerFlags, Version: 0x20000,
				AddressFamily: windows.AF_INET6, SocketType: noSocketType,
			}
			p.ProviderId.Data1 = uint32(n + 1)
			copy(p.ProtocolName[:], windows.StringToUTF16(name))
			faulty := p
			for _, fault := range strings.Split(wrong, ",") {
				if apply := entryFaults[fault]; apply != nil {
					apply(&faulty)
				}
			}
			if wrong != "second-entry" {
				p = faulty
			}
			list = append(list, p, faulty)
		}
		return list, nil
	}
	catalogue.path = func(windows.GUID) (string, error) { return path, nil }
}
