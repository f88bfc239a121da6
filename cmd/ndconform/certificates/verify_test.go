package certificates

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/reports"
)

// TestCheckedBy shows that verify says when it is not the build that a certificate
// names, as when the names in the journal were changed.
func TestCheckedBy(t *testing.T) {
	released := binary.Build{Version: "v1.2.0", Commit: "abc"}
	for _, c := range []struct {
		name string
		ours binary.Build
		says string
	}{
		{"the same build", released, ""},
		{"another release", binary.Build{Version: "v1.3.0", Commit: "def"}, "v1.3.0 def, which is not the build"},
		{"another commit", binary.Build{Version: "v1.2.0", Commit: "def"}, "v1.2.0 def, which is not the build"},
		{
			"with changes",
			binary.Build{Version: "v1.2.0", Commit: "abc", Modified: true},
			"v1.2.0 abc with changes, which is not the build",
		},
	} {
		rows := checkedBy(c.ours, &certificate.Certificate{Version: "v1.2.0", Commit: "abc"})
		if (len(rows) == 0) != (c.says == "") || len(rows) == 1 && !strings.HasPrefix(rows[0][1], c.says) {
			t.Errorf("%s: %q", c.name, rows)
		}
	}
}

// TestTrust shows that verify says what the word for the provider's file is worth.
func TestTrust(t *testing.T) {
	file := certificate.Subject{Name: "acmend2.dll", SHA256: "a5"}
	for says, f := range map[string]certificate.Claim{
		"the signer names the file; the provider that ran": {
			Subject:     file,
			Certificate: certificate.Certificate{Binary: "b1"},
		},
		"compare the SHA-256": {
			Subject:     file,
			Certificate: certificate.Certificate{Binary: "b2", Loaded: true},
		},
		"the program that checks this also judged, by its SHA-256: this is no second opinion": {
			Subject:     file,
			Certificate: certificate.Certificate{Binary: "b1", Loaded: true},
		},
	} {
		if got := trustOf(&f, "b1"); !strings.Contains(got, says) {
			t.Errorf("%+v: %q", f, got)
		}
	}
}

// lying is a name that pretends to be more than one: lines, columns, what a terminal
// obeys, text turned around.
const lying = "1.0\ncertified  core\r\n\ttrust\x1b[2K\x1b]0;x\x07\u202ecba\u2066\u0085\u2028<b>"

// TestVerifyIsNotLiedThrough shows that what a provider or a signer calls things adds no line to
// what verify shows, and nothing that a terminal obeys.
func TestVerifyIsNotLiedThrough(t *testing.T) {
	f := &certificate.Claim{Subject: certificate.Subject{Name: lying, SHA256: "a5"}, Certificate: certificate.Certificate{
		Granted: []string{"core"}, Provider: lying, ProviderVersion: lying, Options: lying, Peer: lying, PeerVersion: lying,
		Version: lying, Commit: lying, Program: lying, Binary: lying, Unreleased: []string{lying},
		Reservations: []certificate.Reservation{{Spec: lying, Message: lying}},
	}}
	rows := verifiedRows("key", f, "", true)
	var out bytes.Buffer
	if err := output.Rows(&out, rows); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != len(rows) {
		t.Errorf("%d rows are %d lines:\n%s", len(rows), got, out.String())
	}
	if i := strings.IndexAny(out.String(), "\r\x1b\x07\u202e\u2066\u0085\u2028"); i >= 0 {
		t.Errorf("a terminal obeys %q", out.String()[i:])
	}
}

// TestCertifyIsNotLiedThrough shows the same of what certify says, and that it names the profiles that fall short.
func TestCertifyIsNotLiedThrough(t *testing.T) {
	lines := certified(lying, "out", []reports.Profile{
		{Name: "core", Verdict: reports.Pass, Kept: 1, Total: 1},
		{Name: "srq", Verdict: reports.Unobservable, Total: 85, Count: map[reports.Verdict]int{reports.Unobservable: 84}},
	})
	want := "not certified: srq: too little was observed: 1 of 85 MUSTs (1 %; 60 % are needed)"
	if len(lines) != 2 || lines[1] != want || strings.ContainsAny(lines[0], "\n\r\x1b\x07\u202e") {
		t.Errorf("%q", lines)
	}
}

// TestFirstRows shows that a stranger reads in 16 rows which file was judged, whose word that is, when, how slowly, how
// much of each profile was seen, and what was not.
func TestFirstRows(t *testing.T) {
	c := certificate.Certificate{
		Attestation: reports.Independent, Attested: "release v1.2.0 judged", Provider: "exec", ProviderVersion: "the best",
		Binary: "b1", Program: "ndconform", Loaded: true, TimeoutScale: 50, Strict: true, Granted: []string{"core"},
		Drawing: reports.Drawing{Draw: 1, Shape: "size=9"},
		Conduct: reports.Conduct{Workers: 4, Round: 2, Rounds: 2, Shards: 3, Resumed: 1},
		Profiles: []reports.Profile{
			{
				Name: "core", Verdict: reports.Pass, Kept: 300, Total: 472,
				Count: map[reports.Verdict]int{reports.Pass: 300, reports.Unobservable: 172},
			},
			{Name: "srq", Verdict: reports.Unobservable, Total: 85, Count: map[reports.Verdict]int{reports.Unobservable: 85}},
		},
		Reservations: []certificate.Reservation{
			{Verdict: reports.Unobservable, Spec: "a", Message: "no port"},
			{Verdict: reports.Unobservable, Spec: "b", Message: "no room"},
			{Verdict: reports.Unobservable, Spec: "c", Message: "no room"},
		},
	}
	f := &certificate.Claim{Subject: certificate.Subject{Name: "acme.dll", SHA256: "a5"}, Certificate: c}
	var out bytes.Buffer
	if err := output.Rows(&out, verifiedRows("SHA256:key", f, "", false)[:16]); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"acme.dll sha256:a5, the provider\n", `exec, which calls itself "the best"`, "independent: release v1.2.0 judged\n",
		"who judged is the journal's word: compare the SHA-256", "sha256:b1, the program that judged\n",
		"signed with    SHA256:key; the signature holds, if you know whose key that is\n",
		"RESERVATION    slow may pass here: the provider had 50 times the usual time, and even emulators need no more than 8",
		"RESERVATION    specs were given what draw 1, size=9 gives, and not what the usual draw 1 does: ",
		"time limits    500 s for whatever most specs ask, 50 times the usual\n",
		"strict; 4 workers; round 2 of 2, and this journal has only this one; merged from 3 shards; resumed 1 time\n",
		"core (300 of 472 MUSTs kept)\n", "172 of core; most often (2 specs): no room\n",
		"300 of 472 MUSTs kept, 172 not observable\n",
		"srq: too little observed: 0 of 85 MUSTs (0 %; 60 % are needed)\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestFiles shows that a reader need not compare digests: one file that is the provider and judged is said to be one.
func TestFiles(t *testing.T) {
	for _, one := range []struct {
		linked       bool
		judge        string
		subject, ran string
	}{
		{true, "a5", "acme sha256:a5, the provider and the program that judged, in one file", ""},
		{false, "a5", "acme sha256:a5, the provider", "ndconform, the same file as the subject: the program that judged"},
		{false, "b1", "acme sha256:a5, the provider", "ndconform sha256:b1, the program that judged"},
	} {
		subject, ran := files(&certificate.Claim{
			Subject:     certificate.Subject{Name: "acme", SHA256: "a5", Linked: one.linked},
			Certificate: certificate.Certificate{Program: "ndconform", Binary: one.judge},
		})
		if subject != one.subject || ran != one.ran {
			t.Errorf("%q, %q", subject, ran)
		}
	}
}

// TestJudgedHere shows which build writes a bundle's reports as they must be.
func TestJudgedHere(t *testing.T) {
	c := &certificate.Certificate{Version: "v1.2.0", Commit: "abc", Binary: "b1"}
	for _, one := range []struct {
		ours    binary.Build
		program string
		want    bool
	}{
		{binary.Build{Version: "v1.2.0", Commit: "abc"}, "b2", true},
		{binary.Build{Version: "v1.2.0", Commit: "abc", Modified: true}, "b2", false},
		{binary.Build{Version: "v1.3.0", Commit: "def"}, "b2", false},
		{binary.Build{Version: "(devel)"}, "b1", true},
	} {
		if got := judged(one.ours, c, one.program); got != one.want {
			t.Errorf("%+v, %s: %v", one.ours, one.program, got)
		}
	}
	unnamed := &certificate.Certificate{Version: "(devel)", Binary: "b1"}
	if judged(binary.Build{Version: "(devel)"}, unnamed, "b2") {
		t.Error("two builds that name no commit are taken for one")
	}
}
