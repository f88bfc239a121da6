package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/ndconform/ndconform/providers"
)

// A loaded file is what the provider of an instance is in, if that is a file of its own:
// its name, and its SHA-256 in hex.
type loadedFile struct{ name, digest string }

// loadedBy returns the file of an instance whose factory is in the package from. A provider's
// word for being a file of its own is not enough: it must be the suite's own code that has
// loaded it, in a program that nobody else's is linked into.
func loadedBy(instance providers.Instance, from string) (f loadedFile, err error) {
	subject, ok := instance.(providers.Subject)
	if !ok || !strings.HasPrefix(from, module+"/") || program() != module {
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

// module is the suite's.
const module = "github.com/ndconform/ndconform"

// program is the path of the module that the running program is of, empty if unknown.
var program = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Path
}
