package binary

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
)

// OwnDigest begins to compute the SHA-256 of this program while the caller does
// something else. The function that it returns waits for the digest and returns it in
// hex.
func OwnDigest() func() (string, error) {
	digest, err := "", error(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var path string
		path, err = Path()
		if err == nil {
			digest, err = Digest(path)
		}
	}()
	return func() (string, error) {
		<-done
		return digest, err
	}
}

// Digest returns the SHA-256 of a file, in hex.
func Digest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", cmp.Or(err, errors.New(path+" is not a regular file"))
	}
	digest := sha256.New()
	_, err = io.Copy(digest, file)
	return hex.EncodeToString(digest.Sum(nil)), err
}

// BuildID returns the id that a linker left in a file, or nothing.
func BuildID(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return idIn(file), nil
}

// idIn returns the id that a linker left in a file: Go's, or GNU's in hex; or
// nothing.
func idIn(file io.ReaderAt) string {
	if f, err := elf.NewFile(file); err == nil {
		if id := note(f, ".note.go.buildid"); id != nil {
			return string(id)
		}
		return hex.EncodeToString(note(f, ".note.gnu.build-id"))
	}
	// Elsewhere Go puts its id at the start of the code.
	start := make([]byte, 32<<10)
	n, _ := file.ReadAt(start, 0)
	_, after, _ := bytes.Cut(start[:n], []byte("\xff Go build ID: \""))
	id, _, ended := bytes.Cut(after, []byte("\"\n \xff"))
	if !ended {
		return ""
	}
	return string(id)
}

// note returns the content of the only note in a section (ELF gABI, Note Section).
func note(f *elf.File, section string) []byte {
	s := f.Section(section)
	if s == nil {
		return nil
	}
	text, err := s.Data()
	if err != nil || len(text) < 12 {
		return nil
	}
	name, size := uint64(f.ByteOrder.Uint32(text)), uint64(f.ByteOrder.Uint32(text[4:]))
	start := 12 + (name+3)&^3
	if start+size > uint64(len(text)) {
		return nil
	}
	return text[start : start+size]
}

// Path returns the path of this program.
func Path() (string, error) {
	executable, err := os.Executable()
	if err != nil {
		return "", exit.HarnessError("the binary that workers are started from: %v", err)
	}
	return executable, nil
}
