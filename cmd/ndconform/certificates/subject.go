package certificates

import (
	"path/filepath"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
)

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
