package keys

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// Directory returns the default directory of keys.
func Directory() (string, error) {
	base, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("the directory for keys: %w; name one", err)
	}
	return filepath.Join(base, "ndconform", "remote"), nil
}

// Fingerprint returns what people compare: the SHA-256 of the certificate's public key.
func Fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.RawSubjectPublicKeyInfo)
	return "SHA256:" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// lifetime is how long a certificate is valid. Each process makes a new certificate for the
// same key.
const lifetime = 30 * 24 * time.Hour

// An Identity is a key with a valid certificate.
type Identity struct {
	Certificate tls.Certificate
	Fingerprint string
}

// Own returns the identity with the directory's key, and makes the key if there is none. It
// refuses a key that others can read.
func Own(directory string) (*Identity, error) {
	path := filepath.Join(directory, "key.pem")
	key, err := readKey(path)
	if errors.Is(err, os.ErrNotExist) {
		err = makeKey(directory, path)
		if err == nil {
			key, err = readKey(path)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the key %s: %w", path, err)
	}
	now := time.Now()
	return identity(key, now.Add(-time.Hour), now.Add(lifetime))
}

func identity(key ed25519.PrivateKey, from, until time.Time) (*Identity, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "ndconform on " + host}, NotBefore: from, NotAfter: until,
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	text, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(text)
	if err != nil {
		return nil, err
	}
	return &Identity{tls.Certificate{Certificate: [][]byte{text}, PrivateKey: key, Leaf: leaf}, Fingerprint(leaf)}, nil
}

func readKey(path string) (ed25519.PrivateKey, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if exposed(info) {
		return nil, errors.New("others may read it; chmod 600 it, or remove it to have a new one made")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil || block.Type != "PRIVATE KEY" {
		return nil, errors.New("it is not a private key in PEM; remove it to have a new one made")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("it is not an ed25519 key; remove it to have a new one made")
	}
	return key, nil
}

// makeKey makes a key, unless another process was faster.
func makeKey(directory, path string) error {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	text, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	made, err := os.CreateTemp(directory, "key") // only its owner can read it
	if err != nil {
		return err
	}
	defer os.Remove(made.Name())
	err = errors.Join(pem.Encode(made, &pem.Block{Type: "PRIVATE KEY", Bytes: text}), made.Close())
	if err != nil {
		return err
	}
	if err := os.Link(made.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return os.Rename(made.Name(), path) // on file systems without links
	}
	return nil
}
