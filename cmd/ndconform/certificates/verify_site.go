package certificates

import (
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/reports/html"
)

// reportsFolder is the folder of a site that holds the reports.
const reportsFolder = "reports"

// A resultsSite is the folder that results are written into; a nil one takes nothing.
type resultsSite struct{ folder string }

// openSite makes the folder of a site, unless none is named. It must not be in a bundle, which would
// no longer verify.
func openSite(folder string, dirs []bundleDir) (*resultsSite, error) {
	if folder == "" {
		return nil, nil
	}
	at, err := filepath.Abs(folder)
	if err != nil {
		return nil, exit.UsageError("--output: %v", err)
	}
	for ; ; at = filepath.Dir(at) {
		for _, dir := range dirs {
			if usage.SamePath(at, dir.path) {
				return nil, exit.UsageError("--output: %s is in the bundle %s, which would no longer verify",
					folder, dir.path)
			}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if err := os.MkdirAll(filepath.Join(folder, reportsFolder), 0o777); err != nil {
		return nil, exit.UsageError("--output: %v", err)
	}
	return &resultsSite{folder}, nil
}

// report writes the report of a run that was verified, and returns its path in the site. It is made
// from the journal: a page from a bundle could do in a browser whatever its signer wants.
func (s *resultsSite) report(e *certificate.Evidence, suite *certificate.Suite) (string, error) {
	if s == nil {
		return "", nil
	}
	text, err := html.Page(e.Run, suite.Catalogue)
	if err != nil {
		return "", exit.HarnessError("%v", err)
	}
	name := digestName(e.Journal)
	return reportsFolder + "/" + name, s.write(filepath.Join(reportsFolder, name), text)
}

func (s *resultsSite) write(name string, text []byte) error {
	if err := os.WriteFile(filepath.Join(s.folder, name), text, 0o666); err != nil {
		return exit.UsageError("--output: %v", err)
	}
	return nil
}
