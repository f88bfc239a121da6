package spec

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

func TestReturnFailure(t *testing.T) {
	m := ReturnFailure()
	for s, want := range map[nd2.Status]bool{
		nd2.Success: false, nd2.Pending: false, nd2.Timeout: false,
		nd2.BufferOverflow: true, nd2.NotSupported: true, nd2.InvalidParameter3: true,
		noSuchDevice: true, 0x80004002: true, 0xC0000999: false,
		nd2.DeviceRemoved: false, nd2.Canceled: false,
	} {
		if ok, err := m.Match(s); ok != want || err != nil {
			t.Errorf("%v: %v, %v", s, ok, err)
		}
	}
	if ok, _ := ReturnFailure(nd2.Canceled).Match(nd2.Canceled); !ok {
		t.Error("a request that was canceled may not say so")
	}
	if _, err := m.Match("ND_NOT_SUPPORTED"); err == nil {
		t.Error("a string is taken for a status")
	}
	says(t, m.FailureMessage(nd2.Pending), "expected: to return a failure\n", "seen:     ND_PENDING\n")
	says(t, m.NegatedFailureMessage(nd2.NotSupported), "expected: not to return a failure\n",
		"seen:     ND_NOT_SUPPORTED\n")
}

func TestReturnNT(t *testing.T) {
	m := ReturnNT(ndk.InvalidParameter)
	if ok, err := m.Match(ndk.InvalidParameter); !ok || err != nil {
		t.Errorf("the status itself: %v, %v", ok, err)
	}
	if ok, _ := m.Match(ndk.Pending); ok {
		t.Error("another status matches")
	}
	if _, err := m.Match(nd2.InvalidParameter); err == nil {
		t.Error("an HRESULT is taken for an NTSTATUS")
	}
	says(t, m.FailureMessage(ndk.Pending), "expected: to return STATUS_INVALID_PARAMETER\n", "seen:     STATUS_PENDING\n")
	says(t, m.NegatedFailureMessage(ndk.InvalidParameter), "expected: not to return STATUS_INVALID_PARAMETER\n")
}
