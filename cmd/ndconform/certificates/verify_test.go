package certificates

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
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
		"by its SHA-256, the one that checks this": {
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
