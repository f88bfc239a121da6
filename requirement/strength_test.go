package requirement

import "testing"

// A MUST rests on a text that says so, or says why it is one even so: that nothing
// could work otherwise, say. What Microsoft's tests alone want is no MUST but of
// their own profile.
func TestMustRestsOnATextThatSaysSo(t *testing.T) {
	for _, e := range All() {
		if e.Level != Must || e.Strength == "" || e.Ruling != "" || e.Strength == TestsOnly && e.Profile == Microsoft {
			continue
		}
		t.Errorf("%s is a MUST, rests on %q (%s), and has no ruling", e.ID, e.Strength, e.Source)
	}
}

func TestStrengthsAreOfEntries(t *testing.T) {
	for id, s := range weaker {
		if e, ok := Lookup(id); !ok || e.Strength != s {
			t.Errorf("%s is %q in the catalogue, and %q here", id, e.Strength, s)
		}
	}
	if e, _ := Lookup("listener.listen.again"); e.Strength != TestsOnly {
		t.Errorf("%s rests on %q", e.ID, e.Strength)
	}
	if e, _ := Lookup("cq.resize.loses-nothing"); e.Strength != "" {
		t.Errorf("%s rests on %q", e.ID, e.Strength)
	}
}
