package reports

import (
	"strings"
	"testing"
)

func TestAttested(t *testing.T) {
	with := func(version string) Environment { return Environment{Version: version, ProviderSHA256: "d1"} }
	release, modified, held := with("v1.2.0"), with("v1.2.0"), with("v1.2.0")
	modified.Modified = true
	both, starts := with("v1.2.0"), with("v1.2.0")
	starts.Code = []CodeFile{{Path: "/opt/acme.so"}, {Path: "/bin/sh", Executed: true}}
	both.Binary = both.ProviderSHA256
	held.Inputs = []Input{{Kind: Baseline, Name: "old.journal"}}
	for _, c := range []struct {
		name           string
		e              Environment
		provider, peer string
		want           Attestation
		why            string
	}{
		{"another host program", release, "exec,path=acme", "", Independent, "release v1.2.0"},
		{"a provider of the release", both, "exec,provider=verbs", "", Independent, "judged, with its own provider in"},
		{"a release candidate", with("v1.2.0-rc.1"), "exec,path=acme", "ref", Independent, "v1.2.0-rc.1"},
		{"another program", starts, "exec,path=acme", "", SelfAttested, "may be the provider: /bin/sh"},
		{"no separate file", Environment{Version: "v1.2.0"}, "exec,provider=ref", "", SelfAttested, "no file"},
		{"a baseline", held, "exec,path=acme", "", SelfAttested, "baseline"},
		{"the engine as peer", release, "exec,path=acme", "ref,fabric=udp", Independent, ""},
		{"its own peer", release, "exec,path=acme", "exec,path=other", Independent, ""},
		{"a peer in the process", release, "exec,path=acme", "dll,path=other.dll", SelfAttested, "--peer=exec"},
		{"linked", Environment{Version: "v1.2.0"}, "acme", "", SelfAttested, "part of the program"},
		{"loaded", release, "dll,path=acme.dll", "", SelfAttested, "loaded into the process"},
		{"far away", release, "remote,address=a:1", "", SelfAttested, "another machine"},
		{"a name that begins alike", release, "execute", "", SelfAttested, "loaded into"},
		{"built between releases", with("v1.2.1-0.20260102030405-0123456789ab"), "exec", "", SelfAttested, "no release"},
		{"built before any", with("v0.0.0-20260102030405-0123456789ab"), "exec", "", SelfAttested, "no release"},
		{"modified", modified, "exec", "", SelfAttested, "no release"},
		{"dirty", with("v1.2.0+dirty"), "exec", "", SelfAttested, "no release"},
		{
			"devel",
			Environment{Version: "(devel)", Commit: "c0", ProviderSHA256: "d1"},
			"exec", "", SelfAttested,
			"no release: (devel) c0",
		},
		{"nameless", with(""), "exec", "", SelfAttested, "names no version"},
	} {
		got, why := Attested(c.e, c.provider, c.peer)
		if got != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, got, why, c.want, c.why)
		}
	}
}
