package worker

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
	const own = "github.com/ndconform/ndconform/providers/dll"
	want := loadedFile{"acme.dll", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}
	if got, err := loadedBy(inFile{path: path}, own); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := loadedBy(inFile{path: path + "x"}, own); err == nil {
		t.Error("a file that is gone is no error")
	}
	if got, err := loadedBy(struct{ providers.Instance }{}, own); err != nil || got != (loadedFile{}) {
		t.Errorf("a provider that is linked in: %v, %v", got, err)
	}
}

// read is a provider whose file had a digest before it ran.
type read struct {
	inFile
	digest string
}

func (r read) SHA256() string { return r.digest }

// TestChangedFile shows that the file must be what it was before anything of it ran.
func TestChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acme")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	const own, digest = module + "/remote/exec", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	for before, same := range map[string]bool{"": true, digest: true, digest[1:] + "b": false} {
		f, err := loadedBy(read{inFile{path: path}, before}, own)
		if (err == nil) != same || (f != loadedFile{}) != same {
			t.Errorf("with %q before: %v, %v", before, f, err)
		}
	}
}

// TestWhoSaysThatAProviderIsAFile shows that a provider linked into the program is not
// taken for a separate file because it says so.
func TestWhoSaysThatAProviderIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acme.dll")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := program
	defer func() { program = before }()
	for _, c := range []struct {
		from, program string
		believed      bool
	}{
		{module + "/providers/dll", module, true},
		{"example.com/acme", module, false},
		{"main", module, false},
		{module + "-acme/providers/dll", module, false},
		{module + "/providers/dll", "example.com/acme", false}, // whose own code is in it too
		{module + "/providers/dll", "", false},
	} {
		program = func() string { return c.program }
		if got, err := loadedBy(inFile{path: path}, c.from); err != nil || (got != loadedFile{}) != c.believed {
			t.Errorf("a provider of %s in a program of %q: %v, %v", c.from, c.program, got, err)
		}
	}
}
