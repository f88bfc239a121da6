package command

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/reports/certificate"
)

// subjectOf names a file by its content: the one at path, or this program.
func subjectOf(path string) (certificate.Subject, error) {
	s := certificate.Subject{Linked: path == ""}
	if s.Linked {
		var err error
		if path, err = self(); err != nil {
			return s, err
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return s, usageError("--subject: %v", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(path + " is no regular file")
	}
	if err != nil {
		return s, usageError("--subject: %v", err)
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return s, usageError("--subject: %v", err)
	}
	s.Name, s.SHA256 = filepath.Base(path), hex.EncodeToString(digest.Sum(nil))
	s.BuildID = buildID(file)
	return s, nil
}

// buildID gives the id that a linker left in a file: Go's, or GNU's in hex; or
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

// note gives the content of the only note in a section (ELF gABI, Note Section).
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
