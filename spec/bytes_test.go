package spec

import "testing"

func TestHoldBytesShowsTheFirstDifference(t *testing.T) {
	m := HoldBytes([]byte{1, 2, 3, 4})
	if ok, err := m.Match([]byte{1, 2, 3, 4}); !ok || err != nil {
		t.Errorf("the bytes themselves: %v, %v", ok, err)
	}
	if ok, _ := m.Match([]byte{1, 2, 0, 0}); ok {
		t.Error("other bytes match")
	}
	says(t, m.FailureMessage([]byte{1, 2, 0, 0}), "expected: 0x03 at offset 2 of 4 bytes\n",
		"seen:     0x00; 2 bytes differ\n")
	if ok, _ := m.Match([]byte{1}); ok {
		t.Error("fewer bytes match")
	}
	says(t, m.FailureMessage([]byte{1}), "expected: 4 bytes\n", "seen:     1 bytes\n")
	says(t, m.NegatedFailureMessage([]byte{1, 2, 3, 4}), "expected: other than the 4 bytes given\n")
	if _, err := m.Match("1234"); err == nil {
		t.Error("a string is taken for memory")
	}
}
