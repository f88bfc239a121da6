package exec

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
)

// A subject is a host's program, and the DLL that a host of this program loads. A certificate of the run is for one
// of the two, with the digest from before anything of it ran.
type subject struct {
	program *child.Program
	// loads says that the certificate is for a DLL; library is nil until that is found.
	loads   bool
	library *child.Program
	digest  string
	// provider is the host's provider, with the DLL's path independent of the working directory.
	provider string
}

// subject opens the files so that nobody can change what runs of them. The caller closes them. path is the program's
// path; own says that it is this program.
func (o *options) subject(path string, own bool) (s subject, err error) {
	if own {
		path = child.OwnProgram(path)
	}
	s.provider = string(o.provider)
	s.program, err = child.Seal(path)
	if err != nil {
		return s, err
	}
	of := s.program
	library, loads := o.library()
	if whole, err := filepath.Abs(library); err == nil && library != "" { // a host has another working directory
		s.provider = strings.Replace(s.provider, "path="+library, "path="+whole, 1)
	}
	if s.loads = own && loads; s.loads {
		of = nil
	}
	if s.loads && library != "" {
		s.library, err = child.Hold(library)
		of = s.library
	}
	if err == nil && of != nil {
		s.digest, err = of.SHA256()
	}
	if err != nil {
		s.close()
	}
	return s, err
}

// close closes the files; an error does not matter.
func (s subject) close() {
	for _, p := range []*child.Program{s.program, s.library} {
		if p != nil {
			p.Close()
		}
	}
}

// library reports whether a host of this program loads a DLL, and its path, if it is given: an installed DLL is
// looked up in the system's catalogue.
func (o *options) library() (path string, loads bool) {
	const option = "path="
	s, err := providers.ParseSelector(string(o.provider))
	if err != nil || filepath.Base(s.Package()) != "dll" {
		return "", false
	}
	for _, given := range strings.Split(s.String(), ",")[1:] {
		if path, ok := strings.CutPrefix(given, option); ok {
			return path, true
		}
	}
	return "", true
}

// loaded checks that the DLL that a host says it has loaded is the file that was read, and is among the code that the
// host was seen to have.
func (s subject) loaded(path string, code []providers.CodeFile) error {
	if !s.loads {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	digest := digestOf(file)
	switch is, err := file.Stat(); {
	case err != nil:
		return err
	case s.library != nil && !s.library.Is(is):
		return fmt.Errorf("%s is not the file %s that was asked for", path, s.library.Name())
	case !slices.ContainsFunc(code, func(f providers.CodeFile) bool { return f.SHA256 == digest && !f.Executed }):
		return fmt.Errorf("%s, which the host says it has loaded, is not among what it has mapped", path)
	}
	return nil
}
