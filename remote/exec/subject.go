package exec

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ndconform/ndconform/providers"
)

// A subject is the file that a certificate of the run is for, with the digest that it has before anything
// of it runs: the DLL that a host of this program loads, or the host's program. The zero subject is a
// DLL that is yet to be found.
type subject struct {
	file   *os.File
	digest string
	// library says that the host loads the file, and is not made of it.
	library bool
}

// subject reads the file. The caller closes it. path is the program's, which may be this one's own.
func (o *options) subject(path string, own bool) (s subject, err error) {
	if own {
		var dll string
		if dll, s.library = o.library(); s.library {
			path = dll
		}
	}
	if path == "" {
		return s, nil
	}
	s.file, err = os.Open(path)
	if err != nil {
		return s, err
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, s.file); err != nil {
		s.close()
		return s, err
	}
	s.digest = hex.EncodeToString(digest.Sum(nil))
	return s, nil
}

func (s subject) close() { s.file.Close() } // of no file, which is an error that nobody needs

// library reports whether a host of this program loads a DLL, and which it is told to load: none if it is
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

// loaded checks that a DLL is the one that was read.
func (s subject) loaded(path string) error {
	if s.file == nil || !s.library {
		return nil
	}
	is, err := os.Stat(path)
	if err != nil {
		return err
	}
	was, err := s.file.Stat()
	if err == nil && !os.SameFile(is, was) {
		err = fmt.Errorf("%s is not the file %s that was asked for", path, s.file.Name())
	}
	return err
}
