package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ndconform/ndconform/providers"
)

// A loaded file is what the provider of an instance is in, if that is a file of its own:
// its name, and its SHA-256 in hex.
type loadedFile struct{ name, digest string }

func loadedBy(instance providers.Instance) (f loadedFile, err error) {
	subject, ok := instance.(providers.Subject)
	if !ok {
		return f, nil
	}
	file, err := os.Open(subject.File())
	if err != nil {
		return f, fmt.Errorf("the file that the provider was loaded from: %w", err)
	}
	defer file.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return f, fmt.Errorf("the file that the provider was loaded from: %w", err)
	}
	return loadedFile{filepath.Base(subject.File()), hex.EncodeToString(digest.Sum(nil))}, nil
}
