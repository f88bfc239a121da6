package certificates

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
)

// verified is what the command verify shows.
type verified struct {
	Key string `json:"key"`
	*certificate.Claim
	// Differing are the reports that are not what this build writes of the journal.
	Differing []string `json:"differing,omitempty"`
}

func (a *App) verifyCommand() *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use: "verify BUNDLE… --key=PEM", Short: "Check certificates and what they rest on, without a network",
		Long: `Checks the signature and every file of a bundle that the command certify made,
that the journal is of a whole run of exactly this suite, and that every verdict,
count and profile follows from it. The exit code is 1 if anything is wrong, and the
output says what; otherwise it shows what is certified.

Several bundles, or folders of bundles, make a table with a row for each; with
--format=html, a site for those who look for a provider. The exit code is 1 if one of
them does not verify.`,
		Example: "  " + a.Program + ` verify acme-1.0 --key=acme.pub --subject=acmend2.dll
  ` + a.Program + ` verify certificates/ --key=keys/ --format=html -o site`,
		Args: usage.AtLeastOne("bundle"),
		RunE: func(_ *cobra.Command, args []string) error { return a.verifyAll(args, &f) },
	}
	c.Flags().StringArrayVar(&f.keys, "key", nil, "the signer's ed25519 public key: "+
		"a `file`, PEM of SubjectPublicKeyInfo, or a folder of files *.pub; may be repeated")
	c.Flags().StringVar(&f.subject, "subject", "", "also check that this `file` is what was tested")
	usage.OneOf(c, &f.format, "format", "text", "how to print: ", verifyFormats)
	c.Flags().StringVarP(&f.to, "output", "o", "", "write the site of --format=html into this `folder`")
	c.Flags().BoolVar(&f.verbose, "verbose", false,
		"list every spec that did not simply pass, rather than a few for each reason")
	f.observed.Add(c.Flags())
	c.Flags().StringVar(&f.standing, "require", anyStanding,
		"exit 1 if a certificate is not of this `standing`: independent, if a release of the suite judged the provider in "+
			"a separate process, or any")
	usage.Complete(c, "require", func(string) []string { return standings })
	c.Flags().Var(&f.challenge, "challenge", "exit 1 if a certificate's run does not answer this `text`")
	return c
}

const anyStanding = "any"

// standings are the values of --require.
var standings = []string{anyStanding, string(reports.Independent)}

// lacks says why a certificate is not of the standing that is required, or answers another
// challenge. It is empty if neither is so.
func (f *verifyFlags) lacks(c *certificate.Certificate) string {
	if f.standing != anyStanding && string(c.Attestation) != f.standing {
		return fmt.Sprintf("--require=%s: the certificate is %s: %s", f.standing, c.Attestation, c.Attested)
	}
	switch {
	case f.challenge == "" || string(f.challenge) == c.Challenge:
		return ""
	case c.Challenge == "":
		return "--challenge: the certificate's run answers no challenge"
	}
	return "--challenge: the certificate's run answers another challenge, " + c.Challenge
}

// verifyOne checks a bundle and shows what it certifies.
func (a *App) verifyOne(dir string, keys []signer, f *verifyFlags) error {
	suite, err := a.Suite()
	if err != nil {
		return err
	}
	found, err := check(dir, keys, suite)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	if len(found.problems) > 0 {
		return rejected(dir, found.problems)
	}
	if f.subject != "" {
		if err := tested(f.subject, found.claim); err != nil {
			return err
		}
	}
	if err := f.observed.Require(found.claim.Certificate.Profiles); err != nil {
		return err
	}
	if lacks := f.lacks(&found.claim.Certificate); lacks != "" {
		return &exit.Error{Code: exit.Failed, Text: lacks}
	}
	if f.format == jsonFormat {
		return output.JSON(a.Out, verified{found.signer.id, found.claim, found.differing})
	}
	rows := verifiedRows(found.signer.id, found.claim, thisProgram(), f.verbose)
	rows = append(rows, checkedBy(binary.This(), &found.claim.Certificate)...)
	return output.Rows(a.Out, append(rows, differing(found.differing)...))
}

// differing warns of reports that the signer's word alone stands for.
func differing(names []string) [][]string {
	if len(names) == 0 {
		return nil
	}
	return [][]string{{
		"note",
		strings.Join(names, ", ") + ": not what this build writes of the journal, which is what was " +
			"checked; the signer's release words it in another way, or the signer has changed it: the command report writes " +
			"it anew",
	}}
}

// tested returns an error if the file at path is not the certificate's subject.
func tested(path string, claim *certificate.Claim) error {
	subject, err := subjectOf(path)
	if err == nil && subject.SHA256 != claim.Subject.SHA256 {
		err = &exit.Error{
			Code: exit.Failed,
			Text: fmt.Sprintf("%s is not what was tested: its SHA-256 is %s, and %s was certified",
				path, subject.SHA256, claim.Subject.SHA256),
		}
	}
	return err
}

// checkedBy says which suite checks a certificate, if it is not the build that the
// certificate names; that build is not here to compare with.
func checkedBy(ours binary.Build, c *certificate.Certificate) [][]string {
	if ours.Version == c.Version && ours.Commit == c.Commit && !ours.Modified {
		return nil
	}
	name := joined(ours.Version, ours.Commit)
	if ours.Modified {
		name += " with changes"
	}
	return [][]string{{
		"checked by",
		name + ", which is not the build that the certificate names; install that to be sure",
	}}
}

// rejected prints what is wrong with a bundle, one problem per line.
func rejected(dir string, problems []certificate.Problem) error {
	lines := []string{"the certificate is not good"}
	for _, p := range problems {
		lines = append(lines, filepath.Join(dir, p.File)+": "+p.Text)
	}
	return &exit.Error{Code: exit.Failed, Text: strings.Join(lines, "\n")}
}

// trustOf says what the certificate's word for the subject is worth, where its standing does
// not. thisProgram is the SHA-256 of the program that checks.
func trustOf(f *certificate.Claim, thisProgram string) string {
	switch {
	case f.Subject.Linked:
		return ""
	case !f.Certificate.Loaded:
		return "the signer names the file; the provider that ran is linked into the test program"
	case f.Certificate.Binary == thisProgram:
		return "the program that checks this also judged, by its SHA-256: this is no second opinion"
	}
	return "who judged is the journal's word: compare the SHA-256 of what ran, in the next row, with the release's"
}

// thisProgram returns the SHA-256 of the running program, or nothing.
func thisProgram() string {
	path, err := binary.Path()
	if err != nil {
		return ""
	}
	digest, err := binary.Digest(path)
	if err != nil {
		return ""
	}
	return digest
}

// errorsOf says how often the provider reported errors by the documented codes.
func errorsOf(c *certificate.Certificate) string {
	run := reports.Run{Codes: c.Codes, Strict: c.Strict}
	return run.CodeWords()
}

const timeFormat = "2006-01-02T15:04:05Z07:00"

func joined(words ...string) string { return strings.TrimSpace(strings.Join(words, " ")) }
