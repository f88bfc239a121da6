package child

import "testing"

func TestOwnVariable(t *testing.T) {
	for entry, want := range map[string]struct{ windows, elsewhere bool }{
		"NDCONFORM_REF_NETWORK=udp": {true, true},
		"NdConform_Ref_Network=udp": {true, false},
		"NDCONFORM_=":               {true, true},
		"NDCONFORM=1":               {false, false},
		"PATH=NDCONFORM_":           {false, false},
		"=C:=C:\\ndconform_":        {false, false},
	} {
		if got := ownVariable(entry, "windows"); got != want.windows {
			t.Errorf("%s: %v on Windows", entry, got)
		}
		if got := ownVariable(entry, "linux"); got != want.elsewhere {
			t.Errorf("%s: %v on Linux", entry, got)
		}
	}
}
