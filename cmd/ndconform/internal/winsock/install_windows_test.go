package winsock

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/windows"
)

// NdStartup takes an entry that has all of these. Source: ndfrmwrk.cpp,
// ProcessProviderChange.
func TestEntryIsFound(t *testing.T) {
	e := Engine.entry()
	if unsafe.Sizeof(*e) != 628 {
		t.Errorf("WSAPROTOCOL_INFOW has %d bytes", unsafe.Sizeof(*e))
	}
	if e.ServiceFlags1 != 0x8e || e.ProviderFlags != 0x14 || e.Version != 0x20000 {
		t.Errorf("flags %#x and %#x, version %#x", e.ServiceFlags1, e.ProviderFlags, e.Version)
	}
	if e.AddressFamily != 23 || e.SocketType != -1 || e.Protocol != 0 || e.ProtocolMaxOffset != 0 {
		t.Errorf("family %d, type %d, protocol %d to %d", e.AddressFamily, e.SocketType, e.Protocol, e.ProtocolMaxOffset)
	}
	if got := windows.UTF16ToString(e.ProtocolName[:]); got != Engine.name {
		t.Errorf("name %q", got)
	}
}

func TestInstallOfNothing(t *testing.T) {
	if err := Engine.Install(`C:\no\such\ndref.dll`); err == nil {
		t.Error("a DLL is installed that is not there")
	}
}
