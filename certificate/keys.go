package certificate

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

// The types of PEM block that keys come in.
const (
	privateBlock = "PRIVATE KEY" // PKCS #8, RFC 5958
	publicBlock  = "PUBLIC KEY"  // SubjectPublicKeyInfo, RFC 5280 section 4.1.2.7
)

// GenerateKey returns a new ed25519 key pair in PEM: the private key as PKCS #8, the
// public one as SubjectPublicKeyInfo.
func GenerateKey() (private, public []byte, err error) {
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	a, err := x509.MarshalPKCS8PrivateKey(priv)
	if err != nil {
		return nil, nil, err
	}
	b, err := x509.MarshalPKIXPublicKey(pub)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: a}),
		pem.EncodeToMemory(&pem.Block{Type: publicBlock, Bytes: b}), nil
}

// ParsePrivateKey reads an ed25519 private key in PEM, PKCS #8, unencrypted.
func ParsePrivateKey(text []byte) (ed25519.PrivateKey, error) {
	return parseKey[ed25519.PrivateKey](text, privateBlock, x509.ParsePKCS8PrivateKey)
}

// ParsePublicKey reads an ed25519 public key in PEM, SubjectPublicKeyInfo.
func ParsePublicKey(text []byte) (ed25519.PublicKey, error) {
	return parseKey[ed25519.PublicKey](text, publicBlock, x509.ParsePKIXPublicKey)
}

func parseKey[K any](text []byte, kind string, parse func([]byte) (any, error)) (key K, err error) {
	block, rest := pem.Decode(text)
	switch {
	case block == nil:
		return key, fmt.Errorf("no PEM block of type %s", kind)
	case block.Type == "ENCRYPTED PRIVATE KEY" && kind == privateBlock:
		return key, errors.New("the private key is encrypted; decrypt it first")
	case block.Type != kind:
		return key, fmt.Errorf("a PEM block of type %s, not of %s", block.Type, kind)
	case strings.TrimSpace(string(rest)) != "":
		return key, errors.New("something follows the PEM block")
	}
	found, err := parse(block.Bytes)
	if err != nil {
		return key, err
	}
	key, ok := found.(K)
	if !ok {
		return key, otherKind(found)
	}
	return key, nil
}

func otherKind(key any) error {
	name := strings.TrimLeft(fmt.Sprintf("%T", key), "*")
	name, _, _ = strings.Cut(name, ".")
	return fmt.Errorf("a key for %s; certificates are signed with ed25519", name)
}

// KeyID names a public key by its SHA-256 fingerprint, as ssh-keygen shows it.
func KeyID(public ed25519.PublicKey) string {
	id, err := dsse.SHA256KeyID(public)
	if err != nil { // the key has another length than an ed25519 key
		return ""
	}
	return id
}

// A signer signs the content of an envelope.
type signer struct{ key ed25519.PrivateKey }

func (s signer) Sign(_ context.Context, data []byte) ([]byte, error) {
	return ed25519.Sign(s.key, data), nil
}

func (s signer) KeyID() (string, error) { return KeyID(s.key.Public().(ed25519.PublicKey)), nil }

// A verifier checks an envelope's signature.
type verifier struct{ key ed25519.PublicKey }

func (v verifier) Verify(_ context.Context, data, signature []byte) error {
	if !ed25519.Verify(v.key, data, signature) {
		return errors.New("the signature is not of this key")
	}
	return nil
}

func (v verifier) KeyID() (string, error)   { return KeyID(v.key), nil }
func (v verifier) Public() crypto.PublicKey { return v.key }
