package certificates

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/certificate/results"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
)

type verifyFlags struct {
	keys                []string
	subject, format, to string
	verbose             bool
	observed            usage.Percent
	standing            string
	challenge           usage.Challenge
}

const (
	jsonFormat = "json"
	htmlFormat = "html"
)

// verifyFormats are the formats of the command verify, in the order in which they are listed.
var verifyFormats = []string{"text", jsonFormat, htmlFormat}

// verifyAll checks the bundles that are named, and those in folders that are named.
func (a *App) verifyAll(paths []string, f *verifyFlags) error {
	if err := usage.Choice("format", f.format, verifyFormats); err != nil {
		return err
	}
	if err := usage.Choice("standing", f.standing, standings); err != nil {
		return err
	}
	switch {
	case f.format == htmlFormat && f.to == "":
		return exit.UsageError("no folder is named for the site: use --output=FOLDER")
	case f.format != htmlFormat && f.to != "":
		return exit.UsageError("--output is for the site of --format=html")
	}
	keys, err := signersOf(f.keys)
	if err != nil {
		return err
	}
	dirs, err := a.bundlesIn(paths, f)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	if len(paths) == 1 && len(dirs) == 1 && dirs[0].path == filepath.Clean(paths[0]) && f.format != htmlFormat {
		return a.verifyOne(paths[0], keys, f)
	}
	if f.subject != "" {
		return exit.UsageError("--subject checks one bundle, not %d", len(dirs))
	}
	return a.verifyMany(dirs, keys, f)
}

func (a *App) verifyMany(dirs []bundleDir, keys []signer, f *verifyFlags) error {
	suite, err := a.Suite()
	if err != nil {
		return err
	}
	s, err := openSite(f.to, dirs)
	if err != nil {
		return err
	}
	var list []results.Result
	for _, dir := range dirs {
		r, found := resultOf(dir, keys, suite)
		if found != nil {
			c := &found.claim.Certificate
			if lacks := cmp.Or(f.lacks(c), f.observed.Lacking(c.Profiles)); lacks != "" {
				r.Standing, r.Problems, r.Claim = results.NotVerified, []string{lacks}, nil
				list = append(list, r)
				continue
			}
			r.Report, err = s.report(found.evidence, suite)
			if err != nil {
				return err
			}
		}
		list = append(list, r)
	}
	results.NoteSameSubject(list)
	results.Sort(list)
	if err := a.showResults(list, f, s); err != nil {
		return err
	}
	if results.CountVerified(list) < len(list) {
		return &exit.Error{Code: exit.Failed}
	}
	return nil
}

func (a *App) showResults(list []results.Result, f *verifyFlags, s *resultsSite) error {
	switch f.format {
	case jsonFormat:
		return output.JSON(a.Out, struct {
			Verified int              `json:"verified"`
			Bundles  []results.Result `json:"bundles"`
		}{results.CountVerified(list), list})
	case htmlFormat:
		b := binary.This()
		page, err := results.HTML(list, joined(b.Version, b.Commit), time.Now())
		if err != nil {
			return exit.HarnessError("%v", err)
		}
		if err := s.write("index.html", page); err != nil {
			return err
		}
		fmt.Fprintf(a.Err, "%d of %d bundles verify; open %s\n",
			results.CountVerified(list), len(list), filepath.Join(f.to, "index.html"))
		return nil
	}
	return output.Rows(a.Out, results.Rows(list))
}

// resultOf checks a bundle; what was found is nil if it does not verify.
func resultOf(dir bundleDir, keys []signer, suite *certificate.Suite) (results.Result, *checked) {
	r := results.Result{Bundle: dir.path, Standing: results.NotVerified}
	if dir.problem != "" {
		r.Problems = []string{dir.problem}
		return r, nil
	}
	found, err := check(dir.path, keys, suite)
	if err != nil {
		r.Problems = []string{err.Error()}
		return r, nil
	}
	r.Signer = found.named
	if found.unknown {
		r.Standing = results.UnknownSigner
	} else if found.named != "" {
		r.Key = found.signer.path
	}
	for i, p := range found.problems {
		if left := len(found.problems) - i; i == problemsMost && left > 1 {
			r.Problems = append(r.Problems, fmt.Sprintf("and %d problems more", left))
			break
		}
		r.Problems = append(r.Problems, p.String())
	}
	if len(found.problems) > 0 {
		return r, nil
	}
	c := &found.claim.Certificate
	r.Standing, r.Claim, r.Adapter = results.Verified, found.claim, results.AdapterOf(found.evidence.Run)
	if len(c.Unreleased) > 0 {
		r.Notes = append(r.Notes, "the suite is of unknown origin, by the journal's own word: "+
			strings.Join(c.Unreleased, "; "))
	}
	for _, row := range append(checkedBy(binary.This(), c), differing(found.differing)...) {
		r.Notes = append(r.Notes, strings.Join(row, " "))
	}
	return r, found
}

// problemsMost is how many problems of a bundle are listed.
const problemsMost = 5

// digestName names a report after its journal, so that it is the same from one site to the next.
func digestName(journal []byte) string {
	sum := sha256.Sum256(journal)
	return hex.EncodeToString(sum[:8]) + ".html"
}

// A bundleDir is a folder that is taken for a bundle, or what is wrong with it as such.
type bundleDir struct{ path, problem string }

// bundlesIn lists the bundles among paths, and those in folders among them: their own, and those of
// the folders in these.
func (a *App) bundlesIn(paths []string, f *verifyFlags) ([]bundleDir, error) {
	s := &bundleSearch{seen: map[string]bool{}, skip: append([]string{}, f.keys...)}
	if f.to != "" {
		s.skip = append(s.skip, f.to, filepath.Join(f.to, reportsFolder))
	}
	for _, path := range paths {
		if _, err := os.ReadDir(path); err != nil {
			return nil, err
		}
		s.add(filepath.Clean(path), 0)
	}
	if len(s.others) > 0 {
		fmt.Fprintf(a.Err, "%s: not looked at, since they are no folders: %s\n",
			a.Program, strings.Join(output.Cells(s.others), ", "))
	}
	return s.found, nil
}
