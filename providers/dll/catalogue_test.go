//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/providers"
)

// pretend replaces the Winsock catalogue, which Wine lets nobody install into.
func pretend(t *testing.T, names ...string) {
	real := catalogue
	t.Cleanup(func() { catalogue = real })
	path, err := filepath.Abs(*acme)
	if err != nil {
		t.Fatal(err)
	}
	catalogue.protocols = func() (list []windows.WSAProtocolInfo, err error) {
		list = append(list, windows.WSAProtocolInfo{AddressFamily: windows.AF_INET, SocketType: windows.SOCK_STREAM}) // TCP
		for n, name := range names {
			p := windows.WSAProtocolInfo{ServiceFlags1: serviceFlags, ProviderFlags: providerFlags, Version: 0x20000, AddressFamily: windows.AF_INET6, SocketType: noSocketType}
			p.ProviderId.Data1 = uint32(n + 1)
			copy(p.ProtocolName[:], windows.StringToUTF16(name))
			list = append(list, p, p) // for the other address family
		}
		return list, nil
	}
	catalogue.path = func(windows.GUID) (string, error) { return path, nil }
}

func TestInstalledProviders(t *testing.T) {
	pretend(t, "Acme", "Bolt")
	list, err := providers.FindInstalled("dll")
	if err != nil || len(list) != 2 || list[0].Name != "Acme" || list[1].Name != "Bolt" {
		t.Fatalf("%v, %v", list, err)
	}
	if a := list[0]; len(a.Addresses) != 1 || a.Addresses[0] != "127.0.0.1" || a.Error != "" {
		t.Errorf("%+v", a)
	}
	if _, err := open(&options{}); err == nil {
		t.Error("one of two is taken")
	}
	i, err := open(&options{catalog: "Bolt"})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if l := i.(*instance).library; l.class.Data1 != 2 || i.(providers.Subject).File() != l.path {
		t.Errorf("%+v", l)
	}
}

// The real catalogue can be read, whatever is in it.
func TestCatalogue(t *testing.T) {
	all, err := protocols()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d entries, %v", len(all), err)
	}
	path, err := providerPath(all[0].ProviderId) // Wine has none to say
	if err == nil && !filepath.IsAbs(path) {
		t.Errorf("%q", path)
	}
}
