package spec

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

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
