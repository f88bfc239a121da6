package certificate

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"strings"
	"testing"
)

func TestKeyID(t *testing.T) {
	public, err := ParsePublicKey([]byte(samplePublic))
	if err != nil {
		t.Fatal(err)
	}
	// SHA-256 of the key in the form of RFC 8709, section 4.
	if got, want := KeyID(public), "SHA256:ebCT4wkJOqO5AIlHG03cHvn3Cr3ZZEEh8m81duHhR3Q"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// samplePublic is the key of RFC 8410, section 10.1.
const samplePublic = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`

// samplePrivate is the private key that goes with it, of section 10.3.
const samplePrivate = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`

func TestKeysOfOthers(t *testing.T) {
	public, err := ParsePublicKey([]byte(samplePublic))
	if err != nil {
		t.Fatal(err)
	}
	private, err := ParsePrivateKey([]byte(samplePrivate))
	if err != nil {
		t.Fatal(err)
	}
	if !public.Equal(private.Public()) {
		t.Error("the two do not go together")
	}
}

func TestBadKeys(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a, err := x509.MarshalPKCS8PrivateKey(other)
	if err != nil {
		t.Fatal(err)
	}
	b, err := x509.MarshalPKIXPublicKey(other.Public())
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string, text []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: text}))
	}
	for _, c := range []struct{ name, text, private, public string }{
		{"nothing", "", "no PEM block of type PRIVATE KEY", "no PEM block of type PUBLIC KEY"},
		{"no PEM", "ssh-ed25519 AAAA", "no PEM block", "no PEM block"},
		{"the private one", samplePrivate, "", "of type PRIVATE KEY, not of PUBLIC KEY"},
		{"the public one", samplePublic, "of type PUBLIC KEY, not of PRIVATE KEY", ""},
		{"an encrypted one", block("ENCRYPTED PRIVATE KEY", a), "decrypt it first", "not of PUBLIC KEY"},
		{
			"a private one of ECDSA", block(privateBlock, a), "a key for ecdsa; certificates are signed with ed25519",
			"not of PUBLIC KEY",
		},
		{
			"a public one of ECDSA", block(publicBlock, b), "not of PRIVATE KEY",
			"a key for ecdsa; certificates are signed with ed25519",
		},
		{"two", samplePrivate + samplePublic, "something follows", "not of PUBLIC KEY"},
		{"garbage", block(privateBlock, []byte("x")), "asn1", "not of PUBLIC KEY"},
	} {
		_, err := ParsePrivateKey([]byte(c.text))
		_, err2 := ParsePublicKey([]byte(c.text))
		for _, r := range []struct {
			err  error
			want string
		}{{err, c.private}, {err2, c.public}} {
			if (r.err == nil) != (r.want == "") || r.err != nil && !strings.Contains(r.err.Error(), r.want) {
				t.Errorf("%s: %v, want %q", c.name, r.err, r.want)
			}
		}
	}
}
