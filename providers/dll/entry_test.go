package dll

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// right is how NetworkDirectSPI.md has a provider registered.
func right() protocol {
	return protocol{service: 0x8e, provider: 0x14, version: 0x20000, family: nd2.AFInet6, kind: -1}
}

func TestProvidersAreFoundAsNdStartupFindsThem(t *testing.T) {
	if p := right(); !p.isND2() {
		t.Error("a provider as it should be is not found")
	}
	more := right()
	more.service, more.provider, more.family = 0xfffffff, 0xff, nd2.AFInet
	if !more.isND2() {
		t.Error("a provider with more flags is not found")
	}
	for what, spoil := range map[string]func(*protocol){
		"service flags":      func(p *protocol) { p.service &^= connectData },
		"not hidden":         func(p *protocol) { p.provider &^= hidden },
		"not network direct": func(p *protocol) { p.provider &^= networkDirect },
		"version 1":          func(p *protocol) { p.version = nd2.Version1 },
		"version 2":          func(p *protocol) { p.version = 2 },
		"family":             func(p *protocol) { p.family = 1 },
		"socket type":        func(p *protocol) { p.kind = 1 },
		"protocol":           func(p *protocol) { p.protocol = 6 },
		"offset":             func(p *protocol) { p.maxOffset = 1 },
	} {
		p := right()
		if spoil(&p); p.isND2() {
			t.Errorf("%s: found", what)
		}
	}
}

func TestTheInstalledProviderIsChosen(t *testing.T) {
	a, b := entry{name: "Acme", path: `C:\acme.dll`}, entry{name: "Bolt", path: `C:\bolt.dll`}
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
		{[]entry{a}, "cope", entry{}, `no provider "cope" is installed; installed: Acme`},
	} {
		got, err := choose(c.list, c.name)
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v %q: %v, %v", c.list, c.name, got, err)
		}
	}
}
