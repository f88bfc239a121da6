package recorded

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

func TestRegistered(t *testing.T) {
	r := newRegistered()
	r.regions = []region{
		{extent{100, 50}, "mr1", nd2.AllowRemoteWrite},
		{extent{100, 50}, "mr2", nd2.AllowRemoteRead},
	}
	r.bound["mw1"] = window{extent{110, 10}, nd2.AllowRead}
	for _, c := range []struct {
		name          string
		address       uint64
		size          int
		read, written bool
		local         bool
	}{
		{"mr1", 100, 50, false, true, true},
		{"mr2", 100, 50, true, false, true},
		{"mr2", 99, 2, false, false, false},
		{"mr2", 149, 2, false, false, false},
		{"mr3", 100, 1, false, false, false},
		{"mw1", 110, 10, true, false, false},
		{"mw1", 109, 2, false, false, false},
		{"", 0, 0, true, true, true},
	} {
		part := extent{c.address, c.size}
		if read, written, local := r.reaches(c.name, part,
			false), r.reaches(c.name, part,
			true), r.covers(c.name, part); read != c.read || written != c.written || local != c.local {
			t.Errorf("%+v: read %t, written %t, local %t", c, read, written, local)
		}
	}
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
