package exec

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/providers/dll"
)

// abc is the digest of "abc".
const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

// TestSubjects shows which file a certificate is for: the program, or the DLL that this program loads.
func TestSubjects(t *testing.T) {
	folder := t.TempDir()
	here, other := filepath.Join(folder, "here"), filepath.Join(folder, "other")
	for path, text := range map[string]string{here: "abc", other: "another"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program, err := child.Hold(child.OwnProgram(here))
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	this, err := program.SHA256()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		provider, path string
		own            bool
		digest         string
		loads          map[string]bool
	}{
		{"acme,path=" + other, here, false, abc, nil},
		{"dll,path=" + here, other, true, abc, map[string]bool{here: true, other: false, here + "x": false}},
		{"dll,adapter=1,path=" + here, other, true, abc, nil},
		{"dll", here, true, "", map[string]bool{here: true, other: false}},
		{"ref", here, true, this, map[string]bool{"": true}},
		{"nosuch,path=" + other, here, true, this, nil},
	} {
		s, err := (&options{provider: selector(c.provider)}).subject(c.path, c.own)
		if err != nil || s.digest != c.digest {
			t.Errorf("%s: digest %s, %v", c.provider, s.digest, err)
		}
		for path, ok := range c.loads {
			seen := []providers.CodeFile{{Path: "ntdll.dll"}, {Path: here, SHA256: abc}}
			if err := s.loaded(path, seen); (err == nil) != ok {
				t.Errorf("%s loads %s: %v", c.provider, path, err)
			}
			if err := s.loaded(path, seen[:1]); (err == nil) != !s.loads {
				t.Errorf("%s says that it has loaded %s: %v", c.provider, path, err)
			}
		}
		s.close()
	}
	if _, err := (&options{provider: "dll,path=nosuch.dll"}).subject("", true); !os.IsNotExist(err) {
		t.Errorf("a DLL that is not there: %v", err)
	}
}
