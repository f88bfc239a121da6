package spec

import (
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// at returns an adapter with addresses in this order.
func at(id uint64, addresses ...string) adapter {
	a := adapter{id: id}
	for _, text := range addresses {
		a.addresses = append(a.addresses, netip.MustParseAddr(text))
	}
	return a
}

// Routes have one family, whatever the order of the addresses, and an address that is
// valid on one link only comes last.
func TestRoutes(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to adapter
		want     [][2]string
	}{
		{
			"the same order", at(1, "192.0.2.1", "2001:db8::1"), at(2, "192.0.2.2", "2001:db8::2"),
			[][2]string{{"192.0.2.1", "192.0.2.2"}, {"2001:db8::1", "2001:db8::2"}},
		},
		{
			"another order", at(1, "2001:db8::1", "192.0.2.1"), at(2, "192.0.2.2", "2001:db8::2"),
			[][2]string{{"2001:db8::1", "2001:db8::2"}, {"192.0.2.1", "192.0.2.2"}},
		},
		{
			"one family in common", at(1, "2001:db8::1", "192.0.2.1"), at(2, "192.0.2.2"),
			[][2]string{{"192.0.2.1", "192.0.2.2"}},
		},
		{
			"link-local first", at(1, "fe80::1%4", "2001:db8::1"), at(2, "fe80::2%5", "2001:db8::2"),
			[][2]string{{"2001:db8::1", "2001:db8::2"}, {"fe80::1%4", "fe80::2%5"}},
		},
		{"link-local only", at(1, "fe80::1%4"), at(2, "fe80::2%4"), [][2]string{{"fe80::1%4", "fe80::2%4"}}},
		{"no family in common", at(1, "2001:db8::1"), at(2, "192.0.2.2"), nil},
	} {
		routes := routesTo(c.from, []adapter{c.to})
		if len(routes) != len(c.want) {
			t.Errorf("%s: %d routes, want %d", c.name, len(routes), len(c.want))
			continue
		}
		for i, r := range routes {
			if got := [2]string{r.from.address.String(), r.to.address.String()}; got != c.want[i] {
				t.Errorf("%s: route %d is %v, want %v", c.name, i, got, c.want[i])
			}
		}
	}
}

// An adapter's partners are its equals, and itself behind them if it can be.
func TestPartners(t *testing.T) {
	plain, loop := nd2.AdapterInfo{}, nd2.AdapterInfo{AdapterFlags: nd2.AdapterLoopbackConnections}
	for _, c := range []struct {
		name  string
		infos []nd2.AdapterInfo
		want  []uint64
	}{
		{"alone", []nd2.AdapterInfo{plain}, nil},
		{"alone with loopback", []nd2.AdapterInfo{loop}, []uint64{0}},
		{"two", []nd2.AdapterInfo{plain, plain}, []uint64{1}},
		{"two with loopback", []nd2.AdapterInfo{loop, loop}, []uint64{1, 0}},
		{"another of other features", []nd2.AdapterInfo{loop, plain}, []uint64{0}},
		{"another without shared receive queues", []nd2.AdapterInfo{{MaxSharedReceiveQueueDepth: 1}, plain}, nil},
	} {
		var mine []adapter
		for i, info := range c.infos {
			mine = append(mine, adapter{id: uint64(i), info: info})
		}
		var got []uint64
		for _, a := range partners(mine) {
			got = append(got, a.id)
		}
		if len(got) != len(c.want) || len(got) > 0 && (got[0] != c.want[0] || got[len(got)-1] != c.want[len(c.want)-1]) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The family that is set is that of both ends; with one family, it is that.
func TestFamilies(t *testing.T) {
	four, six := route{from: adapter{id: 4}, to: adapter{id: 5}}, route{from: adapter{id: 6}, to: adapter{id: 7}}
	target := &Target{families: []route{four, six}}
	target.Draw(Plain, "family=other")
	if r := target.route(); r.from.id != 6 || r.to.id != 7 || target.Given() != "family=other" {
		t.Errorf("from %d to %d, given %s", r.from.id, r.to.id, target.Given())
	}
	target.families = target.families[:1]
	if r := target.route(); r.from.id != 4 {
		t.Errorf("with one family, from %d", r.from.id)
	}
}
