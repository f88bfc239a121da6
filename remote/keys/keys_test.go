package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTokenIsGoodOnce(t *testing.T) {
	token := NewToken(time.Hour)
	text := token.String()
	if err := token.Redeem("another"); err == nil {
		t.Error("a wrong token was taken")
	}
	if err := token.Redeem(text); err != nil {
		t.Error(err)
	}
	for _, again := range []string{text, ""} {
		if err := token.Redeem(again); err == nil || !strings.Contains(err.Error(), "has been used") {
			t.Errorf("%q was taken again: %v", again, err)
		}
	}
}

func TestTokenExpires(t *testing.T) {
	token := NewToken(-time.Second)
	if err := token.Redeem(token.String()); err == nil || !strings.Contains(err.Error(), "has expired") {
		t.Errorf("it was taken: %v", err)
	}
	guessed := NewToken(time.Hour)
	for range tokenTries {
		if guessed.Redeem("a guess") == nil {
			t.Fatal("a guess was taken")
		}
	}
	if guessed.Redeem(guessed.String()) == nil {
		t.Error("it was taken after as many guesses as may be")
	}
}

func TestKeyIsKept(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "new")
	first, err := Own(directory)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Own(directory)
	if err != nil {
		t.Fatal(err)
	}
	if first.Fingerprint != second.Fingerprint {
		t.Error("the key was made anew")
	}
	if left, err := os.ReadDir(directory); err != nil || len(left) != 1 {
		t.Errorf("beside the key there is %v (%v)", left, err)
	}
	if err := os.WriteFile(filepath.Join(directory, "key.pem"), []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Own(directory); err == nil || !strings.Contains(err.Error(), "not a private key in PEM") {
		t.Errorf("garbage is a key: %v", err)
	}
}

func TestCertificateOfAnotherTime(t *testing.T) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []time.Duration{-2 * time.Hour, time.Hour} {
		begin := time.Now().Add(from)
		old, err := identity(key, begin, begin.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Presented([]*x509.Certificate{old.Certificate.Leaf}); err == nil || !strings.Contains(err.Error(),
			"set the clocks") {
			t.Errorf("a certificate from %v on was taken: %v", begin, err)
		}
	}
}

func TestKnown(t *testing.T) {
	directory := t.TempDir()
	if known, err := KnowsClient(directory, "a"); known || err != nil {
		t.Error(known, err)
	}
	for _, fingerprint := range []string{"a", "b"} {
		if err := AddClient(directory, fingerprint, "192.0.2.1:5"); err != nil {
			t.Fatal(err)
		}
	}
	for fingerprint, want := range map[string]bool{"a": true, "b": true, "c": false} {
		if known, err := KnowsClient(directory, fingerprint); known != want || err != nil {
			t.Errorf("%s: %v, %v", fingerprint, known, err)
		}
	}
	if err := AddAgent(directory, "there:1", "one\ntwo"); err == nil {
		t.Error("two lines were noted as one")
	}
}
