package child

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// A Program is a file of code as it was read: nobody can change what runs until it is closed.
type Program struct {
	*os.File
	// folder is the folder of a private copy; empty without one.
	folder string
}

// Hold opens a file of code that is loaded under its name. On Windows nobody can write, replace or remove it until
// it is closed; on other systems its owner can.
func Hold(path string) (*Program, error) {
	file, err := hold(path)
	if err != nil {
		return nil, err
	}
	return &Program{File: file}, nil
}

// Is reports whether a file is the program's.
func (p *Program) Is(file os.FileInfo) bool {
	own, err := p.Stat()
	return err == nil && os.SameFile(own, file)
}

// SHA256 returns the digest of the file, in hex.
func (p *Program) SHA256() (string, error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, io.NewSectionReader(p.File, 0, 1<<62)); err != nil {
		return "", err
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// Close closes the file, and removes a private copy.
func (p *Program) Close() error {
	if p.folder != "" {
		defer os.RemoveAll(p.folder)
	}
	return p.File.Close()
}
