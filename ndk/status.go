package ndk

import (
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// Status is an NTSTATUS.
type Status uint32

// The statuses that the covered functions name, and that of flushed requests. Source:
// ndkpi.h's pages; ntstatus.h.
const (
	Success               Status = 0x00000000
	Pending               Status = 0x00000103
	BufferOverflow        Status = 0x80000005
	NoMoreEntries         Status = 0x8000001A
	InvalidParameter      Status = 0xC000000D
	InsufficientResources Status = 0xC000009A
	NotSupported          Status = 0xC00000BB
	InternalError         Status = 0xC00000E5
	Canceled              Status = 0xC0000120
	DeviceRemoved         Status = 0xC00002B6
)

// String returns the name in ntstatus.h (STATUS_INVALID_PARAMETER), or the value in hex
// without a name.
func (s Status) String() string {
	if name, ok := otherNames[s]; ok {
		return name
	}
	name := nd2.Status(s).String()
	if rest, ok := strings.CutPrefix(name, "ND_"); ok {
		return "STATUS_" + rest
	}
	return name
}

// otherNames are names that differ from ndstatus.mc's in more than the prefix.
var otherNames = map[Status]string{
	Canceled:                "STATUS_CANCELLED", //nolint:misspell // ntstatus.h spells it so
	Status(nd2.RemoteError): "STATUS_REMOTE_RESOURCES",
}
