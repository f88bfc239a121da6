package doctor

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// What to do about the UDP port of RoCE.
const (
	inUse      = "netstat -ano -p udp | findstr :4791"
	letThrough = "in an elevated prompt: netsh advfirewall firewall add rule name=RoCE dir=in action=allow " +
		"protocol=UDP localport=4791"
)

var probes = []probe{
	{"Memory", memory},
	{"Installed providers", installed},
	{"Network", network},
}

var globalMemoryStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// memory says how much there is. Source: MEMORYSTATUSEX, sysinfoapi.h.
func memory() []Fact {
	var status struct {
		length, load                        uint32
		total, available                    uint64
		totalPage, availablePage            uint64
		totalVirtual, availableVirtual, ext uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	if ok, _, err := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return []Fact{{Name: "memory", Says: fmt.Sprintf("unknown: %v", err)}}
	}
	return []Fact{{
		Name: "memory", Says: fmt.Sprintf("%s, %s of it available", size(status.total), size(status.available)),
	}}
}
