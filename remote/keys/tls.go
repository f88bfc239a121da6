package keys

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"
)

// ServerTLS returns an agent's side of TLS: it accepts any client with a key. Each call
// checks whether the key is valid and known, since its reply can say what is wrong.
func ServerTLS(own *Identity) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own.Certificate}, ClientAuth: tls.RequireAnyClientCert,
		SessionTicketsDisabled: true,
	}
}

// ClientTLS returns a client's side of TLS: it accepts only the agent with that
// fingerprint.
func ClientTLS(own *Identity, fingerprint string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own.Certificate},
		InsecureSkipVerify: true, // there is no authority: the key is checked below
		VerifyConnection: func(s tls.ConnectionState) error {
			c, err := Presented(s.PeerCertificates)
			if err != nil {
				return err
			}
			if seen := Fingerprint(c); seen != fingerprint {
				return fmt.Errorf(
					"the agent's key is %s and not %s: it is another machine, or its key was made anew; compare with what the agent "+
						"prints, and pair again", seen, fingerprint)
			}
			return nil
		},
	}
}

// Presented returns the certificate of the other side, if it is valid.
func Presented(chain []*x509.Certificate) (*x509.Certificate, error) {
	if len(chain) != 1 {
		return nil, errors.New("the other side presents no self-signed certificate")
	}
	c := chain[0]
	if now := time.Now(); now.Before(c.NotBefore) || now.After(c.NotAfter) {
		return nil,
			fmt.Errorf(
				"the other side's certificate is valid from %v to %v, and it is %v here: set the clocks, and start it again",
				c.NotBefore.UTC(), c.NotAfter.UTC(), now.UTC())
	}
	if c.PublicKeyAlgorithm != x509.Ed25519 {
		return nil, errors.New("the other side's key is not an ed25519 key")
	}
	return c, nil
}
