package certificate

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"github.com/ndconform/ndconform/reports"
)

// payloadType is the in-toto statement's (in-toto Attestation Framework, Envelope).
const payloadType = "application/vnd.in-toto+json"

// seal puts a statement in a signed envelope.
func seal(statement []byte, key ed25519.PrivateKey) ([]byte, error) {
	s, err := dsse.NewEnvelopeSigner(signer{key})
	if err != nil {
		return nil, err
	}
	e, err := s.SignPayload(context.Background(), payloadType, statement)
	if err != nil {
		return nil, err
	}
	return encode(e)
}

func encode(e *dsse.Envelope) ([]byte, error) {
	text, err := json.Marshal(e)
	return append(text, '\n'), err
}

// unseal returns the statement in an envelope that key has signed. The envelope must
// have the form that seal gives it, to the byte: otherwise what the signature does
// not cover could be changed.
func unseal(text []byte, key ed25519.PublicKey) ([]byte, error) {
	if err := reports.UniqueKeys(text); err != nil {
		return nil, fmt.Errorf("not a DSSE envelope: %w", err)
	}
	var e dsse.Envelope
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("not a DSSE envelope: %w", err)
	}
	if e.PayloadType != payloadType {
		return nil, fmt.Errorf("an envelope of type %q, not of %s", e.PayloadType, payloadType)
	}
	if len(e.Signatures) != 1 {
		return nil, fmt.Errorf("%d signatures; a certificate has one", len(e.Signatures))
	}
	if id := e.Signatures[0].KeyID; id != KeyID(key) {
		return nil, fmt.Errorf("signed with the key %q; this one is %s", id, KeyID(key))
	}
	v, err := dsse.NewEnvelopeVerifier(verifier{key})
	if err != nil {
		return nil, err
	}
	if _, err := v.Verify(context.Background(), &e); err != nil {
		return nil, errors.New("the signature is not of this text and this key")
	}
	statement, err := e.DecodeB64Payload()
	if err != nil {
		return nil, err
	}
	if again, err := plain(e, statement); err != nil || !bytes.Equal(again, text) {
		return nil, errors.New("the envelope is not in the form in which certify writes it")
	}
	return statement, nil
}

// plain writes an envelope that has been read again in the form that seal gives it,
// since the same bytes have more than one form in JSON and in base64.
func plain(e dsse.Envelope, statement []byte) ([]byte, error) {
	only := e.Signatures[0]
	signature, err := base64.StdEncoding.DecodeString(only.Sig)
	if err != nil {
		return nil, err
	}
	e.Payload = base64.StdEncoding.EncodeToString(statement)
	e.Signatures = []dsse.Signature{{KeyID: only.KeyID, Sig: base64.StdEncoding.EncodeToString(signature)}}
	return encode(&e)
}
