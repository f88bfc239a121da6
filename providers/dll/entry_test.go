package dll

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// right is a registration as NetworkDirectSPI.md requires.
func right() *providers.Registration {
	return &providers.Registration{
		ServiceFlags: 0x8e, ProviderFlags: 0x14, Version: 0x20000, AddressFamily: nd2.AFInet6,
		SocketType: -1,
	}
}

func TestProvidersAreFoundAsNdStartupFindsThem(t *testing.T) {
	if !isND2(right()) {
		t.Error("a provider as it should be is not found")
	}
	more := right()
	more.ServiceFlags, more.ProviderFlags, more.AddressFamily = 0xfffffff, 0xff, nd2.AFInet
	if !isND2(more) {
		t.Error("a provider with more flags is not found")
	}
	for what, spoil := range map[string]func(*providers.Registration){
		"service flags":      func(r *providers.Registration) { r.ServiceFlags &^= connectData },
		"not hidden":         func(r *providers.Registration) { r.ProviderFlags &^= hidden },
		"not network direct": func(r *providers.Registration) { r.ProviderFlags &^= networkDirect },
		"version 1":          func(r *providers.Registration) { r.Version = nd2.Version1 },
		"version 2":          func(r *providers.Registration) { r.Version = 2 },
		"family":             func(r *providers.Registration) { r.AddressFamily = 1 },
		"socket type":        func(r *providers.Registration) { r.SocketType = 1 },
		"protocol":           func(r *providers.Registration) { r.Protocol = 6 },
		"offset":             func(r *providers.Registration) { r.ProtocolMaxOffset = 1 },
	} {
		r := right()
		spoil(r)
		if isND2(r) {
			t.Errorf("%s: found", what)
		}
		if why := entryDefects(r); strings.Contains(why,
			", ") || !strings.HasPrefix(why, "dw") && !strings.HasPrefix(why, "i") {
			t.Errorf("%s: the defects are %q", what, why)
		}
		if isMeant(r) == (what == "version 1") {
			t.Errorf("%s: whether it is meant is not known", what)
		}
	}
}

func TestTheInstalledProviderIsChosen(t *testing.T) {
	a, b := entry{name: "Acme", path: `C:\acme.dll`}, entry{name: "Bolt", path: `C:\bolt.dll`}
	wrong := entry{name: "Dorn", path: `C:\dorn.dll`, overlooked: "iProtocol is 6 and not 0"}
	for _, c := range []struct {
		list []entry
		name string
		want entry
		err  string
	}{
		{nil, "", entry{}, "no NetworkDirect v2 provider is installed"},
		{[]entry{a}, "", a, ""},
		{[]entry{a, b}, "bolt", b, ""},
		{[]entry{a, b}, "", entry{}, `catalog=NAME; Acme (C:\acme.dll), Bolt (C:\bolt.dll)`},
		{[]entry{wrong, a}, "", a, ""},
		{
			[]entry{wrong},
			"",
			entry{},
			`in such a way that applications find it; with catalog=NAME, --profile=com says what is wrong: Dorn`,
		},
		{[]entry{wrong, a}, "dorn", wrong, ""},
		{[]entry{a}, "cope", entry{}, `no provider "cope" is installed; installed: Acme`},
	} {
		got, err := choose(c.list, c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v %q: %v, %v", c.list, c.name, got, err)
		}
	}
}
