package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/reports/certificate"
	"github.com/ndconform/ndconform/runner/evidence"
	"github.com/ndconform/ndconform/runner/journal"
)

// verified is what the command verify shows.
type verified struct {
	Key string `json:"key"`
	*certificate.Claim
}

func (a *app) verifyCommand() *cobra.Command {
	var keyPath, subject string
	var observed percent
	var verbose bool
	c := &cobra.Command{
		Use: "verify BUNDLE --key=PEM", Short: "Check a certificate and what it rests on, without a network",
		Long: `Checks the signature and every file of a bundle that the command certify made,
that the journal is of a whole run of exactly this suite, and that every verdict,
count and profile follows from it. The exit code is 1 if anything is wrong, and the
output says what; otherwise it shows what is certified.`,
		Args: oneArgument("bundle"),
	}
	c.Flags().StringVar(&keyPath, "key", "", "the signer's ed25519 public key: a `file`, PEM of SubjectPublicKeyInfo")
	c.Flags().StringVar(&subject, "subject", "", "also check that this `file` is what was tested")
	c.Flags().BoolVar(&verbose, "verbose", false,
		"list every spec that did not simply pass, rather than a few for each reason")
	observed.add(c.Flags())
	a.prints(c, func(args []string) (listing, error) {
		key, err := keyFile(keyPath, certificate.ParsePublicKey)
		if err != nil {
			return listing{}, err
		}
		found, err := a.verify(args[0], key, subject)
		if err != nil {
			return listing{}, err
		}
		if err := observed.require(found.Certificate.Profiles); err != nil {
			return listing{}, err
		}
		rows := verifiedRows(certificate.KeyID(key), found, thisProgram(), verbose)
		rows = append(rows, checkedBy(thisBuild(), &found.Certificate)...)
		return listing{verified{certificate.KeyID(key), found}, rows}, nil
	})
	return c
}

func (a *app) verify(dir string, key []byte, subjectPath string) (*certificate.Claim, error) {
	bundle, problems, err := certificate.Load(dir)
	if err != nil {
		return nil, usageError("%v", err)
	}
	suite, err := a.certifiedSuite()
	if err != nil {
		return nil, err
	}
	found, more := certificate.Verify(bundle, key, suite, func() (*certificate.Evidence, error) { return bundledEvidence(dir) })
	problems = together(problems, more)
	if len(problems) > 0 {
		return nil, rejected(dir, problems)
	}
	if subjectPath == "" {
		return found, nil
	}
	subject, err := subjectOf(subjectPath)
	if err == nil && subject.SHA256 != found.Subject.SHA256 {
		err = &exitError{exitFailed, fmt.Sprintf("%s is not what was tested: its SHA-256 is %s, and %s was certified", subjectPath, subject.SHA256, found.Subject.SHA256)}
	}
	return found, err
}

// checkedBy says which suite checks a certificate, if it is not the build that the
// certificate names; that build is not here to compare with.
func checkedBy(ours build, c *certificate.Certificate) [][]string {
	if ours.version == c.Version && ours.commit == c.Commit && !ours.modified {
		return nil
	}
	name := joined(ours.version, ours.commit)
	if ours.modified {
		name += " with changes"
	}
	return [][]string{{"checked by", name + ", which is not the build that the certificate names; install that to be sure"}}
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

// together adds the problems of the files that could be read to those of reading
// the bundle.
func together(reading, checking []certificate.Problem) []certificate.Problem {
	all := reading
	for _, p := range checking {
		if !slices.ContainsFunc(reading, func(q certificate.Problem) bool { return q.File == p.File }) {
			all = append(all, p)
		}
	}
	return all
}

// rejected prints what is wrong with a bundle, one problem per line.
func rejected(dir string, problems []certificate.Problem) error {
	lines := []string{"the certificate is not good"}
	for _, p := range problems {
		lines = append(lines, filepath.Join(dir, p.File)+": "+p.Text)
	}
	return &exitError{exitFailed, strings.Join(lines, "\n")}
}

// trustOf says what a subject could have done to the suite that tested it. thisProgram
// is the SHA-256 of the program that checks.
func trustOf(f *certificate.Claim, thisProgram string) string {
	switch {
	case f.Subject.Linked:
		return "the provider is linked into the test program, which the signer built: its code could have changed the suite"
	case !f.Certificate.Loaded:
		return "the signer names the file; the provider that ran is linked into the test program, whose code could have changed the suite"
	case f.Certificate.Binary == thisProgram:
		return "the provider is a file of its own, loaded by a program that is, by its SHA-256, the one that checks this"
	}
	return "the provider is a file of its own, loaded by the suite's own program: compare the SHA-256 of what ran with that of the release"
}

// thisProgram returns the SHA-256 of the running program, or nothing.
func thisProgram() string {
	path, err := self()
	if err != nil {
		return ""
	}
	digest, err := digestOf(path)
	if err != nil {
		return ""
	}
	return digest
}

func codesOf(c *certificate.Certificate) string {
	if c.Strict {
		return c.Codes.String() + "; strict"
	}
	return c.Codes.String()
}

const timeFormat = "2006-01-02T15:04:05Z07:00"

func joined(words ...string) string { return strings.TrimSpace(strings.Join(words, " ")) }
