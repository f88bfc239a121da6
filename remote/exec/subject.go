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
// of it runs: the host's program, or the DLL that a host of this program loads. The zero subject is
// this program.
type subject struct {
	file   *os.File
	digest string
}

// subject reads the file. The caller closes it.
func (o *options) subject(path string, own bool) (s subject, err error) {
	if own {
		path = o.library()
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

// library returns the path of the DLL that a host of this program is told to load. It is empty if it is told
// of none, as for one that is looked up in the system's catalogue.
func (o *options) library() string {
	const option = "path="
	s, err := providers.ParseSelector(string(o.provider))
	if err != nil || filepath.Base(s.Package()) != "dll" {
		return ""
	}
	for _, given := range strings.Split(s.String(), ",")[1:] {
		if path, ok := strings.CutPrefix(given, option); ok {
			return path
		}
	}
	return ""
}

// loaded checks that a file is the one that was read.
func (s subject) loaded(path string) error {
	if s.file == nil {
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
