package command

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/certificate"
)

// subjectOf names a file by its content.
func subjectOf(path string) (s certificate.Subject, err error) {
	s.SHA256, err = digestOf(path)
	if err == nil {
		s.BuildID, err = buildIDOf(path)
	}
	if err != nil {
		return s, usageError("--subject: %v", err)
	}
	s.Name = filepath.Base(path)
	return s, nil
}

// ownDigest begins to compute the SHA-256 of this program while the caller does
// something else. The function that it returns waits for the digest and returns it in
// hex.
func ownDigest() func() (string, error) {
	digest, err := "", error(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var path string
		path, err = self()
		if err == nil {
			digest, err = digestOf(path)
		}
	}()
	return func() (string, error) {
		<-done
		return digest, err
	}
}

// digestOf returns the SHA-256 of a file, in hex.
func digestOf(path string) (string, error) {
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

func buildIDOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return buildID(file), nil
}

// buildID returns the id that a linker left in a file: Go's, or GNU's in hex; or
// nothing.
func buildID(file io.ReaderAt) string {
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
