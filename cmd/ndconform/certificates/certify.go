package certificates

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner/evidence"
)

type certifyFlags struct {
	key, out, subject string
	allowUnreleased   bool
	observed          usage.Percent
}

func (a *App) certifyCommand() *cobra.Command {
	var f certifyFlags
	c := &cobra.Command{
		Use: "certify JOURNAL --key=PEM --out=BUNDLE", Short: "Certify what a provider was found to do in a whole run",
		Long: `Makes a folder with a signed certificate and what it rests on: the run's journal
and its reports. The command verify checks it. The exit code is 1 if the run does not
qualify; docs/certification.md has the rules.`,
		Args: usage.OneArgument("journal"),
		RunE: func(_ *cobra.Command, args []string) error { return a.certify(args[0], &f) },
	}
	c.Flags().StringVar(&f.key, "key", "", "sign with the ed25519 private key in this `file`, PEM of PKCS #8")
	c.Flags().StringVarP(&f.out, "out", "o", "", "make this `folder`, which must not exist yet")
	c.Flags().StringVar(&f.subject, "subject", "",
		"certify this `file`, the provider's; by default the file that the provider was loaded from, or else the program "+
			"that it is linked into")
	c.Flags().BoolVar(&f.allowUnreleased, "allow-unreleased", false,
		"certify a run by a build of unknown origin; the certificate says so")
	f.observed.Add(c.Flags())
	return c
}

func (a *App) certify(path string, f *certifyFlags) error {
	key, err := keyFile(f.key, certificate.ParsePrivateKey)
	if err != nil {
		return err
	}
	if f.out == "" {
		return exit.UsageError("no folder is named: use --out=BUNDLE")
	}
	if _, err := os.Lstat(f.out); err == nil {
		return exit.UsageError("--out: %s already exists", f.out)
	}
	e, err := evidence.Read(path)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	suite, err := a.Suite()
	if err != nil {
		return err
	}
	if reasons := f.objections(e, suite); len(reasons) > 0 {
		return &exit.Error{
			Code: exit.Failed,
			Text: path + ": the run can't be certified: " + strings.Join(reasons, "\n  and "),
		}
	}
	subject := certificate.Ran(e.Run)
	if f.subject != "" {
		subject, err = subjectOf(f.subject)
		if err != nil {
			return err
		}
	}
	if ran := certificate.Ran(e.Run); !ran.Linked && subject.SHA256 != ran.SHA256 {
		return exit.UsageError("--subject: %s is not the file that the provider was loaded from, %s of SHA-256 %s", f.subject,
			ran.Name, ran.SHA256)
	}
	bundle, err := certificate.New(e, suite, subject, key)
	if err != nil {
		return exit.HarnessError("%v", err)
	}
	if err := bundle.Write(f.out); err != nil {
		return exit.UsageError("--out: %v", err)
	}
	for _, line := range certified(subject.Name, f.out, reports.Profiles(e.Run, suite.Catalogue)) {
		fmt.Fprintln(a.Err, line)
	}
	return nil
}

// certified says what was certified, and names the profiles that were observed too
// little.
func certified(subject, bundle string, profiles []reports.Profile) []string {
	lines := []string{subject + " is certified in " + bundle + "; the command verify shows what is certified"}
	for _, p := range profiles {
		if lacking := p.Lacking(); lacking != "" {
			lines = append(lines, "not certified: "+string(p.Name)+": too little was observed: "+lacking)
		}
	}
	return output.Cells(lines)
}

// objections lists all that is against certifying a run, what the provider did wrong
// first.
func (f *certifyFlags) objections(e *certificate.Evidence, s *certificate.Suite) []string {
	reasons := certificate.Objections(e, s)
	if why := certificate.Unreleased(e.Run.Environment); len(why) > 0 && !f.allowUnreleased {
		reasons = append(reasons, "the suite that ran is of unknown origin: "+strings.Join(why, "; ")+
			"; use a release or a build of a clean checkout, or --allow-unreleased, which the certificate will show")
	}
	if text := f.observed.Lacking(reports.Profiles(e.Run, s.Catalogue)); text != "" && len(reasons) == 0 {
		reasons = append(reasons, text)
	}
	return reasons
}

// keyFile reads the key that --key names.
func keyFile[Key any](path string, parse func([]byte) (Key, error)) (Key, error) {
	var none Key
	if path == "" {
		return none, exit.UsageError("no key is named: use --key=FILE")
	}
	text, err := usage.ReadSmall(path)
	if err != nil {
		return none, exit.UsageError("--key: %v", err)
	}
	key, err := parse(text)
	if err != nil {
		return none, exit.UsageError("--key: %s: %v", path, err)
	}
	return key, nil
}

// subjectOf names a file by its content.
func subjectOf(path string) (s certificate.Subject, err error) {
	s.SHA256, err = binary.Digest(path)
	if err == nil {
		s.BuildID, err = binary.BuildID(path)
	}
	if err != nil {
		return s, exit.UsageError("--subject: %v", err)
	}
	s.Name = filepath.Base(path)
	return s, nil
}
