package worker

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

// A loadedFile is the file that an instance's provider was loaded from, if it has a separate file: its name, and its
// SHA-256 in hex.
type loadedFile struct{ name, digest string }

// loadedBy returns the file of an instance whose factory is in the package from. A provider's
// word that it has its own file is not enough: the suite's own code must have loaded it, in a
// program into which no one else's code is linked.
func loadedBy(instance providers.Instance, from string) (f loadedFile, err error) {
	subject, ok := instance.(providers.Subject)
	if !ok || subject.File() == "" || !strings.HasPrefix(from, module+"/") || program() != module {
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
	f = loadedFile{filepath.Base(subject.File()), hex.EncodeToString(digest.Sum(nil))}
	if before, ok := instance.(providers.Digested); ok && before.SHA256() != "" && before.SHA256() != f.digest {
		return loadedFile{}, fmt.Errorf("the file that the provider was loaded from, %s, has changed since it was loaded",
			subject.File())
	}
	return f, nil
}

// module is the path of the suite's own module.
const module = "github.com/ndconform/ndconform"

// program returns the path of the running program's main module, or nothing if that is
// unknown.
var program = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Path
}
