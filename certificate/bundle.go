package certificate

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/junit"
)

// The files of a bundle.
const (
	EnvelopeFile = "certificate.dsse.json"
	JournalFile  = "run.journal"
	jsonFile     = "report.json"
	junitFile    = "report.xml"
	htmlFile     = "report.html"
)

// fileNames lists the files of a bundle; the envelope names the others.
func fileNames() []string {
	return []string{EnvelopeFile, JournalFile, jsonFile, junitFile, htmlFile}
}

// A Bundle is a certificate and what it rests on: the text of each file by name.
type Bundle map[string][]byte

// A RefusalError says why a run can't be certified.
type RefusalError struct{ Reasons []string }

func (e *RefusalError) Error() string {
	return "the run can't be certified: " + strings.Join(e.Reasons, "; ")
}

// New makes the bundle of a run, signed with key. The error is a *[RefusalError] if
// the run does not qualify. The caller decides whether a build that is no release
// may be certified; the certificate says that it is none.
func New(e *Evidence, s *Suite, what Subject, key ed25519.PrivateKey) (Bundle, error) {
	if reasons := Objections(e, s); len(reasons) > 0 {
		return nil, &RefusalError{reasons}
	}
	b, err := contents(e, s)
	if err != nil {
		return nil, err
	}
	text, err := statement(e, s, what, b.files())
	if err != nil {
		return nil, err
	}
	b[EnvelopeFile], err = seal(text, key)
	return b, err
}

// contents returns the files that follow from the journal, and the journal.
func contents(e *Evidence, s *Suite) (Bundle, error) {
	b := Bundle{JournalFile: e.Journal}
	var err, all error
	b[jsonFile], err = reports.JSON(e.Run, s.Catalogue)
	all = errors.Join(all, err)
	b[junitFile], err = junit.Report(e.Run)
	all = errors.Join(all, err)
	b[htmlFile], err = html.Page(e.Run, s.Catalogue)
	return b, errors.Join(all, err)
}

// files lists what is in the bundle besides the envelope.
func (b Bundle) files() []File {
	var list []File
	for _, name := range fileNames() {
		if text, ok := b[name]; ok && name != EnvelopeFile {
			list = append(list, File{name, sha256Of(text)})
		}
	}
	return list
}

// Write makes the folder dir and writes all files into it; if that fails, it leaves
// no such folder. It replaces nothing.
func (b Bundle) Write(dir string) (err error) {
	dir = filepath.Clean(dir)
	if _, err := os.Lstat(dir); err == nil {
		return &fs.PathError{Op: "create", Path: dir, Err: fs.ErrExist}
	}
	partial, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(partial)
		}
	}()
	for name, text := range b {
		if err := os.WriteFile(filepath.Join(partial, name), text, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(partial, 0o755); err != nil {
		return err
	}
	return os.Rename(partial, dir)
}

// maxFileSize is a size, in bytes, that no file of a bundle reaches.
const maxFileSize = 1 << 28

// Load reads the bundle in the folder dir. It lists the files that are wrong or should
// not be there; the error is the folder's own.
func Load(dir string) (Bundle, []Problem, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	b := Bundle{}
	var problems []Problem
	strangers := 0
	for _, e := range entries {
		text, err := load(dir, e)
		if errors.Is(err, errStranger) {
			if strangers++; strangers > strangersMost {
				continue
			}
		}
		if err != nil {
			problems = append(problems, Problem{e.Name(), err.Error()})
			continue
		}
		b[e.Name()] = text
	}
	if more := strangers - strangersMost; more > 0 {
		problems = append(problems, Problem{".", fmt.Sprintf("%d more files are not part of a bundle", more)})
	}
	return b, problems, nil
}

// strangersMost is how many files are named that are not part of a bundle.
const strangersMost = 3

var errStranger = errors.New("it is not part of a bundle")

func load(dir string, e fs.DirEntry) ([]byte, error) {
	if !slices.Contains(fileNames(), e.Name()) {
		return nil, errStranger
	}
	info, err := e.Info()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > maxFileSize:
		return nil, fmt.Errorf("it is larger than %d MiB", maxFileSize>>20)
	}
	return os.ReadFile(filepath.Join(dir, e.Name()))
}
