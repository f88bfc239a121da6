package exec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/ndconform/ndconform/providers"
)

// A seen is a look at the host.
type seen struct {
	// program is the file that the host executes, and begun identifies this execution.
	program os.FileInfo
	name    string
	begun   string
	code    []providers.CodeFile
}

// look looks at what the host executes and has mapped. It fails if the host executes another program than was
// digested, or if another program holds the connection.
func (p *process) look() error {
	now, err := p.see()
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking at %s: %w", p.name(), err)
	}
	if !p.program.Is(now.program) {
		return fmt.Errorf("%s has become another program: %s", p.name(), now.name)
	}
	if p.begun != "" && p.begun != now.begun {
		return fmt.Errorf("%s has executed itself again", p.name())
	}
	p.begun = now.begun
	for _, file := range now.code {
		if !slices.Contains(p.code, file) {
			p.code = append(p.code, file)
		}
	}
	return nil
}

// memoryAlone is the path of code in memory that is no file's.
const memoryAlone = "memory without a file"

// digestOf returns an open file's digest, in hex, or nothing if it can't be read.
func digestOf(file io.Reader) string {
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return ""
	}
	return hex.EncodeToString(digest.Sum(nil))
}
