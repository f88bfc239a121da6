package reports

import (
	"strings"
	"testing"
)

func TestAttested(t *testing.T) {
	release := Environment{Version: "v1.2.0", ProviderSHA256: "d1"}
	for _, c := range []struct {
		name           string
		e              Environment
		provider, peer string
		want           Attestation
		why            string
	}{
		{"a host of its own", release, "exec,path=acme", "", Independent, "release v1.2.0"},
		{"a release candidate", Environment{Version: "v1.2.0-rc.1"}, "exec", "ref", Independent, "v1.2.0-rc.1"},
		{"the engine as peer", release, "exec,path=acme", "ref,fabric=udp", Independent, ""},
		{"a peer of its own", release, "exec,path=acme", "exec,path=other", Independent, ""},
		{"a peer in the process", release, "exec,path=acme", "dll,path=other.dll", SelfAttested, "--peer=exec"},
		{"linked", Environment{Version: "v1.2.0"}, "acme", "", SelfAttested, "part of the program"},
		{"loaded", release, "dll,path=acme.dll", "", SelfAttested, "loaded into the process"},
		{"far away", release, "remote,address=a:1", "", SelfAttested, "another machine"},
		{"a name that begins alike", release, "execute", "", SelfAttested, "loaded into"},
		{"built between releases", Environment{Version: "v1.2.1-0.20260102030405-0123456789ab"}, "exec", "", SelfAttested, "no release"},
		{"built before any", Environment{Version: "v0.0.0-20260102030405-0123456789ab"}, "exec", "", SelfAttested, "no release"},
		{"modified", Environment{Version: "v1.2.0", Modified: true}, "exec", "", SelfAttested, "no release"},
		{"dirty", Environment{Version: "v1.2.0+dirty"}, "exec", "", SelfAttested, "no release"},
		{"devel", Environment{Version: "(devel)", Commit: "c0"}, "exec", "", SelfAttested, "no release: (devel) c0"},
		{"nameless", Environment{}, "exec", "", SelfAttested, "names no version"},
	} {
		got, why := Attested(c.e, c.provider, c.peer)
		if got != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, got, why, c.want, c.why)
		}
	}
}
