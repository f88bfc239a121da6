package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

type inFile struct {
	providers.Instance
	path string
}

func (f inFile) File() string { return f.path }

func TestLoadedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acme.dll")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := loadedFile{"acme.dll", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}
	if got, err := loadedBy(inFile{path: path}); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := loadedBy(inFile{path: path + "x"}); err == nil {
		t.Error("a file that is gone is no error")
	}
	if got, err := loadedBy(struct{ providers.Instance }{}); err != nil || got != (loadedFile{}) {
		t.Errorf("a provider that is linked in: %v, %v", got, err)
	}
}
