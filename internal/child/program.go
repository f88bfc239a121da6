package child

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// A Program is a file of code as it was read: until it is closed, nobody can change what runs.
type Program struct {
	*os.File
	// folder is where a private copy is; empty if there is none.
	folder string
}

// Hold opens a file of code that is to be loaded under its own name. On Windows nobody can write to it, replace or
// remove it until it is closed; on other systems its owner can.
func Hold(path string) (*Program, error) {
	file, err := hold(path)
	if err != nil {
		return nil, err
	}
	return &Program{File: file}, nil
}

// SHA256 returns the digest of the file, in hex.
func (p *Program) SHA256() (string, error) {
	digest := sha256.New()
	if _, err := io.Copy(digest, io.NewSectionReader(p.File, 0, 1<<62)); err != nil {
		return "", err
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// Close lets go of the file, and removes a private copy.
func (p *Program) Close() error {
	if p.folder != "" {
		defer os.RemoveAll(p.folder)
	}
	return p.File.Close()
}
