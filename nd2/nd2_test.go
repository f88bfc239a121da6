package nd2

import (
	"net/netip"
	"testing"
	"unsafe"
)

func TestStatusPrintsItsDocumentedName(t *testing.T) {
	for s, want := range map[Status]string{
		Success:             "ND_SUCCESS",
		IOTimeout:           "ND_IO_TIMEOUT",
		InvalidParameter10:  "ND_INVALID_PARAMETER_10",
		InvalidParameterMix: "ND_INVALID_PARAMETER_MIX",
		Status(0xC000000E):  "STATUS_NO_SUCH_DEVICE",
		Status(0x80004003):  "E_POINTER",
		Status(0x80072726):  "HRESULT_FROM_WIN32(WSAEINVAL)",
		Status(0xC0000999):  "0xC0000999",
	} {
		if got := s.String(); got != want {
			t.Errorf("Status(%#x) prints %s, want %s", uint32(s), got, want)
		}
	}
}

func TestEveryStatusIsFoundByItsName(t *testing.T) {
	for s, name := range statusNames {
		if got, ok := StatusByName(name); !ok || got != s {
			t.Errorf("StatusByName(%s) = %v, %v; two statuses of one name?", name, got, ok)
		}
	}
	if _, ok := StatusByName("ND_FAILURE"); ok {
		t.Error("ND_FAILURE is not in ndstatus.mc")
	}
}

func TestWellKnownFailures(t *testing.T) {
	for s, want := range map[Status]struct{ known, nt bool }{
		Success:            {false, false},
		Pending:            {false, false},
		Timeout:            {false, false},
		BufferOverflow:     {true, true},
		DataError:          {true, true},
		Status(0xC0000023): {true, true},   // STATUS_BUFFER_TOO_SMALL
		Status(0x80004001): {true, false},  // E_NOTIMPL
		Status(0x80070490): {true, false},  // HRESULT_FROM_WIN32(ERROR_NOT_FOUND)
		Status(0xC0000228): {true, true},   // without a name here
		Status(0xD000000E): {true, false},  // HRESULT_FROM_NT(STATUS_NO_SUCH_DEVICE)
		Status(0x80072740): {true, false},  // HRESULT_FROM_WIN32(WSAEADDRINUSE)
		Status(0x8007FFFF): {false, false}, // of a Win32 error that does not exist
		Status(0xC0000999): {false, false}, // nobody's
		Status(0xE0000001): {false, false}, // a customer's own
	} {
		if s.WellKnown() != want.known || s.WellKnownNT() != want.nt {
			t.Errorf("%v: well-known %v, as an NTSTATUS %v", s, s.WellKnown(), s.WellKnownNT())
		}
	}
}

// Each table is of failures only, and no two have the same status.
func TestTablesOfNames(t *testing.T) {
	seen := map[Status]string{}
	for s, name := range statusNames {
		seen[s] = name
	}
	for _, names := range []map[Status]string{ntNames, comNames, win32Names} {
		for s, name := range names {
			if !s.Failed() || seen[s] != "" {
				t.Errorf("%s: 0x%08X is no failure, or %s", name, uint32(s), seen[s])
			}
			seen[s] = name
		}
	}
}

func TestAdapterInfoLiesAsInC(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the layout is that of 64-bit systems")
	}
	var info AdapterInfo
	for _, f := range []struct {
		name      string
		got, want uintptr
	}{
		{"sizeof", unsafe.Sizeof(info), AdapterInfoSize},
		{"AdapterId", unsafe.Offsetof(info.AdapterID), 8},
		{"MaxRegistrationSize", unsafe.Offsetof(info.MaxRegistrationSize), 16},
		{"MaxInitiatorSge", unsafe.Offsetof(info.MaxInitiatorSGE), 32},
		{"MaxReceiveQueueDepth", unsafe.Offsetof(info.MaxReceiveQueueDepth), 60},
		{"AdapterFlags", unsafe.Offsetof(info.AdapterFlags), 92},
	} {
		if f.got != f.want {
			t.Errorf("%s is at or of %d bytes, want %d", f.name, f.got, f.want)
		}
	}
}

func TestSockaddr(t *testing.T) {
	for _, text := range []string{"192.0.2.1:49152", "[2001:db8::1]:0", "0.0.0.0:7", "[fe80::1%12]:9"} {
		want := netip.MustParseAddrPort(text)
		b := Sockaddr(want)
		if got, ok := ParseSockaddr(b); !ok || got != want {
			t.Errorf("%s comes back as %v, %v", text, got, ok)
		}
		for n := range b {
			if got, ok := ParseSockaddr(b[:n]); ok {
				t.Errorf("%s cut to %d bytes parses as %v", text, n, got)
			}
		}
	}
	if b := Sockaddr(netip.MustParseAddrPort("[::ffff:192.0.2.1]:1")); len(b) != SockaddrInSize {
		t.Errorf("a mapped IPv4 address takes %d bytes, want a SOCKADDR_IN", len(b))
	}
	if _, ok := ParseSockaddr(make([]byte, 64)); ok {
		t.Error("family 0 parses")
	}
}

func TestNames(t *testing.T) {
	if got := IIDCompletionQueue.String(); got != "{20CC445E-64A0-4CBB-AA75-F6A7251FDA9E}" {
		t.Error(got)
	}
	if got := RequestWrite.String() + " " + RequestType(9).String(); got != "Write RequestType(9)" {
		t.Error(got)
	}
}
