package ndk

import "testing"

func TestStatusPrintsItsName(t *testing.T) {
	for s, want := range map[Status]string{
		Success:               "STATUS_SUCCESS",
		InsufficientResources: "STATUS_INSUFFICIENT_RESOURCES",
		Canceled:              "STATUS_CANCELLED", //nolint:misspell // ntstatus.h spells it so
		0xC000013D:            "STATUS_REMOTE_RESOURCES",
		0xC0000999:            "0xC0000999",
	} {
		if got := s.String(); got != want {
			t.Errorf("%#x prints %s, want %s", uint32(s), got, want)
		}
	}
}
