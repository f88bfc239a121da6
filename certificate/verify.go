package certificate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"

	intoto "github.com/in-toto/attestation/go/v1"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/ndconform/ndconform/reports"
)

// A Problem is a reason not to accept a bundle.
type Problem struct {
	// File is the name of the file that is wrong.
	File string
	Text string
}

func (p Problem) String() string { return p.File + ": " + p.Text }

// A Claim is what a certificate with a good signature says.
type Claim struct {
	Subject     Subject     `json:"subject"`
	Certificate Certificate `json:"certificate"`
}

// Verify checks a bundle: that key has signed it, that every file is as it was signed,
// that the journal is of a whole run of exactly this suite, and that report.json and the
// statement follow from it. Of the reports for people only the digests are checked:
// another release may word and lay them out in another way; see [Bundle.Differing].
// evidence reads the bundle's journal; it is called once the journal's digest has been
// found right. The claim is nil if the certificate can't be read or is not signed with
// key; if there are problems, it means nothing.
func Verify(b Bundle, key ed25519.PublicKey, s *Suite, evidence func() (*Evidence, error)) (*Claim, []Problem) {
	if problems := b.missing(); len(problems) > 0 {
		return nil, problems
	}
	text, err := unseal(b[EnvelopeFile], key)
	if err != nil {
		return nil, []Problem{{EnvelopeFile, err.Error()}}
	}
	found, err := read(text)
	if err != nil {
		return nil, []Problem{{EnvelopeFile, err.Error()}}
	}
	if problems := b.digests(found.Certificate.Files); len(problems) > 0 {
		return found, problems
	}
	e, err := evidence()
	if err != nil {
		return found, []Problem{{JournalFile, err.Error()}}
	}
	return found, b.follow(e, s, found, text)
}

func (b Bundle) missing() []Problem {
	var problems []Problem
	for _, name := range fileNames() {
		if _, ok := b[name]; !ok {
			problems = append(problems, Problem{name, "it is missing"})
		}
	}
	return problems
}

// digests compares the files with what was signed.
func (b Bundle) digests(signed []File) []Problem {
	digest := map[string]string{}
	for _, f := range signed {
		digest[f.Name] = f.SHA256
	}
	var problems []Problem
	for _, f := range b.files() {
		switch want, ok := digest[f.Name]; {
		case !ok:
			problems = append(problems, Problem{EnvelopeFile, "it does not name " + f.Name})
		case want != f.SHA256:
			problems = append(problems,
				Problem{f.Name, fmt.Sprintf("its SHA-256 is %.12s…, and %.12s… was signed", f.SHA256, want)})
		}
	}
	return problems
}

// follow makes the statement and report.json once more from the journal, and compares.
func (b Bundle) follow(e *Evidence, s *Suite, found *Claim, signed []byte) []Problem {
	if !bytes.Equal(e.Journal, b[JournalFile]) {
		return []Problem{{JournalFile, "it changed while it was read"}}
	}
	var problems []Problem
	for _, reason := range Objections(e, s) {
		problems = append(problems, Problem{JournalFile, reason})
	}
	if len(problems) > 0 {
		return problems
	}
	again, err := reports.JSON(e.Run, s.Catalogue)
	if err != nil {
		return []Problem{{JournalFile, err.Error()}}
	}
	if !bytes.Equal(again, b[jsonFile]) {
		return []Problem{{jsonFile, "it does not follow from the journal" + otherRelease(found, s)}}
	}
	if ran := Ran(e.Run); found.Subject.Linked && found.Subject != ran {
		return []Problem{{EnvelopeFile, ".subject is said to be the program that ran, and the journal names another"}}
	} else if !ran.Linked && found.Subject.SHA256 != ran.SHA256 {
		return []Problem{{EnvelopeFile, ".subject is not the file that the provider was loaded from, " + ran.Name}}
	}
	want, err := statement(e, s, found.Subject, b.files())
	if err != nil {
		return []Problem{{EnvelopeFile, err.Error()}}
	}
	if where := differs(signed, want); where != "" {
		return []Problem{{EnvelopeFile, where + " does not follow from the journal" + otherRelease(found, s)}}
	}
	return nil
}

// Differing lists the reports for people in a bundle that are not what this build writes of the same
// evidence: the signer's release writes them in another way, or the signer has changed them.
func (b Bundle) Differing(e *Evidence, s *Suite) ([]string, error) {
	ours, err := contents(e, s)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, name := range []string{junitFile, htmlFile} {
		if !bytes.Equal(b[name], ours[name]) {
			list = append(list, name)
		}
	}
	return list, nil
}

// otherRelease returns a reason, other than forgery, why a file may be different.
func otherRelease(found *Claim, s *Suite) string {
	if theirs, ours := found.Certificate.Version, s.Environment.Version; theirs != ours {
		return fmt.Sprintf(" as this release, %s, writes it; the certificate is of %s, which can check it", ours,
			theirs)
	}
	return ""
}

// read reads a statement. It does not check whether the statement is true.
func read(text []byte) (*Claim, error) {
	if err := reports.UniqueKeys(text); err != nil {
		return nil, fmt.Errorf("not an in-toto statement: %w", err)
	}
	var st intoto.Statement
	if err := protojson.Unmarshal(text, &st); err != nil {
		return nil, fmt.Errorf("not an in-toto statement: %w", err)
	}
	if err := st.Validate(); err != nil {
		return nil, fmt.Errorf("not an in-toto statement: %w", err)
	}
	if st.GetPredicateType() != predicateType {
		return nil, fmt.Errorf("a predicate of type %q, not %s", st.GetPredicateType(), predicateType)
	}
	if len(st.GetSubject()) != 1 {
		return nil, fmt.Errorf("%d subjects; a certificate has one", len(st.GetSubject()))
	}
	more, ok := st.GetPredicate().GetFields()[extension]
	if !ok {
		return nil, errors.New("the predicate has no field " + extension)
	}
	own, err := more.MarshalJSON()
	if err != nil {
		return nil, err
	}
	d, notes := st.GetSubject()[0], st.GetSubject()[0].GetAnnotations().GetFields()
	f := &Claim{Subject: Subject{
		Name: d.GetName(), SHA256: d.GetDigest()["sha256"],
		BuildID: notes[buildIDNote].GetStringValue(), Linked: notes[linkedNote].GetBoolValue(),
	}}
	if err := json.Unmarshal(own, &f.Certificate); err != nil {
		return nil, fmt.Errorf("the predicate's field %s: %w", extension, err)
	}
	return f, nil
}
