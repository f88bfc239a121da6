package certificates

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/runner/evidence"
	"github.com/ndconform/ndconform/runner/journal"
)

// A signer is a public key that --key names, and the file that it was read from.
type signer struct {
	path, id string
	key      ed25519.PublicKey
}

// signersOf reads the keys that --key names: files, or folders of files *.pub.
func signersOf(paths []string) ([]signer, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // keyFile says what is wrong with it
			continue
		}
		inside, err := usage.FilesIn(path, ".pub")
		if err != nil {
			return nil, exit.UsageError("--key: %v", err)
		}
		if len(inside) == 0 {
			return nil, exit.UsageError("--key: %s holds no key: no file whose name ends in .pub", path)
		}
		files = append(files, inside...)
	}
	if len(files) == 0 {
		files = []string{""}
	}
	var list []signer
	for _, path := range files {
		key, err := keyFile(path, certificate.ParsePublicKey)
		if err != nil {
			return nil, err
		}
		list = append(list, signer{path, certificate.KeyID(key), key})
	}
	return list, nil
}

// A checked bundle is what check has found of it.
type checked struct {
	// claim is what is certified, if there are no problems.
	claim    *certificate.Claim
	evidence *certificate.Evidence
	// differing are the reports that this build writes in another way.
	differing []string
	problems  []certificate.Problem
	// named is the fingerprint of the key that the bundle names, and signer is that key, or the first
	// one if it is not at hand.
	named   string
	signer  signer
	unknown bool
}

// check checks the bundle in a folder with the key that the bundle names, or else with the first key. It returns an
// error only if the folder is at fault.
func check(dir string, keys []signer, suite *certificate.Suite) (*checked, error) {
	bundle, problems, err := certificate.Load(dir)
	if err != nil {
		return nil, err
	}
	c := &checked{named: certificate.Signer(bundle[certificate.EnvelopeFile])}
	at := slices.IndexFunc(keys, func(s signer) bool { return s.id == c.named })
	c.signer, c.unknown = keys[max(at, 0)], at < 0 && c.named != ""
	claim, more := certificate.Verify(bundle, c.signer.key, suite, func() (e *certificate.Evidence, err error) {
		c.evidence, err = bundledEvidence(dir)
		return c.evidence, err
	})
	if c.unknown && len(keys) > 1 {
		more = []certificate.Problem{{
			File: certificate.EnvelopeFile,
			Text: fmt.Sprintf("signed with the key %q, and --key names %d others", c.named, len(keys)),
		}}
	}
	c.problems = mergeProblems(problems, more)
	if len(c.problems) > 0 {
		return c, nil
	}
	c.claim = claim
	c.differing, err = bundle.Differing(c.evidence, suite)
	if err == nil && judged(binary.This(), &claim.Certificate, thisProgram()) {
		c.changed()
	}
	return c, err
}

// changed makes problems of the reports that differ: this build has judged, and writes them in no other way.
func (c *checked) changed() {
	for _, name := range c.differing {
		c.problems = append(c.problems, certificate.Problem{
			File: name, Text: "it does not follow from the journal: the signer has changed it",
		})
	}
}

// judged reports whether a build judged the certificate's run: a program with the same SHA-256, or from the same
// commit.
func judged(ours binary.Build, c *certificate.Certificate, program string) bool {
	return program == c.Binary || ours.Commit != "" && len(checkedBy(ours, c)) == 0
}

// bundledEvidence reads the journal of a bundle. Its errors leave the path for the
// caller to add.
func bundledEvidence(dir string) (*certificate.Evidence, error) {
	e, err := evidence.Read(filepath.Join(dir, certificate.JournalFile))
	if damage := (*journal.DamageError)(nil); errors.As(err, &damage) {
		return nil, fmt.Errorf("line %d: %w", damage.Line, damage.Err)
	}
	return e, err
}

// mergeProblems adds the problems of the files that could be read to those of reading
// the bundle.
func mergeProblems(reading, checking []certificate.Problem) []certificate.Problem {
	all := reading
	for _, p := range checking {
		if !slices.ContainsFunc(reading, func(q certificate.Problem) bool { return q.File == p.File }) {
			all = append(all, p)
		}
	}
	return all
}
