package recorded

import "testing"

func TestRegistered(t *testing.T) {
	r := newRegistered()
	r.regions = []region{{extent{100, 50}, "mr1"}, {extent{100, 50}, "mr2"}}
	for name, want := range map[string]Place{
		"mr1": {Region: "mr1", Offset: 10, Length: 5}, "mw1": {Region: "mr2", Offset: 10, Length: 5},
		"": {Region: "mr2", Offset: 10, Length: 5},
	} {
		if got := r.place(name, 110, 5); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	r.deregister("mr2")
	if got, want := r.place("mr2", 110, 5), (Place{Region: "mr1", Offset: 10, Length: 5}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
