package nd2

import (
	"fmt"
	"strconv"
	"strings"
)

// Status is an HRESULT of the NetworkDirect SPI. The values map one to one to
// NTSTATUS values of similar names. Source: ndstatus.mc.
type Status uint32

// The statuses of ndstatus.mc.
const (
	Success               Status = 0x00000000
	Timeout               Status = 0x00000102
	Pending               Status = 0x00000103
	BufferOverflow        Status = 0x80000005
	DeviceBusy            Status = 0x80000011
	NoMoreEntries         Status = 0x8000001A
	Unsuccessful          Status = 0xC0000001
	AccessViolation       Status = 0xC0000005
	InvalidHandle         Status = 0xC0000008
	InvalidParameter      Status = 0xC000000D
	InvalidDeviceRequest  Status = 0xC0000010
	NoMemory              Status = 0xC0000017
	InvalidParameterMix   Status = 0xC0000030
	DataOverrun           Status = 0xC000003C
	SharingViolation      Status = 0xC0000043
	InsufficientResources Status = 0xC000009A
	DeviceNotReady        Status = 0xC00000A3
	IOTimeout             Status = 0xC00000B5
	NotSupported          Status = 0xC00000BB
	InternalError         Status = 0xC00000E5
	InvalidParameter1     Status = 0xC00000EF
	InvalidParameter2     Status = 0xC00000F0
	InvalidParameter3     Status = 0xC00000F1
	InvalidParameter4     Status = 0xC00000F2
	InvalidParameter5     Status = 0xC00000F3
	InvalidParameter6     Status = 0xC00000F4
	InvalidParameter7     Status = 0xC00000F5
	InvalidParameter8     Status = 0xC00000F6
	InvalidParameter9     Status = 0xC00000F7
	InvalidParameter10    Status = 0xC00000F8
	Canceled              Status = 0xC0000120
	RemoteError           Status = 0xC000013D
	InvalidAddress        Status = 0xC0000141
	InvalidDeviceState    Status = 0xC0000184
	InvalidBufferSize     Status = 0xC0000206
	TooManyAddresses      Status = 0xC0000209
	AddressAlreadyExists  Status = 0xC000020A
	ConnectionRefused     Status = 0xC0000236
	ConnectionInvalid     Status = 0xC000023A
	ConnectionActive      Status = 0xC000023B
	NetworkUnreachable    Status = 0xC000023C
	HostUnreachable       Status = 0xC000023D
	ConnectionAborted     Status = 0xC0000241
	DeviceRemoved         Status = 0xC00002B6
)

// Statuses that shipped providers and Microsoft's tests use although
// ndstatus.mc does not list them; the names are those of ntstatus.h.
const (
	DataError                Status = 0xC000003E
	BadNetworkName           Status = 0xC00000CC
	ConnectionDisconnected   Status = 0xC000020C
	AddressAlreadyAssociated Status = 0xC0000238
)

// String returns the documented name (ND_BUFFER_OVERFLOW), or else the one of
// Windows' headers (STATUS_NO_SUCH_DEVICE, E_POINTER,
// HRESULT_FROM_WIN32(WSAEINVAL)), or the value in hex when none is known.
func (s Status) String() string {
	if name := s.name(); name != "" {
		return name
	}
	return fmt.Sprintf("0x%08X", uint32(s))
}

// Failed reports whether s is of warning or error severity, which ND_PENDING and
// ND_TIMEOUT are not.
func (s Status) Failed() bool { return s&(1<<31) != 0 }

// WellKnown reports whether s is a failure that the documents or Windows' headers
// define.
func (s Status) WellKnown() bool {
	return s.WellKnownNT() || s.Failed() && (s.name() != "" || within(win32Spans, s) || s.fromNT().WellKnownNT())
}

// WellKnownNT is WellKnown of an NTSTATUS: the numbers of COM and Win32 don't count.
func (s Status) WellKnownNT() bool {
	return s.Failed() && (statusNames[s] != "" || ntNames[s] != "" || within(ntSpans, s))
}

// fromNT undoes HRESULT_FROM_NT, and is 0 for any other value.
func (s Status) fromNT() Status {
	const facilityNT = 0x10000000
	if s&facilityNT == 0 {
		return 0
	}
	return s &^ facilityNT
}

func (s Status) name() string {
	for _, names := range []map[Status]string{statusNames, ntNames, comNames} {
		if name := names[s]; name != "" {
			return name
		}
	}
	if name := win32Names[s]; name != "" {
		return "HRESULT_FROM_WIN32(" + name + ")"
	}
	if nt := s.fromNT(); nt.Failed() && nt.name() != "" {
		return "HRESULT_FROM_NT(" + nt.name() + ")"
	}
	return ""
}

// StatusByName returns the status that has a documented name; ok says whether there
// is one.
func StatusByName(name string) (s Status, ok bool) {
	for s, n := range statusNames {
		if n == name {
			return s, true
		}
	}
	return 0, false
}

// ParseStatus returns the status that [Status.String] writes as text; ok says whether there is one.
func ParseStatus(text string) (s Status, ok bool) {
	if s, ok := StatusByName(text); ok {
		return s, true
	}
	for _, names := range []map[Status]string{ntNames, comNames} {
		for s, name := range names {
			if name == text {
				return s, true
			}
		}
	}
	if name, ok := strings.CutPrefix(text, "HRESULT_FROM_WIN32("); ok {
		for s, n := range win32Names {
			if n+")" == name {
				return s, true
			}
		}
	}
	n, err := strconv.ParseUint(text, 0, 32)
	return Status(n), err == nil
}

var statusNames = map[Status]string{
	Success:                  "ND_SUCCESS",
	Timeout:                  "ND_TIMEOUT",
	Pending:                  "ND_PENDING",
	BufferOverflow:           "ND_BUFFER_OVERFLOW",
	DeviceBusy:               "ND_DEVICE_BUSY",
	NoMoreEntries:            "ND_NO_MORE_ENTRIES",
	Unsuccessful:             "ND_UNSUCCESSFUL",
	AccessViolation:          "ND_ACCESS_VIOLATION",
	InvalidHandle:            "ND_INVALID_HANDLE",
	InvalidParameter:         "ND_INVALID_PARAMETER",
	InvalidDeviceRequest:     "ND_INVALID_DEVICE_REQUEST",
	NoMemory:                 "ND_NO_MEMORY",
	InvalidParameterMix:      "ND_INVALID_PARAMETER_MIX",
	DataOverrun:              "ND_DATA_OVERRUN",
	SharingViolation:         "ND_SHARING_VIOLATION",
	InsufficientResources:    "ND_INSUFFICIENT_RESOURCES",
	DeviceNotReady:           "ND_DEVICE_NOT_READY",
	IOTimeout:                "ND_IO_TIMEOUT",
	NotSupported:             "ND_NOT_SUPPORTED",
	InternalError:            "ND_INTERNAL_ERROR",
	InvalidParameter1:        "ND_INVALID_PARAMETER_1",
	InvalidParameter2:        "ND_INVALID_PARAMETER_2",
	InvalidParameter3:        "ND_INVALID_PARAMETER_3",
	InvalidParameter4:        "ND_INVALID_PARAMETER_4",
	InvalidParameter5:        "ND_INVALID_PARAMETER_5",
	InvalidParameter6:        "ND_INVALID_PARAMETER_6",
	InvalidParameter7:        "ND_INVALID_PARAMETER_7",
	InvalidParameter8:        "ND_INVALID_PARAMETER_8",
	InvalidParameter9:        "ND_INVALID_PARAMETER_9",
	InvalidParameter10:       "ND_INVALID_PARAMETER_10",
	Canceled:                 "ND_CANCELED",
	RemoteError:              "ND_REMOTE_ERROR",
	InvalidAddress:           "ND_INVALID_ADDRESS",
	InvalidDeviceState:       "ND_INVALID_DEVICE_STATE",
	InvalidBufferSize:        "ND_INVALID_BUFFER_SIZE",
	TooManyAddresses:         "ND_TOO_MANY_ADDRESSES",
	AddressAlreadyExists:     "ND_ADDRESS_ALREADY_EXISTS",
	ConnectionRefused:        "ND_CONNECTION_REFUSED",
	ConnectionInvalid:        "ND_CONNECTION_INVALID",
	ConnectionActive:         "ND_CONNECTION_ACTIVE",
	NetworkUnreachable:       "ND_NETWORK_UNREACHABLE",
	HostUnreachable:          "ND_HOST_UNREACHABLE",
	ConnectionAborted:        "ND_CONNECTION_ABORTED",
	DeviceRemoved:            "ND_DEVICE_REMOVED",
	DataError:                "ND_DATA_ERROR",
	BadNetworkName:           "ND_BAD_NETWORK_NAME",
	ConnectionDisconnected:   "ND_CONNECTION_DISCONNECTED",
	AddressAlreadyAssociated: "ND_ADDRESS_ALREADY_ASSOCIATED",
}
