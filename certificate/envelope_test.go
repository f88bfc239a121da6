package certificate

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
	"google.golang.org/protobuf/encoding/protojson"
)

// TestOthersVerify reads a certificate with nothing of this package: the envelope
// with the DSSE library and its own ed25519, the statement and the predicate with
// in-toto's types.
func TestOthersVerify(t *testing.T) {
	private, public := keys(t)
	var e dsse.Envelope
	if err := json.Unmarshal(bundle(t, private)[EnvelopeFile], &e); err != nil {
		t.Fatal(err)
	}
	theirs, err := signerverifier.NewED25519SignerVerifierFromSSLibKey(&signerverifier.SSLibKey{
		KeyType: signerverifier.ED25519KeyType, KeyVal: signerverifier.KeyVal{Public: hex.EncodeToString(public)},
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := dsse.NewEnvelopeVerifier(theirs)
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := v.Verify(context.Background(), &e)
	if err != nil || len(accepted) != 1 || accepted[0].KeyID != KeyID(public) {
		t.Fatalf("accepted %+v, error %v", accepted, err)
	}
	text, err := e.DecodeB64Payload()
	if err != nil {
		t.Fatal(err)
	}
	var st intoto.Statement
	if err := protojson.Unmarshal(text, &st); err != nil {
		t.Fatal(err)
	}
	if err := st.Validate(); err != nil || st.GetType() != intoto.StatementTypeUri ||
		st.GetSubject()[0].GetDigest()["sha256"] != provider.SHA256 {
		t.Errorf("%v, %v", err, &st)
	}
	predicate, err := protojson.Marshal(st.GetPredicate())
	if err != nil {
		t.Fatal(err)
	}
	var r testresult.TestResult
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(predicate, &r); err != nil {
		t.Fatal(err)
	}
	if r.GetResult() != "FAILED" || !slices.Equal(r.GetPassedTests(), []string{"cq.a", "srq.a", "srq.b"}) ||
		!slices.Equal(r.GetWarnedTests(), []string{"cq.b"}) || !slices.Equal(r.GetFailedTests(), []string{"mw.a"}) {
		t.Errorf("%v", &r)
	}
	for _, c := range r.GetConfiguration() {
		if err := c.Validate(); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
	if suite := r.GetConfiguration()[0]; suite.GetUri() != "pkg:golang/github.com/ndconform/ndconform@v1.2.3" ||
		suite.GetDigest()["gitCommit"] == "" {
		t.Errorf("%v", suite)
	}
}

// TestKeysTwice shows that neither an envelope nor a statement may name a member twice, be it
// in another case: readers differ in which of the two they believe.
func TestKeysTwice(t *testing.T) {
	private, public := keys(t)
	good := bundle(t, private)[EnvelopeFile]
	twice := bytes.Replace(good, []byte(`{`), []byte(`{"PayloadType":"x",`), 1)
	if _, err := unseal(twice, public); err == nil || !strings.Contains(err.Error(), "is there twice") {
		t.Errorf("an envelope: %v", err)
	}
	text, err := unseal(good, public)
	if err != nil {
		t.Fatal(err)
	}
	twice = bytes.Replace(text, []byte(`"granted":`), []byte(`"Granted":["srq"],"granted":`), 1)
	if _, err := read(twice); err == nil || !strings.Contains(err.Error(), "is there twice") {
		t.Errorf("a statement: %v", err)
	}
}

func FuzzUnseal(f *testing.F) {
	a, b, err := GenerateKey()
	if err != nil {
		f.Fatal(err)
	}
	private, _ := ParsePrivateKey(a)
	public, _ := ParsePublicKey(b)
	good, err := seal([]byte(`{"_type":"x"}`), private)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"payloadType":"application/vnd.in-toto+json","payload":"","signatures":[{}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := unseal(text, public); err == nil && string(text) != string(good) {
			t.Errorf("%q passes", text)
		}
	})
}

func FuzzStatement(f *testing.F) {
	f.Add([]byte(`{"_type":"https://in-toto.io/Statement/v1","subject":[{"digest":{"sha256":"00"}}],"predicateType":"` +
		predicateType + `","predicate":{"ndconform":{"granted":["core"]}}}`))
	f.Add([]byte(`{"_type":"https://in-toto.io/Statement/v1","subject":[null],"predicate":{"ndconform":null}}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		_, _ = read(text)
		_ = differs(text, []byte(`{"predicate":{"a":[1,{"b":null}]}}`))
	})
}
